package dev.keystead.platform.config;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The types that settings have, each with its bounds.
final class Types {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})(B|KiB|MiB|GiB)");
    private static final String HOST = "[A-Za-z0-9]([A-Za-z0-9.-]{0,252})|[0-9A-Fa-f:.]{2,45}";
    private static final Map<String, Long> SIZE_BYTES =
            Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);

    private Types() {}

    /// The type with the empty text allowed as well, which is the value null.
    static <T> ValueType<@Nullable T> optional(ValueType<T> type) {
        return new ValueType<@Nullable T>(
                "empty, or " + type.allowed(),
                text -> text.isEmpty()
                        ? new Parsed.Good<@Nullable T>(null)
                        : switch (type.parse(text)) {
                            case Parsed.Good<T>(T value) -> new Parsed.Good<@Nullable T>(value);
                            case Parsed.Bad<T>(String fault) -> new Parsed.Bad<@Nullable T>(fault);
                        });
    }

    /// The type with its value wrapped, so that it is not printed by accident.
    static <T> ValueType<Secret<T>> secret(ValueType<T> type) {
        return new ValueType<>(type.allowed(), text -> switch (type.parse(text)) {
            case Parsed.Good<T>(T value) -> new Parsed.Good<>(new Secret<>(value));
            case Parsed.Bad<T>(String fault) -> new Parsed.Bad<>(fault);
        });
    }

    static ValueType<Integer> wholeNumber(int min, int max) {
        return new ValueType<>(min + " to " + max, text -> {
            if (!text.matches("-?[0-9]{1,10}")) {
                return new Parsed.Bad<>("is not a whole number");
            }
            long number = Long.parseLong(text);
            return number < min || number > max
                    ? new Parsed.Bad<>("is out of bounds")
                    : new Parsed.Good<>(Math.toIntExact(number));
        });
    }

    static ValueType<Double> fraction() {
        return new ValueType<>("0 to 1, such as 0.25", text -> {
            if (!text.matches("[0-9]{1,3}(\\.[0-9]{1,10})?")) {
                return new Parsed.Bad<>("is not a decimal number");
            }
            double number = Double.parseDouble(text);
            return number > 1 ? new Parsed.Bad<>("is out of bounds") : new Parsed.Good<>(number);
        });
    }

    static ValueType<Boolean> bool() {
        return new ValueType<>("true or false", text -> switch (text) {
            case "true" -> new Parsed.Good<>(true);
            case "false" -> new Parsed.Good<>(false);
            default -> new Parsed.Bad<>("is neither true nor false");
        });
    }

    static ValueType<Duration> duration(String min, String max) {
        Duration least = durationOf(DURATION.matcher(min));
        Duration most = durationOf(DURATION.matcher(max));
        return new ValueType<>(min + " to " + max + ", in ms, s, m, h or d", text -> {
            if (!DURATION.matcher(text).matches()) {
                return new Parsed.Bad<>("is not a duration such as 30s");
            }
            Duration duration = durationOf(DURATION.matcher(text));
            return duration.compareTo(least) < 0 || duration.compareTo(most) > 0
                    ? new Parsed.Bad<>("is out of bounds")
                    : new Parsed.Good<>(duration);
        });
    }

    private static Duration durationOf(Matcher form) {
        if (!form.matches()) {
            throw new IllegalArgumentException("a bound of a duration is malformed");
        }
        long amount = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    /// A number of bytes.
    static ValueType<Integer> size(String min, String max) {
        long least = bytesOf(SIZE.matcher(min));
        long most = bytesOf(SIZE.matcher(max));
        return new ValueType<>(min + " to " + max + ", in B, KiB, MiB or GiB", text -> {
            if (!SIZE.matcher(text).matches()) {
                return new Parsed.Bad<>("is not a size such as 64KiB");
            }
            long bytes = bytesOf(SIZE.matcher(text));
            return bytes < least || bytes > most
                    ? new Parsed.Bad<>("is out of bounds")
                    : new Parsed.Good<>(Math.toIntExact(bytes));
        });
    }

    private static long bytesOf(Matcher form) {
        if (!form.matches()) {
            throw new IllegalArgumentException("a bound of a size is malformed");
        }
        return Long.parseLong(form.group(1)) * SIZE_BYTES.getOrDefault(form.group(2), 1L);
    }

    static <E extends Enum<E>> ValueType<E> oneOf(Class<E> words) {
        return new ValueType<>("one of " + wordList(words), text -> {
            E word = word(words, text);
            return word == null ? new Parsed.Bad<>("is not one of the known words") : new Parsed.Good<>(word);
        });
    }

    static <E extends Enum<E>> ValueType<Set<E>> someOf(Class<E> words) {
        return new ValueType<>("one or more of " + wordList(words) + ", with commas", text -> {
            Set<E> some = EnumSet.noneOf(words);
            for (String item : text.split(",", -1)) {
                E word = word(words, item.strip());
                if (word == null) {
                    return new Parsed.Bad<>("holds a word that is not known");
                }
                some.add(word);
            }
            return new Parsed.Good<>(Set.copyOf(some));
        });
    }

    private static <E extends Enum<E>> @Nullable E word(Class<E> words, String text) {
        for (E word : words.getEnumConstants()) {
            if (lowerCase(word).equals(text)) {
                return word;
            }
        }
        return null;
    }

    private static String wordList(Class<? extends Enum<?>> words) {
        return Arrays.stream(words.getEnumConstants()).map(Types::lowerCase).collect(Collectors.joining(", "));
    }

    private static String lowerCase(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    /// A text of which an expression tells the form and words tell it to a person.
    static ValueType<String> text(String expression, String allowed) {
        Pattern form = Pattern.compile(expression);
        return new ValueType<>(
                allowed,
                text -> form.matcher(text).matches()
                        ? new Parsed.Good<>(text)
                        : new Parsed.Bad<>("does not have the right form"));
    }

    static ValueType<String> host() {
        return text(HOST, "a host name or an IP address");
    }

    static ValueType<String> password() {
        return text("(?s).{1,1024}", "1 to 1024 characters");
    }

    static ValueType<String> hostOrEmpty() {
        return text("(" + HOST + ")?", "a host name, an IP address, or empty");
    }

    static ValueType<MailSender> mailSender() {
        return new ValueType<>("no-reply@example.org or Example <no-reply@example.org>", MailSender::parse);
    }

    static ValueType<Path> path() {
        return new ValueType<>("a path", text -> {
            if (text.isBlank()) {
                return new Parsed.Bad<>("is empty");
            }
            try {
                return new Parsed.Good<>(Path.of(text));
            } catch (InvalidPathException notAPath) {
                return new Parsed.Bad<>("is not a path");
            }
        });
    }

    /// An address of the web with scheme, host and perhaps a path.
    static ValueType<URI> webUrl() {
        return new ValueType<>("an http or https URL without user, query and fragment", text -> {
            URI uri;
            try {
                uri = new URI(text);
            } catch (URISyntaxException malformed) {
                return new Parsed.Bad<>("is not a URL");
            }
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (!web || uri.getHost() == null || uri.getPort() > 65_535) {
                return new Parsed.Bad<>("is not an http or https URL with a host");
            }
            return uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null
                    ? new Parsed.Bad<>("has more than scheme, host, port and path")
                    : new Parsed.Good<>(uri);
        });
    }

    /// An address of the web with scheme, host and port alone.
    static ValueType<URI> webOrigin() {
        return new ValueType<>(
                "an http or https URL without a path, such as https://id.example.com",
                text -> switch (webUrl().parse(text)) {
                    case Parsed.Good<URI>(URI uri) when uri.getRawPath().isEmpty() -> new Parsed.Good<>(uri);
                    case Parsed.Good<URI> _ -> new Parsed.Bad<>("has a path");
                    case Parsed.Bad<URI> bad -> bad;
                });
    }

    static ValueType<List<AddressRange>> addressRanges() {
        return new ValueType<>("IP addresses and ranges such as 10.0.0.0/8, with commas, or empty", text -> {
            List<AddressRange> ranges = new ArrayList<>();
            for (String item : text.isEmpty() ? new String[0] : text.split(",", -1)) {
                switch (AddressRange.parse(item.strip())) {
                    case Parsed.Good<AddressRange>(AddressRange range) -> ranges.add(range);
                    case Parsed.Bad<AddressRange>(String fault) -> {
                        return new Parsed.Bad<>(fault);
                    }
                }
            }
            return new Parsed.Good<>(List.copyOf(ranges));
        });
    }

    /// Machines by address, not by name, each with a port or the usual one.
    static ValueType<List<InetSocketAddress>> socketAddresses(int usualPort) {
        return new ValueType<>(
                "IP addresses such as 192.0.2.53 or [2001:db8::53]:5353, with commas, or empty", text -> {
                    List<InetSocketAddress> servers = new ArrayList<>();
                    for (String item : text.isEmpty() ? new String[0] : text.split(",", -1)) {
                        Optional<InetSocketAddress> server = Optional.ofNullable(HostPort.find(item.strip(), usualPort))
                                .flatMap(found -> AddressRange.literal(
                                                found.host().replaceAll("[\\[\\]]", ""))
                                        .map(address -> new InetSocketAddress(address, found.port())));
                        if (server.isEmpty()) {
                            return new Parsed.Bad<>("is not a list of IP addresses, with or without ports");
                        }
                        servers.add(server.get());
                    }
                    return new Parsed.Good<>(List.copyOf(servers));
                });
    }

    static ValueType<DatabaseUrl> databaseUrl() {
        return new ValueType<>(
                "postgresql://user:password@host:port/database or jdbc:postgresql://host:port/database",
                DatabaseUrl::parse);
    }

    /// Random bytes in base64, of one exact length.
    static ValueType<byte[]> base64(int bytes) {
        return new ValueType<>(bytes + " bytes in base64", text -> {
            byte[] decoded;
            try {
                decoded = Base64.getDecoder().decode(text);
            } catch (IllegalArgumentException malformed) {
                return new Parsed.Bad<>("is not base64");
            }
            return decoded.length == bytes
                    ? new Parsed.Good<>(decoded)
                    : new Parsed.Bad<>("has " + decoded.length + " bytes instead of " + bytes);
        });
    }
}
