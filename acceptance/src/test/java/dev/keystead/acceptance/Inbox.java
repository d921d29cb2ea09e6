package dev.keystead.acceptance;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The page on which a server for development shows its mails.
record Inbox(Client anyone) {
    private static final String PATH = "/dev/inbox";
    private static final Pattern CODE = Pattern.compile("\\b(\\d{4} \\d{4})\\b");
    private static final Pattern TOKEN = Pattern.compile("token=([A-Za-z0-9_-]+)");

    /// Opens the page and the link in the newest mail to somebody.
    ///
    /// @param purpose the word that stands over each mail, such as `invitation`
    void followLink(Person reader, String recipient, String purpose) {
        read(recipient, purpose);
        reader.open(PATH);
        Page page = reader.page();
        reader.follow(page.locator("article.letter", new Page.LocatorOptions().setHasText(recipient))
                .filter(new Locator.FilterOptions().setHas(page.locator(".tag", tag(purpose))))
                .first()
                .locator(".letter-link"));
    }

    private static Page.LocatorOptions tag(String purpose) {
        return new Page.LocatorOptions().setHasText(Pattern.compile("^" + purpose + "$"));
    }

    /// The code in the newest mail to somebody.
    String code(String recipient, String purpose) {
        return find(CODE, read(recipient, purpose));
    }

    /// The token in the link of the newest mail to somebody.
    String token(String recipient, String purpose) {
        return find(TOKEN, read(recipient, purpose));
    }

    private static String find(Pattern pattern, String mail) {
        Matcher found = pattern.matcher(mail);
        if (!found.find()) {
            throw new AssertionError("The mail has no " + pattern + ":\n" + mail);
        }
        return found.group(1);
    }

    /// The newest mail to somebody, once it has come.
    private String read(String recipient, String purpose) {
        await(recipient, purpose, 1);
        return all(recipient, purpose).getFirst();
    }

    /// Waits until somebody has got so many mails.
    void await(String recipient, String purpose, int mails) {
        Until.isTrue(
                mails + " mails about " + purpose + " to " + recipient,
                () -> all(recipient, purpose).size() >= mails);
    }

    private List<String> all(String recipient, String purpose) {
        return Stream.of(anyone.get(PATH).body().split("<article", -1))
                .filter(mail -> mail.contains("<code>" + recipient + "</code>"))
                .filter(mail -> mail.contains("<span class=\"tag\">" + purpose + "</span>"))
                .toList();
    }
}
