package dev.keystead.setup;

import dev.keystead.apikey.ApiKeyRoutes.MadeKeyView;
import dev.keystead.apikey.ApiKeys;
import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.json.Fields;
import java.util.List;
import java.util.Optional;

/// The one-time link, for people and for scripts.
public final class SetupRoutes {
    private static final String WHY_OPEN = "the one-time token is the credential";
    private static final Param<String> TOKEN = Param.text("token", "The one-time token", 1, 200);

    private final Setup setup;
    private final AuditLog audit;
    private final SetupPages pages;

    public SetupRoutes(Setup setup, AuditLog audit, SetupPages pages) {
        this.setup = setup;
        this.audit = audit;
        this.pages = pages;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/setup", "The page behind the one-time link")
                        .open(WHY_OPEN)
                        .query(TOKEN)
                        .page(this::show),
                Route.post("/setup", "Use the one-time link and see the first key")
                        .open(WHY_OPEN)
                        .audits("setup.redeem")
                        .form(SetupForm::read, this::redeemOnPage),
                Route.post("/v1/system/bootstrap", "Use the one-time link and get the first API key")
                        .open(WHY_OPEN)
                        .audits("setup.redeem")
                        .takes(Bootstrap.class)
                        .answers(201, Shape.of(MadeKeyView.class), this::redeem));
    }

    /// What a script sends.
    public record Bootstrap(String token) {
        public Bootstrap {
            var fields = new Fields();
            token = fields.text("token", token, 1, 200);
            fields.refuseIfAny();
        }
    }

    /// What the page's form sends.
    record SetupForm(String token) {
        static SetupForm read(FormFields fields) {
            return new SetupForm(fields.require("token"));
        }
    }

    private Reply show(Call call) {
        Optional<String> token = call.find(TOKEN).filter(setup::isOpen);
        return token.map(open -> pages.confirm(call, open)).orElseGet(pages::linkDoesNotWork);
    }

    private Reply redeemOnPage(Call call, SetupForm form) {
        return redeemed(call, form.token()).map(made -> pages.done(call, made)).orElseGet(pages::linkDoesNotWork);
    }

    private Reply redeem(Call call, Bootstrap body) {
        return redeemed(call, body.token())
                .map(made -> Reply.json(201, MadeKeyView.of(made)))
                .orElseGet(() -> Reply.refused(401, "invalid token"));
    }

    private Optional<ApiKeys.Made> redeemed(Call call, String token) {
        return setup.redeem(
                token,
                (transaction, administrator, made) -> audit.write(
                        transaction,
                        call,
                        "did:keystead:" + administrator.text(),
                        made.key().id(),
                        AuditLog.Change.made(made.key().id().text())));
    }
}
