package dev.keystead.credential;

import dev.keystead.audit.Outcome;
import dev.keystead.credential.passkey.Octets;
import dev.keystead.credential.totp.OtpauthUri;
import dev.keystead.credential.totp.Totp;
import dev.keystead.credential.totp.TotpSecret;
import dev.keystead.directory.UserId;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Sealer;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Authenticator apps: one for a user, whose codes are accepted once.
public final class AuthenticatorApps {
    private static final String NAME = "Authenticator";

    /// Long enough to find the phone, install an app and try again.
    private static final Duration SECRET_KEPT = Duration.ofMinutes(30);

    private final TotpStore store;
    private final Sealer sealer;
    private final Clock clock;

    public AuthenticatorApps(Database database, MasterKey master, Clock clock) {
        this.store = new TotpStore(database);
        this.sealer = master.sealer("totp");
        this.clock = clock;
    }

    /// What became of the wish for an app.
    public sealed interface Beginning {
        /// The secret is shown to whoever began, and to nobody else; the app counts once a code of it was
        /// seen.
        record Begun(FactorId id, TotpSecret secret, String uri) implements Beginning {
            /// Never the address, which holds the secret.
            @Override
            public String toString() {
                return "Begun[" + id + "]";
            }
        }

        /// There is one that counts; it must be removed first.
        record AlreadyThere() implements Beginning {}
    }

    /// What became of a code.
    public sealed interface Check {
        record Accepted(AuthenticatorApp app) implements Check {}

        record Refused(TotpRefusal why) implements Check {}
    }

    /// Makes a secret for an app, in place of one that was begun elsewhere and never confirmed. Who asks
    /// again soon gets the same one: it may be in their app already.
    ///
    /// @param begunBy the sign-in or session that begins; no other is shown the secret, as it may be a
    ///     stranger's
    /// @param issuer the name of the workspace, which the app shows
    /// @param account which account it is, such as its address
    public Beginning begin(Transaction transaction, UserId user, UUID begunBy, String issuer, String account) {
        Instant now = clock.instant();
        byte[] sealed = sealer.seal(tenant(transaction), TotpSecret.make().bytes());
        var wish = new TotpStore.Wish(
                FactorId.make(), user, begunBy, NAME, Octets.of(sealed), now, now.minus(SECRET_KEPT));
        return store.begin(transaction, wish, Totp.COMMON)
                .<Beginning>map(begun -> {
                    var secret = TotpSecret.of(
                            sealer.open(tenant(transaction), begun.sealed().bytes()));
                    return new Beginning.Begun(begun.id(), secret, OtpauthUri.of(Totp.COMMON, secret, issuer, account));
                })
                .orElseGet(Beginning.AlreadyThere::new);
    }

    /// Ends the enrolment with the first code, which is used up by that.
    public Check confirm(Transaction transaction, UserId user, String code) {
        return accept(transaction, user, code, false);
    }

    /// Checks a code at sign-in. Of two with the same code one is refused, also at the same moment.
    public Check check(Transaction transaction, UserId user, String code) {
        return accept(transaction, user, code, true);
    }

    private Check accept(Transaction transaction, UserId user, String code, boolean verified) {
        Optional<TotpStore.Stored> found =
                store.find(transaction, user).filter(stored -> stored.app().verified() == verified);
        if (found.isEmpty()) {
            return new Check.Refused(TotpRefusal.NO_APP);
        }
        TotpStore.Stored stored = found.get();
        Instant now = clock.instant();
        byte[] secret = sealer.open(tenant(transaction), stored.sealed().bytes());
        return switch (stored.totp().match(secret, code, now, stored.lastStep())) {
            case Totp.Match.None _ -> new Check.Refused(TotpRefusal.WRONG_CODE);
            case Totp.Match.Used _ -> new Check.Refused(TotpRefusal.USED_CODE);
            case Totp.Match.At(long step) ->
                store.accept(transaction, user, stored, step, now)
                        .<Check>map(Check.Accepted::new)
                        .orElseGet(() -> new Check.Refused(TotpRefusal.USED_CODE));
        };
    }

    /// The user's app, if there is one that counts.
    public Optional<AuthenticatorApp> find(UserId user) {
        return store.find(user).map(TotpStore.Stored::app).filter(AuthenticatorApp::verified);
    }

    /// The user's app inside a transaction, also one that was begun and never confirmed.
    public Optional<AuthenticatorApp> findAny(Transaction transaction, UserId user) {
        return store.find(transaction, user).map(TotpStore.Stored::app);
    }

    /// Removes the app, confirmed or not; its secret is gone at once.
    public Outcome<AuthenticatorApp> remove(Transaction transaction, UserId user) {
        return store.remove(transaction, user, clock.instant())
                .<Outcome<AuthenticatorApp>>map(Outcome.Deleted::new)
                .orElseGet(Outcome.NotFound::new);
    }

    private static UUID tenant(Transaction transaction) {
        return transaction.scope().require(Axis.TENANT);
    }
}
