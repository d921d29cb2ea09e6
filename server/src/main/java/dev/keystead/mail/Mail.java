package dev.keystead.mail;

import dev.keystead.platform.json.Fields;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A mail to one person. Its texts are plain, without control characters: each paragraph is one text.
///
/// @param recipient a bare e-mail address
/// @param greeting the first line; also the heading where the mail is shown with colours
/// @param action the one link of the mail
/// @param footer why the recipient gets this mail
/// @param expiresAt when it is of no use any more; no later than its link
/// @param purpose why it is sent, in a word for logs such as `password-reset`
/// @param language of its texts
public record Mail(
        String recipient,
        String subject,
        String greeting,
        List<String> paragraphs,
        Optional<Action> action,
        String footer,
        Instant expiresAt,
        String purpose,
        Locale language) {

    private static final int LONGEST_LINE = 250;
    private static final int LONGEST_TEXT = 2_000;
    private static final int LONGEST_LINK = 4_000;
    private static final int MOST_PARAGRAPHS = 20;
    private static final Pattern PURPOSE = Pattern.compile("[a-z][a-z0-9_.-]{0,63}");

    /// @throws IllegalArgumentException for what cannot be a mail, without repeating the value
    public Mail {
        if (!Fields.isEmail(recipient)) {
            throw new IllegalArgumentException("the recipient of a mail is not an e-mail address");
        }
        requireText("subject", subject, LONGEST_LINE);
        requireText("greeting", greeting, LONGEST_LINE);
        if (paragraphs.size() > MOST_PARAGRAPHS) {
            throw new IllegalArgumentException("a mail has at most " + MOST_PARAGRAPHS + " paragraphs");
        }
        paragraphs.forEach(paragraph -> requireText("paragraph", paragraph, LONGEST_TEXT));
        paragraphs = List.copyOf(paragraphs);
        requireText("footer", footer, LONGEST_TEXT);
        if (!PURPOSE.matcher(purpose).matches()) {
            throw new IllegalArgumentException("the purpose of a mail is a word of a-z, 0-9, _, . and -");
        }
    }

    /// A line that has names in it, which people choose as long as they like: what does not fit is cut off.
    public static String line(String text) {
        if (text.length() <= LONGEST_LINE) {
            return text;
        }
        int end = LONGEST_LINE - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }

    /// A link and what is written on it.
    public record Action(String label, URI link) {
        public Action {
            requireText("label", label, LONGEST_LINE);
            boolean web = "https".equals(link.getScheme()) || "http".equals(link.getScheme());
            if (!web || link.getHost() == null || link.toString().length() > LONGEST_LINK) {
                throw new IllegalArgumentException("the link of a mail is an http or https URL with a host");
            }
        }
    }

    private static void requireText(String what, String text, int longest) {
        if (text.isBlank() || text.length() > longest) {
            throw new IllegalArgumentException("the " + what + " of a mail has 1 to " + longest + " characters");
        }
        if (text.codePoints().anyMatch(Mail::breaksLines)) {
            throw new IllegalArgumentException("the " + what + " of a mail holds a control character or half of one");
        }
    }

    /// Also the line and paragraph separators of Unicode, and halves of characters, which no encoding can carry.
    private static boolean breaksLines(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            default -> false;
        };
    }

    /// Not its texts: they may hold a link that lets somebody in.
    @Override
    public String toString() {
        return "Mail[" + purpose + "]";
    }
}
