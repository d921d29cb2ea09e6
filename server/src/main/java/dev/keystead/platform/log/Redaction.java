package dev.keystead.platform.log;

import dev.keystead.platform.crypto.SecretPrefix;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Masks what looks like a credential in text that is about to be written down.
///
/// Masked are our own secrets by their prefix ([SecretPrefix]), those of webhooks, the credentials of an
/// `Authorization` field, the value after a name such as `password` or `client_secret` (written `password=x` or as
/// JSON), a line's cookies, and the password inside a URL. The name stays, so that a reader sees what was there.
/// The work grows with the length of the text alone.
public final class Redaction {
    private static final String MASK = "***";

    /// How a quote looks when JSON is quoted inside JSON.
    private static final String QUOTE_IN_QUOTES = "\\\"";

    /// Finds where a credential begins; where it ends is found by hand, because an expression that skips over
    /// quoted text can exhaust the stack on hostile input. Every repetition is bounded.
    private static final Pattern START =
            Pattern.compile("(?:" + SecretPrefix.alternatives() + """
            |whsec)_(?=[A-Za-z0-9])\
            |\\b(?:bearer|basic|dpop)[ ]{1,4}+(?=[A-Za-z0-9._~+/=-])\
            |(?:password|passwd|passphrase|pwd|secret|token|api[-_]?key|private[-_]?key|master[-_.]?key)\
            \\\\?["']?[ ]{0,4}+[=:][ ]{0,4}+(?!\\s|$)\
            |(?<cookies>cookie["']?[ ]{0,4}+:)\
            |(?<url>://[^\\s:/@?#]{0,200}+:(?=[^\\s/]{1,500}@))""", Pattern.CASE_INSENSITIVE);

    private static final Pattern SCHEME = Pattern.compile("(?:bearer|basic|dpop)[ ]{1,4}+", Pattern.CASE_INSENSITIVE);

    /// The words that START has before an underscore.
    private static final List<String> BEFORE_UNDERSCORE = Stream.concat(
                    Arrays.stream(SecretPrefix.values()).map(SecretPrefix::text), Stream.of("whsec"))
            .toList();

    // How the words end that it has before a space, and before an equals sign or a colon.
    private static final String BEFORE_SPACE = "er,ic,op";
    private static final String BEFORE_VALUE = "rd,wd,se,et,en,ey,ie";

    private Redaction() {}

    /// The text with the credentials in it masked.
    public static String mask(String text) {
        if (!mayHoldCredential(text)) {
            return text;
        }
        Matcher start = START.matcher(text);
        if (!start.find()) {
            return text;
        }
        StringBuilder masked = new StringBuilder(text.length());
        int copied = 0;
        do {
            masked.append(text, copied, start.end()).append(MASK);
            copied = credentialEnd(text, start);
        } while (copied < text.length() && start.find(copied));
        return masked.append(text, copied, text.length()).toString();
    }

    /// Whether the expression could find anything, by the few characters that all of its words need. Every
    /// request leaves a line, and hardly any line has them: looking for them costs a tenth of trying each
    /// word at each place.
    private static boolean mayHoldCredential(String text) {
        for (int at = 0; at < text.length(); at++) {
            boolean may = switch (text.charAt(at)) {
                case '_' -> endsWithWord(text, at);
                case ' ' -> endsWithOne(text, at, BEFORE_SPACE);
                case '=' -> endsWithOne(text, nameEnd(text, at), BEFORE_VALUE);
                case ':' -> text.startsWith("//", at + 1) || endsWithOne(text, nameEnd(text, at), BEFORE_VALUE);
                default -> false;
            };
            if (may) {
                return true;
            }
        }
        return false;
    }

    /// Where the name before a value ends: before spaces and quotes, escaped or not.
    private static int nameEnd(String text, int value) {
        int end = value;
        while (end > 0 && " \"'\\".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end;
    }

    /// Whole words, because half of one is in the name of every request's id.
    private static boolean endsWithWord(String text, int end) {
        for (String word : BEFORE_UNDERSCORE) {
            if (text.regionMatches(true, end - word.length(), word, 0, word.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean endsWithOne(String text, int end, String endings) {
        return end >= 2 && endings.contains(text.substring(end - 2, end).toLowerCase(Locale.ROOT));
    }

    private static int credentialEnd(String text, Matcher start) {
        int from = start.end();
        if (start.group("url") != null) {
            return passwordEnd(text, from);
        }
        if (start.group("cookies") != null) {
            return text.indexOf('\n', from) < 0 ? text.length() : text.indexOf('\n', from);
        }
        char quote = text.charAt(from);
        if (quote == '"' || quote == '\'') {
            return quotedEnd(text, from + 1, quote);
        }
        if (text.startsWith(QUOTE_IN_QUOTES, from)) {
            int closing = text.indexOf(QUOTE_IN_QUOTES, from + QUOTE_IN_QUOTES.length());
            return closing < 0 ? text.length() : closing + QUOTE_IN_QUOTES.length();
        }
        // A scheme before the credential is skipped over, or the credential itself would stay.
        Matcher scheme = SCHEME.matcher(text).region(from, text.length());
        int end = scheme.lookingAt() ? scheme.end() : from;
        while (end < text.length() && !endsCredential(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /// The last at sign before the path, since a careless password may hold one itself.
    private static int passwordEnd(String text, int from) {
        int end = from;
        for (int at = from;
                at < text.length() && text.charAt(at) != '/' && !Character.isWhitespace(text.charAt(at));
                at++) {
            end = text.charAt(at) == '@' ? at : end;
        }
        return end;
    }

    private static int quotedEnd(String text, int from, char quote) {
        for (int at = from; at < text.length(); at++) {
            char character = text.charAt(at);
            if (character == '\\') {
                at++;
            } else if (character == quote) {
                return at + 1;
            }
        }
        return text.length();
    }

    private static boolean endsCredential(char character) {
        return Character.isWhitespace(character) || "&;,)]}\"'<>".indexOf(character) >= 0;
    }
}
