package dev.keystead.platform.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A machine and a port on it, written `host:port` or, for an IPv6 address, `[address]:port`.
public record HostPort(String host, int port) {
    /// A name or an IPv4 address, or an IPv6 address in brackets; then, perhaps, a port.
    private static final Pattern FORM =
            Pattern.compile("([A-Za-z0-9](?:[A-Za-z0-9._-]{0,252}+)|\\[[0-9A-Fa-f:.]{2,45}+\\])(?::([0-9]{1,5}))?");

    /// Reads the text, or finds null when it has another form; a missing port is the default one.
    static @Nullable HostPort find(String text, int defaultPort) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return null;
        }
        int port = form.group(2) == null ? defaultPort : Integer.parseInt(form.group(2));
        return port < 1 || port > 65_535 ? null : new HostPort(form.group(1), port);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
