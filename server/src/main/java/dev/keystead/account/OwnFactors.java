package dev.keystead.account;

import dev.keystead.audit.Outcome;
import dev.keystead.authevent.AuthEvent;
import dev.keystead.credential.AuthenticatorApp;
import dev.keystead.credential.AuthenticatorApps;
import dev.keystead.credential.Credentials;
import dev.keystead.credential.FactorId;
import dev.keystead.credential.Means;
import dev.keystead.credential.Passkey;
import dev.keystead.credential.Passkeys;
import dev.keystead.credential.RecoveryCodes;
import dev.keystead.credential.TotpRefusal;
import dev.keystead.credential.passkey.Octets;
import dev.keystead.credential.passkey.PasskeyPolicy;
import dev.keystead.credential.passkey.PasskeyRefusal;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.login.Challenges;
import dev.keystead.login.PasskeyRules;
import dev.keystead.login.PasskeyStep;
import dev.keystead.member.Members;
import dev.keystead.member.Role;
import dev.keystead.policy.MfaPolicy;
import dev.keystead.policy.Policies;
import dev.keystead.tenancy.Transaction;
import java.util.Optional;
import java.util.UUID;

/// A person's own second factors, and what stands in for a lost one.
///
/// What the workspace has decided ([#rules]) and recovery codes ([#prepareCodes]) are made before a
/// transaction is opened; everything else happens inside one.
final class OwnFactors {
    static final String NOT_ALLOWED = "account.factor.not-allowed";
    static final String LAST = "account.factor.last";
    static final String ALREADY = "account.app.already";

    private final Credentials credentials;
    private final Passkeys passkeys;
    private final AuthenticatorApps apps;
    private final RecoveryCodes codes;
    private final Challenges challenges;
    private final Members members;
    private final Policies policies;
    private final Notices notices;

    OwnFactors(
            Credentials credentials,
            Passkeys passkeys,
            AuthenticatorApps apps,
            RecoveryCodes codes,
            Challenges challenges,
            Members members,
            Policies policies,
            Notices notices) {
        this.credentials = credentials;
        this.passkeys = passkeys;
        this.apps = apps;
        this.codes = codes;
        this.challenges = challenges;
        this.members = members;
        this.policies = policies;
        this.notices = notices;
    }

    /// What the workspace has decided about somebody's factors.
    ///
    /// @param required whether they cannot be without one
    /// @param passkeysWork whether they are at a host where a passkey can be made
    record Rules(MfaPolicy policy, boolean required, boolean passkeysWork) {
        boolean allows(MfaPolicy.Factor factor) {
            return policy.allows(factor) && (passkeysWork || factor != MfaPolicy.Factor.PASSKEY);
        }

        PasskeyPolicy ofPasskeys() {
            return PasskeyRules.of(policy);
        }
    }

    Rules rules(Me me) {
        MfaPolicy policy = policies.mfa(me.tenant());
        boolean administrates = members.roleOf(me.workspace().id(), me.user())
                .filter(role -> role.compareTo(Role.ADMIN) <= 0)
                .isPresent();
        return new Rules(policy, policy.requiresOf(administrates), me.visitor().passkeysWork());
    }

    /// What somebody of the tenant in scope has.
    Factors of(UserId user) {
        Means means = credentials.of(user);
        return new Factors(means.password(), passkeys.list(user), apps.find(user), means.recoveryCodes());
    }

    /// A challenge for a new passkey; it is answered by the session that it was given to.
    PasskeyStep.Question beginPasskey(Transaction transaction, Me me, User user, Rules rules) {
        Challenges.Given given = challenges.give(
                Challenges.Purpose.REGISTER, me.session().orElseThrow().value());
        String options = passkeys.registrationOptions(transaction, user, given.challenge(), rules.ofPasskeys());
        return new PasskeyStep.Question(given.id().text(), options);
    }

    /// Keeps what the browser made. The challenge is used up either way.
    FactorOutcome finishPasskey(
            Transaction transaction, Me me, User user, Rules rules, String challenge, String credential) {
        if (!rules.allows(MfaPolicy.Factor.PASSKEY)) {
            return new FactorOutcome.Refused(NOT_ALLOWED);
        }
        Optional<Octets> given = challenges.consume(
                transaction,
                challenge,
                Challenges.Purpose.REGISTER,
                me.session().orElseThrow().value());
        if (given.isEmpty()) {
            return new FactorOutcome.Wrong("credential", PasskeyRefusal.CHALLENGE.key());
        }
        return switch (passkeys.finishRegistration(
                transaction, me.user(), given.get(), credential, rules.ofPasskeys())) {
            case Passkeys.Registration.Refused(PasskeyRefusal why) -> new FactorOutcome.Wrong("credential", why.key());
            case Passkeys.Registration.Registered(Passkey made) -> {
                notices.tell(transaction, me, user, AuthEvent.Type.PASSKEY_ADDED, Notice.PASSKEY_ADDED);
                yield new FactorOutcome.Done(made.id(), made.name(), needsCodes(transaction, me, rules));
            }
        };
    }

    private boolean needsCodes(Transaction transaction, Me me, Rules rules) {
        return rules.allows(MfaPolicy.Factor.RECOVERY)
                && credentials.held(transaction, me.user()).recoveryCodes() == 0;
    }

    Outcome<Passkey> rename(Transaction transaction, Me me, FactorId id, String name) {
        return passkeys.rename(transaction, me.user(), id, name);
    }

    /// Makes the secret of an app, which counts once a code of it was seen.
    AuthenticatorApps.Beginning beginApp(Transaction transaction, Me me, User user) {
        UUID here = me.session().orElseThrow().value();
        return apps.begin(transaction, me.user(), here, me.visitor().place(), user.email());
    }

    /// Counts the app from now on, by the first code of it.
    ///
    /// @param id the app that is meant, where the caller says
    FactorOutcome confirmApp(
            Transaction transaction, Me me, User user, Rules rules, Optional<FactorId> id, String code) {
        Optional<AuthenticatorApp> begun = apps.findAny(transaction, me.user())
                .filter(app -> !app.verified())
                .filter(app -> id.map(app.id()::equals).orElse(true));
        if (begun.isEmpty()) {
            return new FactorOutcome.NotFound();
        }
        if (!rules.allows(MfaPolicy.Factor.TOTP)) {
            return new FactorOutcome.Refused(NOT_ALLOWED);
        }
        return switch (apps.confirm(transaction, me.user(), code)) {
            case AuthenticatorApps.Check.Refused(TotpRefusal why) -> new FactorOutcome.Wrong("code", why.key());
            case AuthenticatorApps.Check.Accepted(AuthenticatorApp app) -> {
                notices.tell(transaction, me, user, AuthEvent.Type.TOTP_ADDED, Notice.APP_ADDED);
                yield new FactorOutcome.Done(app.id(), app.name(), needsCodes(transaction, me, rules));
            }
        };
    }

    /// Takes a passkey or the app away. With the last factor go the codes that stood in for it.
    ///
    /// @param required whether the owner cannot be without one
    FactorOutcome remove(Transaction transaction, Me me, User user, boolean required, FactorId id) {
        Means before = credentials.held(transaction, me.user());
        Optional<AuthenticatorApp> app =
                apps.findAny(transaction, me.user()).filter(found -> found.id().equals(id));
        boolean known = app.isPresent() || passkeys.has(transaction, me.user(), id);
        boolean counts = app.map(AuthenticatorApp::verified).orElse(true);
        boolean last = counts && (before.app() ? 1 : 0) + before.passkeys() == 1;
        // Refused before anything is taken away: a refusal that is returned commits.
        if (known && last && required) {
            return new FactorOutcome.Refused(LAST);
        }
        FactorOutcome outcome = app.isPresent() ? removeApp(transaction, me) : removePasskey(transaction, me, id);
        if (outcome instanceof FactorOutcome.Done) {
            if (last) {
                codes.remove(transaction, me.user());
            }
            notices.tell(
                    transaction,
                    me,
                    user,
                    app.isPresent() ? AuthEvent.Type.TOTP_REMOVED : AuthEvent.Type.PASSKEY_REMOVED,
                    app.isPresent() ? Notice.APP_REMOVED : Notice.PASSKEY_REMOVED);
        }
        return outcome;
    }

    /// Takes away what its owner has lost, also the last one: at the next sign-in they set up another where
    /// one is demanded. Answers its name, or nothing when there is none such.
    Optional<String> removeLost(Transaction transaction, Me owner, User user, FactorId id) {
        return remove(transaction, owner, user, false, id) instanceof FactorOutcome.Done done
                ? Optional.of(done.name())
                : Optional.empty();
    }

    /// Whether somebody has anything to get in with.
    boolean hasAny(Transaction transaction, UserId user) {
        Means means = credentials.held(transaction, user);
        return means.password() || means.secondFactor();
    }

    private FactorOutcome removeApp(Transaction transaction, Me me) {
        return apps.remove(transaction, me.user()) instanceof Outcome.Deleted<AuthenticatorApp>(AuthenticatorApp gone)
                ? new FactorOutcome.Done(gone.id(), gone.name(), false)
                : new FactorOutcome.NotFound();
    }

    private FactorOutcome removePasskey(Transaction transaction, Me me, FactorId id) {
        return passkeys.remove(transaction, me.user(), id) instanceof Outcome.Deleted<Passkey>(Passkey gone)
                ? new FactorOutcome.Done(gone.id(), gone.name(), false)
                : new FactorOutcome.NotFound();
    }

    /// Hashes ten codes, which takes a moment.
    RecoveryCodes.Prepared prepareCodes() {
        return codes.prepare();
    }

    /// Why there can be no codes; nothing when there can.
    Optional<String> barsCodes(Rules rules, Factors factors) {
        if (!rules.allows(MfaPolicy.Factor.RECOVERY)) {
            return Optional.of(NOT_ALLOWED);
        }
        boolean second = factors.app().isPresent() || !factors.passkeys().isEmpty();
        return second ? Optional.empty() : Optional.of("account.codes.no-factor");
    }

    void replaceCodes(Transaction transaction, Me me, User user, RecoveryCodes.Prepared prepared) {
        codes.replace(transaction, me.user(), prepared);
        notices.tell(transaction, me, user, AuthEvent.Type.RECOVERY_CODES_MADE, Notice.CODES);
    }
}
