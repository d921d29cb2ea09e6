package dev.keystead.credential;

import dev.keystead.credential.password.PasswordHashes;
import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Recovery codes: ten for a user, each for one use, shown once.
///
/// Hashing is never done inside a transaction: [#prepare] before [#replace], and [#check] before [#consume].
public final class RecoveryCodes {
    private static final int OURS = 1;

    private final CredentialStore store;
    private final PasswordHashes hashes;
    private final Clock clock;

    public RecoveryCodes(Database database, PasswordHashes hashes, Clock clock) {
        this.store = new CredentialStore(database);
        this.hashes = hashes;
        this.clock = clock;
    }

    /// Ten codes that are ready to be kept.
    public static final class Prepared {
        private final List<String> codes;
        private final List<String> hashed;

        private Prepared(List<String> codes, List<String> hashed) {
            this.codes = codes;
            this.hashed = hashed;
        }

        /// What its owner writes down; nobody can read it again.
        public List<String> codes() {
            return codes;
        }
    }

    /// A code that was right when it was checked. It is used up by [RecoveryCodes#consume], which may find it gone.
    public static final class Right {
        private final UserId user;
        private final int number;
        private final String hash;

        private Right(UserId user, int number, String hash) {
            this.user = user;
            this.number = number;
            this.hash = hash;
        }
    }

    /// Makes ten codes; each is a hash that waits for its turn.
    public Prepared prepare() {
        List<RecoveryCode> codes = IntStream.range(0, RecoveryCode.MANY)
                .mapToObj(RecoveryCode::make)
                .toList();
        return new Prepared(
                codes.stream().map(RecoveryCode::text).toList(),
                codes.stream().map(code -> hashes.hash(code.characters())).toList());
    }

    /// Gives the user these codes, in place of all that were left.
    public void replace(Transaction transaction, UserId user, Prepared prepared) {
        Instant now = clock.instant();
        for (int number = 0; number < RecoveryCode.MANY; number++) {
            store.put(transaction, user, CredentialType.RECOVERY_CODE, number, prepared.hashed.get(number), OURS, now);
        }
    }

    /// Whether the user has this code, left to use. Takes as long when there is nothing to compare with.
    public Optional<Right> check(UserId user, String typed) {
        Optional<RecoveryCode> code = RecoveryCode.typed(typed);
        Optional<Right> stored = code.flatMap(meant -> store.find(user, CredentialType.RECOVERY_CODE, meant.number())
                .map(hash -> new Right(user, meant.number(), hash)));
        if (stored.isEmpty()) {
            hashes.pretend(typed);
            return Optional.empty();
        }
        return stored.filter(right ->
                hashes.verify(code.orElseThrow().characters(), right.hash).matches());
    }

    /// Uses the code up. Whether this call did: of two at the same moment one did not.
    public boolean consume(Transaction transaction, Right right) {
        return store.consumeCode(transaction, right.user, right.number, right.hash);
    }

    /// Takes all codes away, and answers how many were left.
    public int remove(Transaction transaction, UserId user) {
        return store.deleteCodes(transaction, user);
    }
}
