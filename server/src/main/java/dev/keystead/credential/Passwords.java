package dev.keystead.credential;

import dev.keystead.credential.password.PasswordHashes;
import dev.keystead.credential.password.Verdict;
import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Answer;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Questions;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The passwords of the users of the workspace in scope, one for each.
///
/// Hashing takes its time and its turn, so that it is never done inside a transaction: [#prepare] before [#set], and
/// [#find] and [#check] before [#rehash].
public final class Passwords {
    /// The set of parameters that [PasswordHashes] works with; the hash itself names them one by one.
    private static final int OURS = 1;

    private static final int IMPORTED = 0;

    private final CredentialStore store;
    private final PasswordHashes hashes;
    private final Clock clock;

    public Passwords(Database database, PasswordHashes hashes, Clock clock) {
        this.store = new CredentialStore(database);
        this.hashes = hashes;
        this.clock = clock;
    }

    /// A password that is ready to be kept.
    public static final class Prepared {
        private final String hash;
        private final int version;

        private Prepared(String hash, int version) {
            this.hash = hash;
            this.version = version;
        }
    }

    /// The hash that is kept for a user.
    public static final class Stored {
        private final UserId user;
        private final String hash;

        private Stored(UserId user, String hash) {
            this.user = user;
            this.hash = hash;
        }
    }

    /// What a password proved to be.
    public sealed interface Check {
        /// It is the password.
        ///
        /// @param rehash the stored hash in today's form, where it was not: give it to [Passwords#rehash]
        record Right(Optional<Rehash> rehash) implements Check {}

        record Wrong() implements Check {}
    }

    /// A new hash for one certain old one.
    public static final class Rehash {
        private final Stored before;
        private final String after;

        private Rehash(Stored before, String after) {
            this.before = before;
            this.after = after;
        }
    }

    /// What became of a hash that was made elsewhere.
    public sealed interface Import {
        record Ready(Prepared prepared) implements Import {}

        /// Its form is unknown, or it is too weak or too expensive to be checked here.
        ///
        /// @param reason one sentence for whoever imports, with nothing of the hash in it
        record Unusable(String reason) implements Import {}
    }

    /// Hashes a password; whether it is good enough is the caller's question.
    public Prepared prepare(String password) {
        return new Prepared(hashes.hash(password), OURS);
    }

    /// Takes over a hash from another system. It is replaced by one of ours when its owner next signs in.
    public Import prepareHash(String hash) {
        return PasswordHashes.refusal(hash)
                .<Import>map(Import.Unusable::new)
                .orElseGet(() -> new Import.Ready(new Prepared(hash, IMPORTED)));
    }

    /// Gives the user this password, in place of the one before.
    public void set(Transaction transaction, UserId user, Prepared password) {
        store.put(transaction, user, CredentialType.PASSWORD, 0, password.hash, password.version, clock.instant());
    }

    public Optional<Stored> find(UserId user) {
        return store.find(user, CredentialType.PASSWORD, 0).map(hash -> new Stored(user, hash));
    }

    /// A password to be checked.
    ///
    /// @param secondFactor whether it is not enough for its owner
    /// @param active whether its owner may come in at all
    public record Found(Stored stored, boolean secondFactor, boolean active) {}

    /// The password of a user among other questions, with what they have beside it.
    public Supplier<Optional<Found>> find(Questions questions, UserId user) {
        Answer<CredentialStore.PasswordFound> password = store.findPassword(questions, user);
        return () -> password.find()
                .map(found -> new Found(new Stored(user, found.hash()), found.secondFactor(), found.active()));
    }

    public boolean has(UserId user) {
        return find(user).isPresent();
    }

    /// Compares, and takes as long when there is nothing to compare with.
    public Check check(Optional<Stored> stored, String password) {
        if (stored.isEmpty()) {
            hashes.pretend(password);
            return new Check.Wrong();
        }
        Verdict verdict = hashes.verify(password, stored.get().hash);
        if (!verdict.matches()) {
            return new Check.Wrong();
        }
        return new Check.Right(
                verdict.outdated() ? Optional.of(new Rehash(stored.get(), hashes.hash(password))) : Optional.empty());
    }

    /// Whether a hash is still the one that is kept, and stays so until the transaction ends. What is done there by a
    /// password that was right a moment ago is done before it is replaced, or not at all: whoever replaces it ends
    /// that too.
    public BooleanSupplier stands(Questions questions, Stored stored) {
        Answer<Boolean> held = store.hold(questions, stored.user, stored.hash);
        return () -> held.find().isPresent();
    }

    /// Whether the new hash took the place of the old one; not so when the password was changed meanwhile.
    public BooleanSupplier rehash(Questions questions, Rehash rehash) {
        Answer<Boolean> done =
                store.rehash(questions, rehash.before.user, rehash.before.hash, rehash.after, OURS, clock.instant());
        return () -> done.find().isPresent();
    }

    /// Whether there was one to take away.
    public boolean remove(Transaction transaction, UserId user) {
        return store.deletePassword(transaction, user);
    }
}
