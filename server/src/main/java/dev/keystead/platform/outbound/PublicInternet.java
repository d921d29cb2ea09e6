package dev.keystead.platform.outbound;

import dev.keystead.platform.config.AddressRange;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/// Which addresses belong to the public internet.
final class PublicInternet {
    /// What the IANA registries of special-purpose addresses list as not globally reachable, and what carries
    /// another address inside (mapped, translated and tunnelled ones), which would have to be judged in its
    /// place.
    private static final List<AddressRange> ELSEWHERE = Stream.of(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.0.2.0/24",
                    "192.88.99.0/24",
                    "192.168.0.0/16",
                    "198.18.0.0/15",
                    "198.51.100.0/24",
                    "203.0.113.0/24",
                    "224.0.0.0/4",
                    "240.0.0.0/4",
                    "2001::/23",
                    "2001:db8::/32",
                    "2002::/16",
                    "3fff::/20")
            .map(AddressRange::of)
            .toList();

    /// Every address of IPv6 that is given to anybody lies here; loopback, mapped, NAT64, unique-local,
    /// link-local and multicast addresses do not.
    private static final AddressRange IPV6_UNICAST = AddressRange.of("2000::/3");

    private PublicInternet() {}

    static boolean has(InetAddress address) {
        boolean ipv4 = address.getAddress().length == 4;
        return (ipv4 || IPV6_UNICAST.contains(address))
                && ELSEWHERE.stream().noneMatch(range -> range.contains(address));
    }
}
