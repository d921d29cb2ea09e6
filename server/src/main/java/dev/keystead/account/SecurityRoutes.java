package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.credential.AuthenticatorApps.Beginning;
import dev.keystead.credential.FactorId;
import dev.keystead.credential.Passkey;
import dev.keystead.credential.RecoveryCodes;
import dev.keystead.credential.totp.QrSvg;
import dev.keystead.login.PasskeyStep;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import dev.keystead.policy.MfaPolicy;
import dev.keystead.policy.Policies;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The pages on which people look after what they get in with.
final class SecurityRoutes {
    private static final String NOT_YET = "an app counts once a code of it was seen";
    private static final int LONGEST_NAME = 120;

    private final Readers readers;
    private final RecentProof proof;
    private final PasswordForm password;
    private final OwnFactors factors;
    private final Policies policies;
    private final Database database;
    private final AccountPages pages;
    private final AuditLog audit;

    SecurityRoutes(
            Readers readers,
            RecentProof proof,
            PasswordForm password,
            OwnFactors factors,
            Policies policies,
            Database database,
            AccountPages pages,
            AuditLog audit) {
        this.readers = readers;
        this.proof = proof;
        this.password = password;
        this.factors = factors;
        this.policies = policies;
        this.database = database;
        this.pages = pages;
        this.audit = audit;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/account/security", "The page with what you get in with")
                        .signedIn()
                        .query(AccountPages.DONE, WishedLanguage.UI_LOCALES)
                        .page(call -> overview(readers.of(call)).show(FormErrors.none(), 200)),
                Route.post("/account/security/password", "Set your password")
                        .signedIn()
                        .audits("password.change")
                        .preparedForm(FormFields::values, this::setPassword),
                Route.get("/account/security/passkeys/new", "The page to make a passkey")
                        .signedIn()
                        .page(this::newPasskey),
                Route.post("/account/security/passkeys", "Keep the passkey that the browser made")
                        .signedIn()
                        .audits("passkey.add")
                        .preparedForm(FormFields::values, this::addPasskey),
                Route.post("/account/security/passkeys/{id}/rename", "Give a passkey another name")
                        .signedIn()
                        .audits("passkey.rename")
                        .preparedForm(FormFields::values, this::rename),
                Route.post("/account/security/passkeys/{id}/remove", "Take a passkey away")
                        .signedIn()
                        .audits("passkey.remove")
                        .preparedForm(FormFields::values, (call, _) -> remove(call)),
                Route.post("/account/security/app", "Begin with an authenticator app; its secret is shown once")
                        .signedIn()
                        .auditsNothing(NOT_YET)
                        .preparedForm(FormFields::values, (call, _) -> beginApp(call)),
                Route.post("/account/security/app/confirm", "Confirm the authenticator app by a code of it")
                        .signedIn()
                        .audits("totp.add")
                        .preparedForm(FormFields::values, this::confirmApp),
                Route.post("/account/security/app/{id}/remove", "Take the authenticator app away")
                        .signedIn()
                        .audits("totp.remove")
                        .preparedForm(FormFields::values, (call, _) -> remove(call)),
                Route.post("/account/security/recovery-codes", "Make recovery codes, which are shown once")
                        .signedIn()
                        .audits("recovery_codes.make")
                        .preparedForm(FormFields::values, (call, _) -> makeCodes(call)));
    }

    /// The page with everything, read before a transaction is opened.
    private final class Overview {
        private final Reader reader;
        private final Factors had;
        private final OwnFactors.Rules rules;
        private final boolean open;
        private final int leastLength;

        private Overview(Reader reader) {
            this.reader = reader;
            this.had = factors.of(reader.me().user());
            this.rules = factors.rules(reader.me());
            this.open = proof.isGiven(reader.call());
            this.leastLength = policies.password(reader.me().tenant()).minLength();
        }

        Reply show(FormErrors errors, int status) {
            return pages.show(
                    reader,
                    Tab.SECURITY,
                    errors,
                    status,
                    around -> new SecurityPages.Overview(
                            around,
                            had.password(),
                            had.passkeys(),
                            had.app(),
                            had.recoveryCodes(),
                            rules.policy(),
                            rules.allows(MfaPolicy.Factor.PASSKEY),
                            leastLength,
                            open,
                            RecentProof.address(reader.call(), Tab.SECURITY.path())));
        }

        Reply refuse(String key) {
            return show(FormErrors.whole(reader.text(key)), 409);
        }
    }

    private Overview overview(Reader reader) {
        return new Overview(reader);
    }

    private Work.ChangingBare setPassword(Call call, Map<String, String> form) {
        Overview page = overview(readers.of(call));
        return password.take(page.reader, page.open, form, page::show);
    }

    private interface Deed {
        Reply done(Overview page, Transaction transaction);
    }

    /// Whoever has not proved a moment ago who they are does that first, and comes back.
    private Work.ChangingBare proven(Call call, Deed deed) {
        if (!proof.isGiven(call)) {
            return Work.instead(Reply.seeOther(RecentProof.address(call, Tab.SECURITY.path())));
        }
        Overview page = overview(readers.of(call));
        return (_, transaction) -> deed.done(page, transaction);
    }

    private Reply newPasskey(Call call) {
        if (!proof.isGiven(call)) {
            return Reply.seeOther(RecentProof.address(call, "/account/security/passkeys/new"));
        }
        Reader reader = readers.of(call);
        OwnFactors.Rules rules = factors.rules(reader.me());
        if (!rules.allows(MfaPolicy.Factor.PASSKEY)) {
            throw Refusal.notFound();
        }
        PasskeyStep.Question question =
                database.write(transaction -> factors.beginPasskey(transaction, reader.me(), reader.user(), rules));
        return showNewPasskey(reader, Optional.of(question), FormErrors.none(), 200);
    }

    private Reply showNewPasskey(
            Reader reader, Optional<PasskeyStep.Question> question, FormErrors errors, int status) {
        return pages.showOnce(
                reader, Tab.SECURITY, errors, status, around -> new SecurityPages.NewPasskey(around, question));
    }

    private Work.ChangingBare addPasskey(Call call, Map<String, String> form) {
        return proven(call, (page, transaction) -> {
            FactorOutcome outcome = factors.finishPasskey(
                    transaction,
                    page.reader.me(),
                    page.reader.user(),
                    page.rules,
                    form.getOrDefault("challenge", ""),
                    form.getOrDefault("credential", ""));
            return outcome instanceof FactorOutcome.Wrong(String _, String key)
                    ? showNewPasskey(
                            page.reader,
                            Optional.empty(),
                            FormErrors.whole(page.reader.text(key)),
                            AccountPages.UNPROCESSABLE)
                    : added(page, transaction, outcome, Done.PASSKEY);
        });
    }

    private Reply added(Overview page, Transaction transaction, FactorOutcome outcome, Done done) {
        return switch (outcome) {
            case FactorOutcome.Done(FactorId id, String name, boolean _) -> {
                audit.write(transaction, page.reader.call(), id, AuditLog.Change.made(Map.of("name", name)));
                yield Reply.seeOther(done.at(page.reader.at(Tab.SECURITY.path())));
            }
            case FactorOutcome.Unchanged _ -> back(page);
            case FactorOutcome.NotFound() -> Reply.notFound();
            case FactorOutcome.Wrong(String _, String key) -> page.refuse(key);
            case FactorOutcome.Refused(String key) -> page.refuse(key);
        };
    }

    private static Reply back(Overview page) {
        page.reader.call().markUnchanged();
        return Reply.seeOther(page.reader.at(Tab.SECURITY.path()));
    }

    private Work.ChangingBare rename(Call call, Map<String, String> form) {
        String name = form.getOrDefault("name", "").strip();
        return proven(call, (page, transaction) -> {
            if (!Fields.isText(name, 1, LONGEST_NAME)) {
                return page.show(
                        FormErrors.whole(page.reader.text("account.passkey.name-needed")), AccountPages.UNPROCESSABLE);
            }
            return switch (factors.rename(transaction, page.reader.me(), id(call), name)) {
                case Outcome.Changed<Passkey>(Passkey before, Passkey after) -> {
                    audit.write(
                            transaction,
                            call,
                            after.id(),
                            new AuditLog.Change(Map.of("name", before.name()), Map.of("name", after.name())));
                    yield Reply.seeOther(Done.RENAMED.at(page.reader.at(Tab.SECURITY.path())));
                }
                case Outcome.Unchanged<Passkey> _ -> back(page);
                case Outcome<Passkey> _ -> Reply.notFound();
            };
        });
    }

    private Work.ChangingBare remove(Call call) {
        return proven(call, (page, transaction) -> {
            FactorOutcome outcome =
                    factors.remove(transaction, page.reader.me(), page.reader.user(), page.rules.required(), id(call));
            if (outcome instanceof FactorOutcome.Done(FactorId id, String name, boolean _)) {
                audit.write(transaction, call, id, AuditLog.Change.removed(Map.of("name", name)));
                return Reply.seeOther(Done.REMOVED.at(page.reader.at(Tab.SECURITY.path())));
            }
            return added(page, transaction, outcome, Done.REMOVED);
        });
    }

    private Work.ChangingBare beginApp(Call call) {
        return proven(call, (page, transaction) -> {
            if (!page.rules.allows(MfaPolicy.Factor.TOTP)) {
                return page.refuse(OwnFactors.NOT_ALLOWED);
            }
            return switch (factors.beginApp(transaction, page.reader.me(), page.reader.user())) {
                case Beginning.AlreadyThere() -> page.refuse(OwnFactors.ALREADY);
                case Beginning.Begun begun ->
                    showApp(
                            page.reader,
                            Optional.of(new SecurityPages.NewApp.Secret(
                                    QrSvg.of(begun.uri(), page.reader.text("signin.enrol.picture")),
                                    begun.secret().forTyping())),
                            FormErrors.none(),
                            200);
            };
        });
    }

    private Reply showApp(Reader reader, Optional<SecurityPages.NewApp.Secret> secret, FormErrors errors, int status) {
        return pages.showOnce(reader, Tab.SECURITY, errors, status, around -> new SecurityPages.NewApp(around, secret));
    }

    private Work.ChangingBare confirmApp(Call call, Map<String, String> form) {
        return proven(call, (page, transaction) -> {
            FactorOutcome outcome = factors.confirmApp(
                    transaction,
                    page.reader.me(),
                    page.reader.user(),
                    page.rules,
                    Optional.empty(),
                    form.getOrDefault("code", ""));
            return outcome instanceof FactorOutcome.Wrong(String field, String key)
                    ? showApp(
                            page.reader,
                            Optional.empty(),
                            FormErrors.field(field, page.reader.text(key)),
                            AccountPages.UNPROCESSABLE)
                    : added(page, transaction, outcome, Done.APP);
        });
    }

    private Work.ChangingBare makeCodes(Call call) {
        Reader reader = readers.of(call);
        Optional<String> bar = factors.barsCodes(
                factors.rules(reader.me()), factors.of(reader.me().user()));
        if (bar.isPresent() || !proof.isGiven(call)) {
            return proven(call, (page, _) -> page.refuse(bar.orElseThrow()));
        }
        RecoveryCodes.Prepared prepared = factors.prepareCodes();
        Reply shown = pages.showOnce(
                reader,
                Tab.SECURITY,
                FormErrors.none(),
                200,
                around -> new SecurityPages.Codes(around, prepared.codes()));
        return (_, transaction) -> {
            factors.replaceCodes(transaction, reader.me(), reader.user(), prepared);
            audit.write(transaction, call, reader.me().user(), MeRoutes.changed(reader.me()));
            return shown;
        };
    }

    private static FactorId id(Call call) {
        return call.id("id", FactorId::new, Prefix.FACTOR.text());
    }
}
