package dev.keystead.platform.config;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// A range of network addresses: one address, or a prefix such as `10.0.0.0/8` or `2001:db8::/32`.
public record AddressRange(InetAddress address, int prefixBits) {
    /// The JDK also reads shortened IPv4 forms such as `10.1`, in which a slip of the hand would pass.
    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3}){3}");

    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]{2,45}");

    /// Whether the address lies in the range. Addresses of different families never do.
    public boolean contains(InetAddress candidate) {
        byte[] own = address.getAddress();
        byte[] other = candidate.getAddress();
        if (own.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < prefixBits; bit++) {
            int mask = 0x80 >> (bit % 8);
            if ((own[bit / 8] & mask) != (other[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    /// The address that a text is, without asking any name server; nothing when it is none.
    public static Optional<InetAddress> literal(String text) {
        if (!IPV4.matcher(text).matches()
                && !(text.contains(":") && IPV6.matcher(text).matches())) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }

    /// Whether a host is this machine and no other can reach it, without asking any name server.
    public static boolean isLoopback(String host) {
        return host.equals("localhost")
                || literal(host).map(InetAddress::isLoopbackAddress).orElse(false);
    }

    /// The range that a text of our own is.
    ///
    /// @throws IllegalArgumentException when it is none
    public static AddressRange of(String text) {
        return switch (parse(text)) {
            case Parsed.Good<AddressRange>(AddressRange range) -> range;
            case Parsed.Bad<AddressRange>(String fault) -> throw new IllegalArgumentException(text + " " + fault);
        };
    }

    static Parsed<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        String literal = slash < 0 ? text : text.substring(0, slash);
        Optional<InetAddress> found = literal(literal);
        if (found.isEmpty()) {
            return new Parsed.Bad<>("holds something that is not an IP address");
        }
        InetAddress address = found.get();
        if (literal.contains(":") && address instanceof Inet4Address) {
            return new Parsed.Bad<>("holds an IPv4 address in IPv6 form, which must be written as IPv4");
        }
        int width = address.getAddress().length * 8;
        int bits = slash < 0 ? width : prefix(text.substring(slash + 1));
        if (bits < 0 || bits > width) {
            return new Parsed.Bad<>("holds a prefix length that is not 0 to " + width);
        }
        AddressRange range = new AddressRange(address, bits);
        return range.hasBitsBeyondPrefix()
                ? new Parsed.Bad<>("holds a range whose address has bits beyond its prefix length")
                : new Parsed.Good<>(range);
    }

    private static int prefix(String digits) {
        return digits.matches("[0-9]{1,3}") ? Integer.parseInt(digits) : -1;
    }

    private boolean hasBitsBeyondPrefix() {
        byte[] bytes = address.getAddress();
        for (int bit = prefixBits; bit < bytes.length * 8; bit++) {
            if ((bytes[bit / 8] & (0x80 >> (bit % 8))) != 0) {
                return true;
            }
        }
        return false;
    }
}
