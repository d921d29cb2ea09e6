package dev.keystead.bench;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;

/// A plain `http://` address, split where the wire needs it.
///
/// Parsing keeps hostile text off the request line; `loopbackAddress` keeps the load on this machine. Both work
/// without a name lookup, so a refused host never sees a packet, not even a DNS question.
///
/// @param authority host and, when given, port: the connection's key and the Host header
/// @param target the request target, always starting with a slash and never holding a fragment
record HttpUrl(String authority, String target) {
    private static final String SCHEME = "http://";
    private static final Pattern IPV4_LOOPBACK = Pattern.compile("127(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}");
    private static final Pattern LOCALHOST = Pattern.compile("([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)*localhost");

    /// Reads an absolute address; the host is not judged yet.
    static HttpUrl parse(String text) {
        if (!text.startsWith(SCHEME)) {
            throw new Refusal("`" + text + "` is not an address that starts with http://: give a plain HTTP address"
                    + " (peers are compared without TLS).");
        }
        int end = SCHEME.length();
        while (end < text.length() && "/?#".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        int fragment = text.indexOf('#', end);
        String target = text.substring(end, fragment < 0 ? text.length() : fragment);
        refuseUnsafeCharacters(text);
        return new HttpUrl(text.substring(SCHEME.length(), end), target.startsWith("/") ? target : "/" + target);
    }

    private static void refuseUnsafeCharacters(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c >= 0x7f) {
                throw new Refusal("The address `" + text.strip() + "` holds a space, a control character or a letter"
                        + " outside ASCII: percent-encode it.");
            }
        }
    }

    /// Where to connect to; refuses every host that is not this machine's loopback by its very spelling.
    ///
    /// Names under `.localhost` are loopback by RFC 6761 section 6.3, so servers that tell tenants apart by
    /// host name can be driven too.
    InetSocketAddress loopbackAddress() {
        int colon = authority.lastIndexOf(':');
        boolean hasPort = colon > authority.lastIndexOf(']');
        String host = (hasPort ? authority.substring(0, colon) : authority).toLowerCase(Locale.ROOT);
        int port = hasPort ? port(authority.substring(colon + 1)) : 80;
        if (host.equals("[::1]")) {
            return new InetSocketAddress(InetAddress.ofLiteral("::1"), port);
        }
        if (IPV4_LOOPBACK.matcher(host).matches()) {
            return new InetSocketAddress(InetAddress.ofLiteral(host), port);
        }
        if (LOCALHOST.matcher(host).matches()) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }
        throw new Refusal("The host `" + host + "` is not a loopback address: load goes only to this machine, so use"
                + " 127.0.0.1, [::1] or localhost.");
    }

    private int port(String digits) {
        if (digits.matches("\\d{1,5}")) {
            int port = Integer.parseInt(digits);
            if (port >= 1 && port <= 65535) {
                return port;
            }
        }
        throw new Refusal("`" + digits + "` in " + this + " is not a port: give a number from 1 to 65535.");
    }

    /// Follows a reference found on the page or in the answer that came from here.
    HttpUrl resolve(String reference) {
        if (reference.isEmpty()) {
            return this;
        }
        // java.net.URI resolves a lone query by the older RFC 2396 and would drop the last path segment.
        if (reference.startsWith("?")) {
            int query = target.indexOf('?');
            return parse(SCHEME + authority + (query < 0 ? target : target.substring(0, query)) + reference);
        }
        try {
            return parse(URI.create(toString()).resolve(reference).toString());
        } catch (IllegalArgumentException malformed) {
            throw new Refusal("The server pointed to `" + reference + "`, which is not an address.");
        }
    }

    @Override
    public String toString() {
        return SCHEME + authority + target;
    }
}
