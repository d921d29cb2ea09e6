package dev.keystead.credential;

import dev.keystead.audit.Outcome;
import dev.keystead.credential.passkey.Ceremonies;
import dev.keystead.credential.passkey.CeremonyOutcome;
import dev.keystead.credential.passkey.Octets;
import dev.keystead.credential.passkey.PasskeyMakes;
import dev.keystead.credential.passkey.PasskeyOptions;
import dev.keystead.credential.passkey.PasskeyPolicy;
import dev.keystead.credential.passkey.PasskeyRefusal;
import dev.keystead.credential.passkey.PublicKey;
import dev.keystead.credential.passkey.UserHandle;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The passkeys of the users of the workspace in scope.
///
/// Each ceremony has two halves: options for the browser, and its answer. The caller makes a challenge for the first
/// and hands it in once with the second; that an answer works once rests on that.
public final class Passkeys {
    public static final int MOST = 5;

    private final PasskeyStore store;
    private final Ceremonies ceremonies;
    private final Clock clock;

    public Passkeys(Database database, Ceremonies ceremonies, Clock clock) {
        this.store = new PasskeyStore(database);
        this.ceremonies = ceremonies;
        this.clock = clock;
    }

    /// What became of a new passkey.
    public sealed interface Registration {
        record Registered(Passkey passkey) implements Registration {}

        record Refused(PasskeyRefusal why) implements Registration {}
    }

    /// What became of a proof.
    public sealed interface Assertion {
        /// The passkey is what it says, and its owner may come in.
        ///
        /// @param userVerified whether the authenticator checked this time who holds it
        record Accepted(Passkey passkey, boolean userVerified) implements Assertion {}

        /// The signature holds and its count has not grown since the last use: there may be a copy of the key. Nobody
        /// is let in by it, and the owner should hear of it.
        record PossibleClone(Passkey passkey, long stored, long presented) implements Assertion {}

        record Refused(PasskeyRefusal why) implements Assertion {}
    }

    /// Options with which a browser makes a passkey for the user.
    public String registrationOptions(Transaction transaction, User user, Octets challenge, PasskeyPolicy policy) {
        var owner = new PasskeyOptions.Owner(handle(transaction, user.id()), user.email(), user.displayName());
        return PasskeyOptions.creation(
                ceremonies.party(), owner, challenge, known(store.list(transaction, user.id())), policy);
    }

    /// Keeps the passkey that the browser made. The user's row is locked meanwhile, so that of two who would be the
    /// fifth one is.
    public Registration finishRegistration(
            Transaction transaction, UserId user, Octets challenge, String answer, PasskeyPolicy policy) {
        return switch (ceremonies.register(answer, challenge, policy)) {
            case CeremonyOutcome.Refused(PasskeyRefusal why) -> new Registration.Refused(why);
            case CeremonyOutcome.NotCounting<PublicKey> _ -> new Registration.Refused(PasskeyRefusal.MALFORMED);
            case CeremonyOutcome.Proven(PublicKey key) -> keep(transaction, user, key);
        };
    }

    private Registration keep(Transaction transaction, UserId user, PublicKey key) {
        if (!store.lockOwner(transaction, user)) {
            return new Registration.Refused(PasskeyRefusal.UNKNOWN);
        }
        if (store.list(transaction, user).size() >= MOST) {
            return new Registration.Refused(PasskeyRefusal.TOO_MANY);
        }
        var passkey = new Passkey(
                FactorId.make(), user, PasskeyMakes.name(key.aaguid()), key, clock.instant(), Optional.empty());
        return store.insert(transaction, passkey)
                ? new Registration.Registered(passkey)
                : new Registration.Refused(PasskeyRefusal.TAKEN);
    }

    /// Options with which a browser offers whatever passkeys the person has for this site.
    public String assertionOptions(Octets challenge, PasskeyPolicy policy) {
        return PasskeyOptions.request(ceremonies.party(), challenge, List.of(), policy);
    }

    /// Options with which a browser proves one of the user's own passkeys, as a second factor. Nothing when the user
    /// has none: an empty list would ask for any.
    public Optional<String> assertionOptions(UserId user, Octets challenge, PasskeyPolicy policy) {
        return Optional.of(store.list(user))
                .filter(passkeys -> !passkeys.isEmpty())
                .map(passkeys -> PasskeyOptions.request(ceremonies.party(), challenge, known(passkeys), policy));
    }

    /// Checks a proof of any passkey of the workspace, and tells whose it is.
    public Assertion finishAssertion(Transaction transaction, Octets challenge, String answer, PasskeyPolicy policy) {
        return finish(transaction, Optional.empty(), challenge, answer, policy);
    }

    /// Checks a proof of one of this user's passkeys; somebody else's is unknown here.
    public Assertion finishAssertion(
            Transaction transaction, UserId user, Octets challenge, String answer, PasskeyPolicy policy) {
        return finish(transaction, Optional.of(user), challenge, answer, policy);
    }

    private Assertion finish(
            Transaction transaction, Optional<UserId> user, Octets challenge, String answer, PasskeyPolicy policy) {
        return switch (ceremonies.read(answer)) {
            case CeremonyOutcome.Refused(PasskeyRefusal why) -> new Assertion.Refused(why);
            case CeremonyOutcome.NotCounting<Ceremonies.Claim> _ -> new Assertion.Refused(PasskeyRefusal.MALFORMED);
            case CeremonyOutcome.Proven(Ceremonies.Claim claim) ->
                store.findByCredential(transaction, claim.credentialId())
                        .filter(found -> user.map(found.user()::equals).orElse(true))
                        .filter(found -> owns(transaction, found, claim, user.isPresent()))
                        .map(found -> prove(transaction, found, claim, challenge, policy))
                        .orElseGet(() -> new Assertion.Refused(PasskeyRefusal.UNKNOWN));
        };
    }

    /// Where nobody has said who they are, the authenticator must: by the handle that we gave it.
    private static boolean owns(Transaction transaction, Passkey found, Ceremonies.Claim claim, boolean userKnown) {
        Octets expected = handle(transaction, found.user()).octets();
        return claim.userHandle().map(expected::equals).orElse(userKnown);
    }

    private Assertion prove(
            Transaction transaction, Passkey found, Ceremonies.Claim claim, Octets challenge, PasskeyPolicy policy) {
        return switch (ceremonies.prove(claim, found.key(), challenge, policy)) {
            case CeremonyOutcome.Refused(PasskeyRefusal why) -> new Assertion.Refused(why);
            case CeremonyOutcome.NotCounting(long stored, long presented) ->
                new Assertion.PossibleClone(found, stored, presented);
            case CeremonyOutcome.Proven(Ceremonies.Use use) ->
                store.use(transaction, found, use, clock.instant())
                        .<Assertion>map(used -> new Assertion.Accepted(used, use.userVerified()))
                        // Somebody used it between our look and now, and came further.
                        .orElseGet(() ->
                                new Assertion.PossibleClone(found, found.key().signCount(), use.signCount()));
        };
    }

    public List<Passkey> list(UserId user) {
        return store.list(user);
    }

    /// Whether the user has this passkey.
    public boolean has(Transaction transaction, UserId user, FactorId id) {
        return store.find(transaction, user, id).isPresent();
    }

    /// Gives a passkey another name.
    ///
    /// @param name 1 to 120 characters
    public Outcome<Passkey> rename(Transaction transaction, UserId user, FactorId id, String name) {
        Optional<Passkey> before = store.find(transaction, user, id);
        if (before.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (before.get().name().equals(name)) {
            return new Outcome.Unchanged<>(before.get());
        }
        return store.rename(transaction, user, id, name, clock.instant())
                .<Outcome<Passkey>>map(after -> new Outcome.Changed<>(before.get(), after))
                .orElseGet(Outcome.NotFound::new);
    }

    public Outcome<Passkey> remove(Transaction transaction, UserId user, FactorId id) {
        Instant now = clock.instant();
        return store.remove(transaction, user, id, now)
                .<Outcome<Passkey>>map(Outcome.Deleted::new)
                .orElseGet(Outcome.NotFound::new);
    }

    private static UserHandle handle(Transaction transaction, UserId user) {
        return new UserHandle(transaction.scope().require(Axis.TENANT), user.value());
    }

    private static List<PasskeyOptions.Known> known(List<Passkey> passkeys) {
        return passkeys.stream()
                .map(passkey -> new PasskeyOptions.Known(
                        passkey.key().credentialId(), passkey.key().transports()))
                .toList();
    }
}
