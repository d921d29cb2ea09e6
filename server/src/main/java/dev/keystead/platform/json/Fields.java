package dev.keystead.platform.json;

import java.net.URI;
import java.text.Normalizer;
import java.time.ZoneId;
import java.util.Collection;
import java.util.IllformedLocaleException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Checks the members of one record and remembers every failure, so that a person can correct all of them at once.
///
/// Each check answers the value in the form to keep (NFC, canonical locale). After the last one, [#refuseIfAny] throws
/// when something was wrong; until then an answered value may be the wrong one and must not be used.
///
/// ```java
/// record CreateUser(String email, @Nullable String name) {
///     CreateUser {
///         var fields = new Fields();
///         email = fields.email("email", email);
///         name = fields.optional(name, value -> fields.text("name", value, 1, 200));
///         fields.refuseIfAny();
///     }
/// }
/// ```
public final class Fields {
    private static final Pattern WORD = Pattern.compile("(?=.{2,40}$)[a-z][a-z0-9]*(-[a-z0-9]+)*");

    private static final int LONGEST_EMAIL = 254;
    private static final int LONGEST_LOCAL_PART = 64;
    private static final Pattern EMAIL =
            Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@"
                    + "([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?");
    private static final Pattern SLUG = Pattern.compile("[a-z](?:[a-z0-9]|-(?=[a-z0-9])){1,62}");
    private static final Set<String> ZONES = Set.copyOf(ZoneId.getAvailableZoneIds());

    private final Map<String, String> wrong = new LinkedHashMap<>();
    private @Nullable ReasonCode reason;

    /// Text of a length in code points, without control characters or spaces at its ends.
    public String text(String member, String value, int shortest, int longest) {
        String normal = Normalizer.normalize(value, Normalizer.Form.NFC);
        int length = normal.codePointCount(0, normal.length());
        if (length < shortest || length > longest) {
            refuse(
                    member,
                    shortest == 0
                            ? "must have at most " + longest + " characters"
                            : "must have " + shortest + " to " + longest + " characters");
        } else if (normal.codePoints().anyMatch(Fields::isUnprintable)) {
            refuse(member, "must not contain control characters");
        } else if (!normal.equals(normal.strip())) {
            refuse(member, "must not begin or end with a space");
        }
        return normal;
    }

    /// Whether a text is one that [#text] takes as it is, but for spaces at its ends.
    public static boolean isText(String value, int shortest, int longest) {
        var fields = new Fields();
        fields.text("text", value.strip(), shortest, longest);
        return fields.wrong.isEmpty();
    }

    /// An e-mail address as RFC 5321 carries it without quoting. Its spelling is kept.
    public String email(String member, String value) {
        if (!isEmail(value)) {
            refuse(member, "must be an e-mail address such as ada@example.org");
        }
        return value;
    }

    /// Whether the text is an e-mail address as RFC 5321 carries it without quoting: no space, no control character.
    public static boolean isEmail(String value) {
        return value.length() <= LONGEST_EMAIL
                && EMAIL.matcher(value).matches()
                && value.indexOf('@') <= LONGEST_LOCAL_PART;
    }

    /// A name for addresses: 2 to 63 of a-z, 0-9 and single inner dashes, beginning with a letter.
    public String slug(String member, String value) {
        if (!SLUG.matcher(value).matches()) {
            refuse(member, "must be 2 to 63 characters of a-z, 0-9 and single inner dashes, beginning with a letter");
        }
        return value;
    }

    /// A BCP 47 language tag, in its canonical spelling: `pt-BR`.
    public String locale(String member, String value) {
        try {
            Locale locale = new Locale.Builder().setLanguageTag(value).build();
            if (!locale.getLanguage().isEmpty() && value.length() <= 35) {
                return locale.toLanguageTag();
            }
        } catch (IllformedLocaleException _) {
            // Told below, together with the tags that are well-formed but name no language.
        }
        refuse(member, "must be a language tag such as en or pt-BR");
        return value;
    }

    /// A time zone of the IANA database.
    public String timeZone(String member, String value) {
        if (!ZONES.contains(value)) {
            refuse(member, "must be an IANA time zone such as America/Sao_Paulo");
        }
        return value;
    }

    /// One of a closed set of words.
    public String oneOf(String member, String value, Collection<String> words) {
        if (!words.contains(value)) {
            refuse(member, "must be one of " + String.join(", ", words));
        }
        return value;
    }

    public String matching(String member, String value, Pattern pattern, String message) {
        if (!pattern.matcher(value).matches()) {
            refuse(member, message);
        }
        return value;
    }

    /// A word of the installation's choice, such as the region `eu-west-1`.
    public String word(String member, String value) {
        return matching(
                member,
                value,
                WORD,
                "must be 2 to 40 characters of a-z, 0-9 and single inner dashes, beginning with a letter");
    }

    /// An address that anybody can be shown.
    public String https(String member, String value) {
        refuseIf(!isPlainHttps(value), member, "must be an https address of at most 2000 characters");
        return value;
    }

    private static boolean isPlainHttps(String value) {
        try {
            URI uri = URI.create(value);
            return value.length() <= 2000
                    && value.startsWith("https://")
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && value.chars().allMatch(c -> c < 128);
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    public int number(String member, int value, int least, int most) {
        if (value < least || value > most) {
            refuse(member, "must be a number from " + least + " to " + most);
        }
        return value;
    }

    /// An object of the sender's own making, of at most so many KiB.
    public JsonNode object(String member, JsonNode value, int mostKibibytes) {
        refuseIf(
                Json.bytes(value).length > mostKibibytes * 1024,
                member,
                "must have at most " + mostKibibytes + " KiB as JSON");
        return value;
    }

    /// Checks a value that may be absent.
    public <T> @Nullable T optional(@Nullable T value, Function<T, T> check) {
        return value == null ? null : check.apply(value);
    }

    /// Checks the new value of a change that cannot clear the member.
    public <T> Change<T> change(Change<T> change, Function<T, T> check) {
        return switch (change) {
            case Change.Keep<T> keep -> keep;
            case Change.Set<T>(T value) -> Change.to(check.apply(value));
        };
    }

    /// Checks the new value of a change that may clear the member.
    public <T> Change<@Nullable T> clearableChange(Change<@Nullable T> change, Function<T, T> check) {
        return switch (change) {
            case Change.Keep<@Nullable T> keep -> keep;
            case Change.Set<@Nullable T> set -> Change.to(optional(set.value(), check));
        };
    }

    /// Records a failure of a rule that only the caller knows. The first message of a member is kept.
    public void refuse(String member, String message) {
        wrong.putIfAbsent(member, message);
    }

    /// The same for a rule that has a word of its own; the first word is told.
    public void refuse(String member, String message, ReasonCode code) {
        refuse(member, message);
        reason = reason == null ? code : reason;
    }

    public void refuseIf(boolean isWrong, String member, String message) {
        if (isWrong) {
            refuse(member, message);
        }
    }

    /// Throws when any check failed.
    public void refuseIfAny() {
        if (!wrong.isEmpty()) {
            BadInput input = BadInput.members(wrong);
            throw reason == null ? input : input.because(reason);
        }
    }

    /// Control, format-override and unassigned characters: they hide text or change its order on a screen.
    private static boolean isUnprintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            // Joiners are part of words in several scripts and of emoji; the other format characters are not.
            case Character.FORMAT ->
                codePoint != 0x200C && codePoint != 0x200D && (codePoint < 0xE0020 || codePoint > 0xE007F);
            default -> false;
        };
    }
}
