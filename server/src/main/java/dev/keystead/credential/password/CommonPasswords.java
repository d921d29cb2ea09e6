package dev.keystead.credential.password;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// The hundred thousand passwords that people choose most, as nbvcxz lists them. Only the list is used: judging a
/// password by nbvcxz itself takes half a second when somebody sends 128 characters that were made for it.
final class CommonPasswords {
    /// Read at the first use and kept, in lower case.
    private static final Set<String> LIST = read("/dictionaries/passwords.txt");

    private CommonPasswords() {}

    private static Set<String> read(String resource) {
        try (InputStream bytes = Objects.requireNonNull(
                        CommonPasswords.class.getResourceAsStream(resource), "nbvcxz has its list of passwords");
                var lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .map(line -> line.strip().toLowerCase(Locale.ROOT))
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @param password in lower case
    static boolean contains(String password) {
        return LIST.contains(password);
    }
}
