package dev.keystead.platform.config;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One thing that an operator may choose.
///
/// @param key its name in the file, such as `http.max-body`; the other sources derive theirs from it
/// @param defaultText the value when no source has one, as it would be written in a file
/// @param description one or two sentences for someone who meets it for the first time
/// @param secret whether its value must never be printed; a secret can also be given as the path of a file, under
///     the key with `-file` added
/// @param otherFlag a second flag with the same meaning, without its dashes, null when there is none
public record Setting<T extends @Nullable Object>(
        String key,
        ValueType<T> type,
        String defaultText,
        String description,
        boolean secret,
        @Nullable String otherFlag) {

    private static final Pattern KEY = Pattern.compile("[a-z]+(?:[.-][a-z]+)*");
    private static final String FILE_SUFFIX = "-file";

    public Setting {
        if (!KEY.matcher(key).matches() || (!secret && key.endsWith(FILE_SUFFIX))) {
            throw new IllegalArgumentException("a setting cannot be named " + key);
        }
        if (type.parse(defaultText) instanceof Parsed.Bad<T>(String fault)) {
            throw new IllegalArgumentException("the default of " + key + " " + fault);
        }
    }

    static <T extends @Nullable Object> Setting<T> open(
            String key, ValueType<T> type, String defaultText, String description) {
        return new Setting<>(key, type, defaultText, description, false, null);
    }

    /// A secret has no default: a secret that everybody knows is none.
    static <T> Setting<@Nullable Secret<T>> secret(String key, ValueType<T> type, String description) {
        return new Setting<>(key, Types.optional(Types.secret(type)), "", description, true, null);
    }

    Setting<T> orFlag(String name) {
        return new Setting<>(key, type, defaultText, description, secret, name);
    }

    /// The variable of the environment: `KEYSTEAD_HTTP_MAX_BODY`.
    public String variable() {
        return variableOf(key);
    }

    /// The flag on the command line: `--http-max-body`.
    public String flag() {
        return flagOf(key);
    }

    /// The key under which a secret is given as the path of a file.
    String fileKey() {
        return key + FILE_SUFFIX;
    }

    static String variableOf(String key) {
        return "KEYSTEAD_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    static String flagOf(String key) {
        return "--" + key.replace('.', '-');
    }

    @Override
    public String toString() {
        return key;
    }
}
