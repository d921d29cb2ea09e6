package dev.keystead.platform.http;

import dev.keystead.platform.config.HttpConfig;
import java.net.URI;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The address under which people reach this installation: for links in mails and for passkeys.
///
/// It comes from the configuration, never from a request: whoever sends a request can write any host into it, and a
/// link to that host would carry a secret there.
public final class PublicAddress implements Supplier<URI> {
    private final HttpConfig config;
    private volatile @Nullable URI address;

    public PublicAddress(HttpConfig config) {
        this.config = config;
        this.address = config.port() == 0 ? null : config.publicUrl(config.port());
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
