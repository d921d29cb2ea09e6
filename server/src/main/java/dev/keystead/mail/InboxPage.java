package dev.keystead.mail;

import dev.keystead.platform.html.View;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/// The development inbox: the last mails, newest first.
public record InboxPage(List<Item> mails) implements View {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

    static InboxPage of(List<Inbox.Kept> kept) {
        return new InboxPage(kept.stream()
                .map(each -> new Item(each.id().text(), each.mail(), each.at().toString(), TIME.format(each.at())))
                .toList());
    }

    /// One mail as the page shows it.
    ///
    /// @param instant the time for programs
    /// @param time the time for people
    public record Item(String id, Mail mail, String instant, String time) {
        public String language() {
            return mail.language().toLanguageTag();
        }

        public String label() {
            return mail.action().map(Mail.Action::label).orElse("");
        }

        public String link() {
            return mail.action().map(action -> action.link().toString()).orElse("");
        }
    }

    @Override
    public String template() {
        return "inbox.jte";
    }

    public int most() {
        return Inbox.MOST;
    }
}
