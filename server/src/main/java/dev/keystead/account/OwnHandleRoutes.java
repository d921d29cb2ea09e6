package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.directory.User;
import dev.keystead.directory.UserView;
import dev.keystead.handle.Handle;
import dev.keystead.login.Door;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.json.Fields;
import dev.keystead.signup.HandleTold;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The handle of one's own account, for programs and on its page.
public final class OwnHandleRoutes {
    private static final Param<String> HANDLE = Param.text("handle", "The handle that was typed so far", 0, 100);

    private final Parts parts;
    private final Answers<User> answers;

    /// @param brake refuses whoever asks too often from an address whether handles are free
    record Parts(
            Door door,
            Readers readers,
            RecentProof proof,
            OwnHandle handle,
            ProfilePages profile,
            Consumer<String> brake,
            Pages pages,
            AuditLog audit) {}

    OwnHandleRoutes(Parts parts) {
        this.parts = parts;
        this.answers =
                new Answers<>(parts.audit(), new Answers.Kind<>(User::id, User::version, UserView::of, _ -> "/v1/me"));
    }

    List<Route> routes() {
        return List.of(
                Route.put("/v1/me/handle", "Change your own handle and the address with it; needs a recent proof")
                        .self("write:user:self")
                        .audits("account.update")
                        .versioned()
                        .takes(SetHandle.class)
                        .prepares(200, Shape.of(UserView.class), this::set),
                Route.get("/account/handle", "Whether a handle is free, below the field in which it is typed")
                        .signedIn()
                        .query(HANDLE)
                        .page(this::check),
                Route.post("/account/handle", "Change your handle")
                        .signedIn()
                        .audits("account.update")
                        .preparedForm(FormFields::values, this::change));
    }

    /// The wish for another handle.
    public record SetHandle(String handle) {
        public SetHandle {
            var fields = new Fields();
            handle = Handle.checked(fields, handle);
            fields.refuseIfAny();
        }
    }

    private Work.ChangingBare set(Call call, SetHandle body) {
        parts.proof().require(call);
        Me me = Me.of(call, parts.door());
        return (_, transaction) ->
                answers.to(call, transaction, parts.handle().change(transaction, me, call.ifMatch(), body.handle()));
    }

    private Reply check(Call call) {
        Reader reader = parts.readers().of(call);
        if (call.find(HANDLE).isEmpty()) {
            // The field always names what was typed. Without it, somebody opens the address of the form again.
            return Reply.seeOther(reader.at(Tab.PROFILE.path()));
        }
        String typed = call.find(HANDLE).orElse("").strip();
        if (!typed.isEmpty()) {
            parts.brake().accept(call.remoteAddress());
        }
        Optional<String> fault =
                typed.isEmpty() ? Optional.empty() : parts.handle().fault(reader.user(), typed);
        var told = new HandleTold(reader.me().visitor().language(), fault, typed.isEmpty());
        return Reply.page(200, parts.pages().html(told));
    }

    private Work.ChangingBare change(Call call, Map<String, String> form) {
        Reader reader = parts.readers().of(call);
        if (!parts.proof().isGiven(call)) {
            return Work.instead(Reply.seeOther(RecentProof.address(call, Tab.PROFILE.path())));
        }
        String typed = form.getOrDefault("handle", "").strip();
        Optional<String> fault = parts.handle().fault(reader.user(), typed);
        if (fault.isPresent() || parts.handle().nextChange(reader.me()).isPresent()) {
            return Work.instead(again(reader, form, fault.orElse("account.handle.too-soon")));
        }
        Reply refused = again(reader, form, "signup.handle.taken");
        return (_, transaction) -> {
            Outcome<User> outcome = parts.handle().change(transaction, reader.me(), Optional.empty(), typed);
            if (outcome instanceof Outcome.Changed<User> changed) {
                // What is audited is the user, as everywhere.
                answers.to(call, transaction, changed);
                return Reply.seeOther(Done.HANDLE.at(reader.at(Tab.PROFILE.path())));
            }
            call.markUnchanged();
            return outcome instanceof Outcome.Unchanged<User>
                    ? Reply.seeOther(Done.SAVED.at(reader.at(Tab.PROFILE.path())))
                    : refused;
        };
    }

    private Reply again(Reader reader, Map<String, String> form, String key) {
        return parts.profile()
                .show(reader, form, FormErrors.field("handle", reader.text(key)), AccountPages.UNPROCESSABLE);
    }
}
