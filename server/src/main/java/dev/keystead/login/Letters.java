package dev.keystead.login;

import dev.keystead.directory.User;
import dev.keystead.mail.Mail;
import dev.keystead.onetime.OneTimeTokens.Purpose;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.text.Texts.Language;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What people are written to about signing in.
public final class Letters {
    private final Clock clock;

    public Letters(Clock clock) {
        this.clock = clock;
    }

    /// A link to open in the browser where a sign-in began, and a code to type there.
    public Mail magicLink(Visitor visitor, User user, String door, String token, String code) {
        Language language = visitor.language();
        String name = visitor.place();
        String spaced = code.substring(0, 4) + " " + code.substring(4);
        var said = new Said(
                language.text("mail.magic-link.subject", name),
                List.of(language.text("mail.magic-link.body", name), language.text("mail.magic-link.code", spaced)),
                language.text("mail.magic-link.action"));
        return letter(visitor, user, Purpose.MAGIC_LINK, said, link(door + "/sign-in/link", token));
    }

    /// A link to set a new password.
    public Mail resetPassword(Visitor visitor, User user, String door, String token) {
        Language language = visitor.language();
        String name = visitor.place();
        var said = new Said(
                language.text("mail.reset.subject", name),
                List.of(language.text("mail.reset.body", name)),
                language.text("mail.reset.action"));
        return letter(visitor, user, Purpose.RESET_PASSWORD, said, link(door + "/password-reset", token));
    }

    /// A link that proves an address.
    public Mail verifyEmail(Visitor visitor, User user, String door, String token) {
        Language language = visitor.language();
        String name = visitor.place();
        var said = new Said(
                language.text("mail.verify.subject", name),
                List.of(language.text("mail.verify.body", name)),
                language.text("mail.verify.action"));
        return letter(visitor, user, Purpose.VERIFY_EMAIL, said, link(door + "/verify-email", token));
    }

    /// A link with which somebody comes in for the first time.
    public Mail invitation(Visitor visitor, User user, String door, String token) {
        Language language = visitor.language();
        String name = visitor.place();
        var said = new Said(
                language.text("mail.invitation.subject", name),
                List.of(language.text("mail.invitation.body", name)),
                language.text("mail.invitation.action"));
        String greeting = named(language, user);
        return letter(visitor, user, Purpose.INVITATION, greeting, said, link(door + "/welcome", token));
    }

    /// To somebody who has an account already and tried to make another one.
    public Mail alreadyThere(Visitor visitor, User user, String door) {
        Language language = visitor.language();
        return new Mail(
                user.mailbox(),
                Mail.line(language.text("mail.already.subject", visitor.place())),
                greeting(language, user),
                List.of(language.text("mail.already.body", visitor.place())),
                Optional.of(new Mail.Action(language.text("mail.already.action"), URI.create(door + "/sign-in"))),
                language.text("mail.footer", visitor.place()),
                clock.instant().plus(Duration.ofDays(1)),
                "already",
                language.locale());
    }

    /// Tells the owner of an account what was changed there, so that a stranger's hand is noticed.
    ///
    /// @param key of the sentence that says what; it takes the name of the workspace
    public Mail notice(Visitor visitor, User user, String door, String key) {
        Language language = visitor.language();
        String name = visitor.place();
        return new Mail(
                user.mailbox(),
                Mail.line(language.text("mail.notice.subject", name)),
                greeting(language, user),
                List.of(language.text(key, name), language.text("mail.notice.advice")),
                Optional.of(
                        new Mail.Action(language.text("mail.notice.action"), URI.create(door + "/account/security"))),
                language.text("mail.notice.footer", name),
                clock.instant().plus(Duration.ofDays(3)),
                "notice",
                language.locale());
    }

    private record Said(String subject, List<String> body, String action) {}

    /// Whoever types a stranger's address chooses the name of the account too: before the address is proven, no mail
    /// carries that to the stranger.
    private static String greeting(Language language, User user) {
        return user.emailVerifiedAt().isPresent() ? named(language, user) : language.text("mail.invite.greeting");
    }

    private static String named(Language language, User user) {
        return Mail.line(language.text("mail.greeting", user.displayName()));
    }

    private Mail letter(Visitor visitor, User user, Purpose purpose, Said said, URI link) {
        return letter(visitor, user, purpose, greeting(visitor.language(), user), said, link);
    }

    private Mail letter(Visitor visitor, User user, Purpose purpose, String greeting, Said said, URI link) {
        Language language = visitor.language();
        return new Mail(
                user.mailbox(),
                Mail.line(said.subject()),
                greeting,
                said.body(),
                Optional.of(new Mail.Action(said.action(), link)),
                language.text("mail.footer", visitor.place()),
                clock.instant().plus(purpose.life()),
                Words.of(purpose),
                language.locale());
    }

    private static URI link(String page, String token) {
        return URI.create(page + "?token=" + URLEncoder.encode(token, StandardCharsets.UTF_8));
    }
}
