package dev.keystead.platform.config;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Where a PostgreSQL database is and as whom its owner signs in.
///
/// @param jdbcUrl the address as the driver takes it, always without user and password, so that it may be printed
/// @param user the owner's name, null when the address has none
/// @param password the owner's password, null when the address has none
public record DatabaseUrl(
        String jdbcUrl, @Nullable String user, @Nullable Secret<String> password) {
    private static final int DEFAULT_PORT = 5432;
    private static final String SHORT_FORM = "jdbc:postgresql:";

    /// Names that PostgreSQL's own tools use in an address and that the driver spells differently.
    private static final Map<String, String> DRIVER_NAMES = Map.of(
            "connect_timeout", "connectTimeout",
            "application_name", "ApplicationName",
            "client_encoding", "clientEncoding");

    static Parsed<DatabaseUrl> parse(String text) {
        try {
            for (String scheme : List.of("postgresql://", "postgres://", "jdbc:postgresql://")) {
                if (text.startsWith(scheme)) {
                    return parseAfterScheme(text.substring(scheme.length()));
                }
            }
            // The driver's short form names a database on this machine.
            return text.startsWith(SHORT_FORM)
                    ? parseAfterScheme("localhost/" + text.substring(SHORT_FORM.length()))
                    : new Parsed.Bad<>("does not begin with postgresql:// or jdbc:postgresql:");
        } catch (IllegalArgumentException malformedEscape) {
            return new Parsed.Bad<>("has a malformed percent escape");
        }
    }

    private static Parsed<DatabaseUrl> parseAfterScheme(String rest) {
        int question = rest.indexOf('?');
        String place = question < 0 ? rest : rest.substring(0, question);
        int slash = place.indexOf('/');
        if (slash < 0 || slash == place.length() - 1) {
            return new Parsed.Bad<>("names no database after the host");
        }
        int at = place.lastIndexOf('@', slash);
        String credentials = at < 0 ? "" : place.substring(0, at);
        List<String> hosts = new ArrayList<>();
        for (String host : place.substring(at + 1, slash).split(",", -1)) {
            HostPort known = HostPort.find(host, DEFAULT_PORT);
            if (known == null) {
                return new Parsed.Bad<>(
                        "has no valid host and port (a special character in the user or password must be escaped, @ "
                                + "is %40)");
            }
            hosts.add(known.toString());
        }
        Map<String, String> parameters = parameters(question < 0 ? "" : rest.substring(question + 1));
        String userInParameters = parameters.remove("user");
        String passwordInParameters = parameters.remove("password");
        int colon = credentials.indexOf(':');
        String user = colon < 0 ? credentials : credentials.substring(0, colon);
        String password = colon < 0 ? null : decode(credentials.substring(colon + 1));
        String knownPassword = password != null ? password : passwordInParameters;
        return new Parsed.Good<>(new DatabaseUrl(
                jdbcUrl(hosts, decode(place.substring(slash + 1)), parameters),
                user.isEmpty() ? userInParameters : decode(user),
                knownPassword == null ? null : new Secret<>(knownPassword)));
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            if (!name.isEmpty()) {
                parameters.put(
                        DRIVER_NAMES.getOrDefault(name, name), equals < 0 ? "" : decode(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String jdbcUrl(List<String> hosts, String database, Map<String, String> parameters) {
        String query = parameters.entrySet().stream()
                .map(parameter -> encode(parameter.getKey()) + "=" + encode(parameter.getValue()))
                .collect(Collectors.joining("&"));
        return "jdbc:postgresql://" + String.join(",", hosts) + "/" + encode(database)
                + (query.isEmpty() ? "" : "?" + query);
    }

    /// A plus sign is itself here, as PostgreSQL's own tools read it, and not a space as in an HTML form.
    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
