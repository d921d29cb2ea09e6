package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.audit.AuditLog;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Work;
import dev.keystead.signup.NewPassword;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// The form with which people set their password.
final class PasswordForm {
    private final OwnPassword password;
    private final AuditLog audit;
    private final Clock clock;

    PasswordForm(OwnPassword password, AuditLog audit, Clock clock) {
        this.password = password;
        this.audit = audit;
        this.clock = clock;
    }

    /// Shows the page of the form again.
    interface Again {
        Reply show(FormErrors errors, int status);
    }

    /// Judges what was typed, and says what is to be done.
    ///
    /// @param proven whether its owner proved a moment ago who they are
    Work.ChangingBare take(Reader reader, boolean proven, Map<String, String> form, Again again) {
        String wanted = form.getOrDefault("password", "");
        if (wanted.isEmpty() || wanted.length() > MeRoutes.SetPassword.LONGEST) {
            return wrong(again, FormErrors.field("password", reader.text("form.needed")));
        }
        Optional<String> old = Optional.of(form.getOrDefault("old_password", ""))
                .filter(text -> !text.isEmpty() && text.length() <= MeRoutes.SetPassword.LONGEST);
        return switch (password.judge(reader.me(), proven, old, wanted)) {
            case OwnPassword.Judged.Ready ready ->
                (call, transaction) -> {
                    password.set(transaction, reader.me(), ready);
                    audit.write(transaction, call, reader.me().user(), MeRoutes.changed(reader.me()));
                    return Reply.seeOther(Done.PASSWORD.at(reader.at(Tab.SECURITY.path())));
                };
            case OwnPassword.Judged.ProofNeeded() ->
                wrong(again, FormErrors.field("old_password", reader.text("account.password.old-needed")));
            case OwnPassword.Judged.WrongOld() ->
                wrong(again, FormErrors.field("old_password", reader.text("account.password.wrong")));
            case OwnPassword.Judged.Locked(Instant until) -> {
                long minutes =
                        Math.max(1, (Duration.between(clock.instant(), until).toSeconds() + 59) / 60);
                yield Work.instead(again.show(FormErrors.whole(reader.text("signin.locked", minutes)), 429));
            }
            case OwnPassword.Judged.Bad(String key, int least) ->
                wrong(
                        again,
                        FormErrors.field(
                                "password",
                                NewPassword.sentence(reader.me().visitor().language(), key, least)));
        };
    }

    private static Work.ChangingBare wrong(Again again, FormErrors errors) {
        return Work.instead(again.show(errors, AccountPages.UNPROCESSABLE));
    }
}
