package dev.keystead.account;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.credential.AuthenticatorApps.Beginning;
import dev.keystead.credential.FactorId;
import dev.keystead.credential.Passkey;
import dev.keystead.credential.RecoveryCodes;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.login.Door;
import dev.keystead.login.FlowRoutes.QuestionView;
import dev.keystead.login.PasskeyStep;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.policy.MfaPolicy;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A person's own second factors for programs. A change needs a recent proof, which a key cannot give.
public final class FactorRoutes {
    private static final String READ = "read:user:self";
    private static final String WRITE = "write:user:self";
    private static final String NOT_YET = "nothing counts until a code or an answer to the challenge was seen";

    private final Door door;
    private final RecentProof proof;
    private final OwnFactors factors;
    private final Directory directory;
    private final AuditLog audit;

    FactorRoutes(Door door, RecentProof proof, OwnFactors factors, Directory directory, AuditLog audit) {
        this.door = door;
        this.proof = proof;
        this.factors = factors;
        this.directory = directory;
        this.audit = audit;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/me/mfa", "Read what you get in with: password, factors, recovery codes left")
                        .self(READ)
                        .answers(
                                Shape.of(Factors.MfaView.class),
                                call -> Reply.ok(
                                        factors.of(Me.of(call, door).user()).view())),
                Route.post("/v1/me/mfa", "Begin with an authenticator app; its secret is shown in this answer only")
                        .self(WRITE)
                        .auditsNothing(NOT_YET)
                        .takes(BeginFactor.class)
                        .prepares(201, Shape.of(BegunAppView.class), (call, _) -> acting(call, this::begin)),
                Route.post("/v1/me/mfa/{id}:verify", "Confirm an authenticator app by a code of it")
                        .self(WRITE)
                        .audits("totp.add")
                        .takes(VerifyFactor.class)
                        .prepares(
                                200,
                                Shape.of(AddedView.class),
                                (call, body) -> acting(
                                        call,
                                        acting -> answer(
                                                acting,
                                                factors.confirmApp(
                                                        acting.transaction(),
                                                        acting.me(),
                                                        acting.user(),
                                                        acting.rules(),
                                                        Optional.of(id(call)),
                                                        body.code())))),
                Route.patch("/v1/me/mfa/{id}", "Give a passkey another name")
                        .self(WRITE)
                        .audits("passkey.rename")
                        .takes(RenameFactor.class)
                        .prepares(
                                200,
                                Shape.of(Factors.FactorView.class),
                                (call, body) -> acting(call, acting -> rename(acting, body.name()))),
                Route.delete("/v1/me/mfa/{id}", "Take away a passkey or the authenticator app")
                        .self(WRITE)
                        .audits("mfa.remove")
                        .takesNothing()
                        .prepares(204, Shape.nothing(), call -> acting(call, this::remove)),
                Route.post("/v1/me/passkeys:begin", "Ask for a challenge with which a passkey is made")
                        .self(WRITE)
                        .auditsNothing(NOT_YET)
                        .takesNothing()
                        .prepares(200, Shape.of(QuestionView.class), call -> acting(call, this::beginPasskey)),
                Route.post("/v1/me/passkeys:finish", "Keep the passkey that a browser made")
                        .self(WRITE)
                        .audits("passkey.add")
                        .takes(FinishPasskey.class)
                        .prepares(
                                200,
                                Shape.of(AddedView.class),
                                (call, body) -> acting(
                                        call,
                                        acting -> answer(
                                                acting,
                                                factors.finishPasskey(
                                                        acting.transaction(),
                                                        acting.me(),
                                                        acting.user(),
                                                        acting.rules(),
                                                        body.challenge(),
                                                        body.credential())))),
                Route.post(
                                "/v1/me/recovery-codes:regenerate",
                                "Make ten recovery codes in place of all that are left; they are shown once")
                        .self(WRITE)
                        .audits("recovery_codes.make")
                        .takesNothing()
                        .prepares(200, Shape.of(CodesView.class), this::regenerate));
    }

    /// What can be begun by a secret.
    public enum BegunType {
        TOTP
    }

    public record BeginFactor(BegunType type) {}

    /// A code of the app that was begun.
    public record VerifyFactor(String code) {
        public VerifyFactor {
            var fields = new Fields();
            code = fields.text("code", code, 1, 20);
            fields.refuseIfAny();
        }
    }

    public record RenameFactor(String name) {
        public RenameFactor {
            var fields = new Fields();
            name = fields.text("name", name, 1, 120);
            fields.refuseIfAny();
        }
    }

    /// A browser's answer.
    ///
    /// @param challenge the name that was given with the question
    /// @param credential the JSON text of the new credential
    public record FinishPasskey(String challenge, String credential) {
        public FinishPasskey {
            var fields = new Fields();
            challenge = fields.text("challenge", challenge, 1, 100);
            credential = fields.text("credential", credential, 1, 20_000);
            fields.refuseIfAny();
        }
    }

    /// An app that was begun, with its secret, which is never shown again.
    public record BegunAppView(String id, String secret, String uri) {}

    /// A factor that counts from now on.
    ///
    /// @param needsRecoveryCodes whether there is nothing that could stand in for it
    public record AddedView(String id, String name, boolean needsRecoveryCodes) {}

    /// New codes, which are never shown again.
    public record CodesView(List<String> codes) {}

    /// Somebody who acts on their factors inside a transaction.
    private record Acting(Call call, Transaction transaction, Me me, User user, OwnFactors.Rules rules) {
        String text(String key) {
            return me.visitor().language().text(key);
        }
    }

    private interface Deed {
        Reply done(Acting acting);
    }

    private Work.ChangingBare acting(Call call, Deed deed) {
        proof.require(call);
        Me me = Me.of(call, door);
        OwnFactors.Rules rules = factors.rules(me);
        return (_, transaction) -> {
            User user = directory.find(transaction, me.user()).orElseThrow(Refusal::notFound);
            return deed.done(new Acting(call, transaction, me, user, rules));
        };
    }

    private Reply begin(Acting acting) {
        if (!acting.rules().allows(MfaPolicy.Factor.TOTP)) {
            return Reply.conflict(acting.text(OwnFactors.NOT_ALLOWED));
        }
        return switch (factors.beginApp(acting.transaction(), acting.me(), acting.user())) {
            case Beginning.Begun begun ->
                Reply.created(
                        "/v1/me/mfa/" + begun.id().text(),
                        new BegunAppView(begun.id().text(), begun.secret().base32(), begun.uri()));
            case Beginning.AlreadyThere() -> Reply.conflict(acting.text(OwnFactors.ALREADY));
        };
    }

    private Reply beginPasskey(Acting acting) {
        if (!acting.rules().allows(MfaPolicy.Factor.PASSKEY)) {
            return Reply.conflict(acting.text(OwnFactors.NOT_ALLOWED));
        }
        PasskeyStep.Question question =
                factors.beginPasskey(acting.transaction(), acting.me(), acting.user(), acting.rules());
        return Reply.ok(new QuestionView(question.challenge(), question.options()));
    }

    /// A refusal is thrown only where nothing must be kept: a challenge stays used up.
    private Reply answer(Acting acting, FactorOutcome outcome) {
        return switch (outcome) {
            case FactorOutcome.Done(FactorId id, String name, boolean codesNext) -> {
                audit.write(acting.transaction(), acting.call(), id, AuditLog.Change.made(Map.of("name", name)));
                yield Reply.ok(new AddedView(id.text(), name, codesNext));
            }
            case FactorOutcome.Unchanged(FactorId id) -> {
                acting.call().markUnchanged();
                yield Reply.ok(new AddedView(id.text(), "", false));
            }
            case FactorOutcome.NotFound() -> Reply.notFound();
            case FactorOutcome.Wrong(String member, String key) ->
                Reply.refused(BadInput.member(member, acting.text(key)));
            case FactorOutcome.Refused(String key) -> Reply.conflict(acting.text(key));
        };
    }

    private Reply rename(Acting acting, String name) {
        return switch (factors.rename(acting.transaction(), acting.me(), id(acting.call()), name)) {
            case Outcome.Changed<Passkey>(Passkey before, Passkey after) -> {
                audit.write(
                        acting.transaction(),
                        acting.call(),
                        after.id(),
                        new AuditLog.Change(Map.of("name", before.name()), Map.of("name", after.name())));
                yield Reply.ok(Factors.FactorView.of(after));
            }
            case Outcome.Unchanged<Passkey>(Passkey same) -> {
                acting.call().markUnchanged();
                yield Reply.ok(Factors.FactorView.of(same));
            }
            case Outcome<Passkey> _ -> Reply.notFound();
        };
    }

    private Reply remove(Acting acting) {
        FactorOutcome outcome = factors.remove(
                acting.transaction(), acting.me(), acting.user(), acting.rules().required(), id(acting.call()));
        if (outcome instanceof FactorOutcome.Done(FactorId id, String name, boolean _)) {
            audit.write(acting.transaction(), acting.call(), id, AuditLog.Change.removed(Map.of("name", name)));
            return Reply.empty();
        }
        return answer(acting, outcome);
    }

    private Work.ChangingBare regenerate(Call call) {
        proof.require(call);
        Me me = Me.of(call, door);
        Optional<String> bar = factors.barsCodes(factors.rules(me), factors.of(me.user()));
        if (bar.isPresent()) {
            return Work.instead(Reply.conflict(me.visitor().language().text(bar.get())));
        }
        RecoveryCodes.Prepared prepared = factors.prepareCodes();
        return acting(call, acting -> {
            factors.replaceCodes(acting.transaction(), me, acting.user(), prepared);
            audit.write(acting.transaction(), call, me.user(), MeRoutes.changed(me));
            return Reply.ok(new CodesView(prepared.codes()));
        });
    }

    private static FactorId id(Call call) {
        return call.id("id", FactorId::new, Prefix.FACTOR.text());
    }
}
