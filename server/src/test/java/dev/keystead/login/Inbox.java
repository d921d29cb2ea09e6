package dev.keystead.login;

import dev.keystead.server.TestServer;
import dev.keystead.server.Until;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the mails that the server sent.
public record Inbox(TestServer server) {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Pattern LINK = Pattern.compile("href=\"([^\"]*token=[^\"]*)\"");
    private static final Pattern CODE = Pattern.compile("\\b(\\d{4}) (\\d{4})\\b");

    /// A mail as it was shown.
    public record Received(String text) {
        public URI link() {
            return URI.create(first(LINK).group(1).replace("&amp;", "&"));
        }

        public String token() {
            String query = link().getRawQuery();
            return query.substring(query.indexOf("token=") + "token=".length());
        }

        public String code() {
            Matcher found = first(CODE);
            return found.group(1) + found.group(2);
        }

        private Matcher first(Pattern pattern) {
            Matcher matcher = pattern.matcher(text);
            if (!matcher.find()) {
                throw new AssertionError("no " + pattern + " in " + text);
            }
            return matcher;
        }
    }

    /// The mails to an address, newest first.
    public List<Received> to(String address) {
        return Arrays.stream(server.as("").get("/dev/inbox").text().split("<article", -1))
                .filter(text -> text.contains("<code>" + address + "</code>"))
                .map(Received::new)
                .toList();
    }

    /// The newest of so many mails, once they are there.
    public Received await(String address, int many) {
        Until.holds(many + " mails to " + address, LIMIT, () -> to(address).size() >= many);
        return to(address).getFirst();
    }
}
