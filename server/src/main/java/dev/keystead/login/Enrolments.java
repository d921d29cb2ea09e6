package dev.keystead.login;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.credential.Credentials;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.mail.Mails;
import dev.keystead.tenancy.Transaction;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// First factors that the policy wants before anybody comes in.
///
/// Whoever has one by now proves it instead: otherwise a sign-in that was begun with a found password could go around
/// what the owner has set up meanwhile. The owner hears of every new one, as it may be a stranger's.
public final class Enrolments {
    static final String LATE = "signin.wrong";

    private final Credentials credentials;
    private final Directory directory;
    private final Letters letters;
    private final Mails mails;
    private final AuthEvents events;

    public Enrolments(Credentials credentials, Directory directory, Letters letters, Mails mails, AuthEvents events) {
        this.credentials = credentials;
        this.directory = directory;
        this.letters = letters;
        this.mails = mails;
        this.events = events;
    }

    /// What is told of a new factor.
    ///
    /// @param sentence the key of what the mail says
    /// @param door the address under which the workspace's pages are found
    record News(AuthEvent.Type type, String sentence, String door) {}

    /// Adds a factor and tells of it; answers the key of what is wrong, or nothing.
    ///
    /// @param adding adds it, or answers what is wrong with it
    Optional<String> add(
            Transaction transaction, Visitor visitor, Flow flow, News news, Supplier<Optional<String>> adding) {
        UserId id = flow.user().orElseThrow();
        if (credentials.held(transaction, id).secondFactor()) {
            return Optional.of(LATE);
        }
        Optional<String> wrong = adding.get();
        if (wrong.isPresent()) {
            return wrong;
        }
        events.write(transaction, news.type(), Flows.about(flow), visitor.client(), Map.of());
        User owner = directory.find(transaction, id).orElseThrow();
        mails.send(transaction, letters.notice(visitor, owner, news.door(), news.sentence()));
        return Optional.empty();
    }
}
