package dev.keystead.platform.http;

import dev.keystead.platform.config.AddressRange;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds where a request really came from. Forwarding headers count only when a trusted proxy sent them.
///
/// `Forwarded` (RFC 7239) is read where it is present, the `X-Forwarded-` headers otherwise. The chain is
/// walked from the nearest hop outwards, and ends at the first address that is not trusted: what stands
/// before it, anyone can write.
final class Forwarding {
    private static final Pattern AUTHORITY =
            Pattern.compile("([A-Za-z0-9.-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(:[0-9]{1,5})?");
    private static final Pattern PAIR = Pattern.compile("\\s*(for|proto|host)=(\"[^\"]*\"|[^\";,]*)\\s*");
    private static final Pattern PORT = Pattern.compile("(\\[[^]]*]|[^:]*):[0-9]+");

    private final List<AddressRange> trusted;

    /// One hop as a proxy described it; empty where it said nothing.
    private record Hop(String client, String scheme, String host) {}

    Forwarding(List<AddressRange> trustedProxies) {
        this.trusted = List.copyOf(trustedProxies);
    }

    Origin origin(String peer, String scheme, String authority, Function<String, List<String>> headers) {
        if (!isTrusted(peer)) {
            return new Origin(peer, scheme, authority);
        }
        List<Hop> hops = hops(headers);
        String client = peer;
        String seenScheme = scheme;
        String seenAuthority = authority;
        for (int i = hops.size() - 1; i >= 0 && isTrusted(client); i--) {
            Hop hop = hops.get(i);
            Optional<String> address = address(hop.client());
            if (address.isEmpty()) {
                break;
            }
            client = address.get();
            if (hop.scheme().equals("http") || hop.scheme().equals("https")) {
                seenScheme = hop.scheme();
            }
            if (AUTHORITY.matcher(hop.host()).matches()) {
                seenAuthority = hop.host();
            }
        }
        return new Origin(client, seenScheme, seenAuthority);
    }

    boolean isTrusted(String address) {
        if (trusted.isEmpty()) {
            return false;
        }
        Optional<InetAddress> literal = AddressRange.literal(address);
        return literal.isPresent() && trusted.stream().anyMatch(network -> network.contains(literal.get()));
    }

    private static List<Hop> hops(Function<String, List<String>> headers) {
        List<String> forwarded = headers.apply("Forwarded");
        return forwarded.isEmpty()
                ? unofficialHops(headers)
                : forwarded.stream()
                        .flatMap(header -> List.of(header.split(",", -1)).stream())
                        .map(Forwarding::hop)
                        .toList();
    }

    private static Hop hop(String element) {
        String client = "";
        String scheme = "";
        String host = "";
        for (String part : element.split(";", -1)) {
            Matcher pair = PAIR.matcher(part.strip());
            if (pair.matches()) {
                String value = pair.group(2).replace("\"", "");
                switch (pair.group(1)) {
                    case "for" -> client = value;
                    case "proto" -> scheme = value.toLowerCase(Locale.ROOT);
                    default -> host = value;
                }
            }
        }
        return new Hop(client, scheme, host);
    }

    /// These headers do not say which hop set the scheme and host; the nearest trusted proxy is taken to
    /// have done so.
    private static List<Hop> unofficialHops(Function<String, List<String>> headers) {
        List<String> clients = items(headers.apply("X-Forwarded-For"));
        String scheme = last(items(headers.apply("X-Forwarded-Proto"))).toLowerCase(Locale.ROOT);
        String host = last(items(headers.apply("X-Forwarded-Host")));
        var hops = new ArrayList<Hop>();
        for (int i = 0; i < clients.size(); i++) {
            boolean nearest = i == clients.size() - 1;
            hops.add(new Hop(clients.get(i), nearest ? scheme : "", nearest ? host : ""));
        }
        return hops;
    }

    private static List<String> items(List<String> headers) {
        return headers.stream()
                .flatMap(header -> List.of(header.split(",", -1)).stream())
                .map(String::strip)
                .toList();
    }

    private static String last(List<String> items) {
        return items.isEmpty() ? "" : items.getLast();
    }

    /// The address of a `for` value, without a port and the brackets of IPv6.
    private static Optional<String> address(String value) {
        Matcher port = PORT.matcher(value);
        String bare = port.matches()
                        && (value.startsWith("[")
                                || value.chars().filter(c -> c == ':').count() == 1)
                ? port.group(1)
                : value;
        String unbracketed = bare.startsWith("[") && bare.endsWith("]") ? bare.substring(1, bare.length() - 1) : bare;
        return AddressRange.literal(unbracketed).map(InetAddress::getHostAddress);
    }
}
