package dev.keystead.signup;

import dev.keystead.directory.User;
import dev.keystead.login.SignInPages;
import dev.keystead.login.Visitor;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.policy.Policies;
import dev.keystead.workspace.Workspace;
import java.util.Map;
import java.util.Optional;

/// Makes the pages of a first or forgotten sign-in.
public final class SignUpPages {
    private final Pages pages;
    private final SignInPages frame;
    private final Policies policies;

    public SignUpPages(Pages pages, SignInPages frame, Policies policies) {
        this.pages = pages;
        this.frame = frame;
        this.policies = policies;
    }

    Reply show(
            Call call,
            Visitor visitor,
            String template,
            FormErrors errors,
            Map<String, String> values,
            String token,
            int status) {
        Workspace workspace = visitor.workspace();
        // A page behind a link names the token in its address: it is opened again from the mail, not from here.
        Optional<String> here = token.isEmpty() ? Optional.of(WayBack.here(call)) : Optional.empty();
        var page = new SignUpPage(
                "signup/" + template + ".jte",
                frame.card(call, visitor, here),
                call.csrfToken(),
                call.prefix(),
                WayBack.signIn(call),
                errors,
                values,
                token,
                workspace.kind() == Workspace.Kind.SYSTEM,
                policies.password(workspace.id().value()).minLength());
        return Reply.page(status, pages.html(page));
    }

    /// The form for another password, or the first one.
    Reply newPassword(
            Call call, Visitor visitor, NewPasswordFor reason, User user, String token, FormErrors errors, int status) {
        Map<String, String> values = Map.of("account", user.email(), "reason", reason.name());
        return show(call, visitor, "new-password", errors, values, token, status);
    }

    /// The part of a page below the field for a handle.
    Reply handleTold(HandleTold told) {
        return Reply.page(200, pages.html(told));
    }

    /// A page that only says something.
    Reply told(Call call, Visitor visitor, Told told, int status) {
        var page = new ToldPage(frame.card(call, visitor, Optional.empty()), WayBack.signIn(call), told);
        return Reply.page(status, pages.html(page));
    }
}
