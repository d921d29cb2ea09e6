package dev.keystead.platform.http;

import dev.keystead.platform.config.HttpConfig;
import java.net.URI;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The address under which people reach this installation: for links in mails and for passkeys.
///
/// It comes from the configuration, never from a request: whoever sends a request can write any host into
/// it, and a link to that host would carry a secret there.
public final class PublicAddress implements Supplier<URI> {
    private final HttpConfig config;
    private final String host;
    private volatile @Nullable URI address;

    public PublicAddress(HttpConfig config) {
        this.config = config;
        this.host = config.publicUrl(config.port()).getHost().toLowerCase(Locale.ROOT);
        this.address = config.port() == 0 ? null : config.publicUrl(config.port());
    }

    /// The host of the address in lower case, which is known before the port is.
    String host() {
        return host;
    }

    /// The domain below which every workspace has a host of its own, or empty.
    public String workspaceDomain() {
        return config.workspaceDomain();
    }

    /// Says which port was taken where any free one was wished for.
    public void bound(int port) {
        address = config.publicUrl(port);
    }

    @Override
    public URI get() {
        URI known = address;
        if (known == null) {
            throw new IllegalStateException("the server has no address before it listens");
        }
        return known;
    }
}
