package dev.keystead.login;

import dev.keystead.credential.Passkeys;
import dev.keystead.credential.passkey.Octets;
import dev.keystead.job.Sweep;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Challenges for passkeys: each is answered once, by whom it was given to.
public final class Challenges {
    private static final Duration LIFE = Duration.ofMinutes(10);

    private final ChallengeStore store = new ChallengeStore();
    private final Clock clock;

    public Challenges(Clock clock) {
        this.clock = clock;
    }

    public enum Purpose {
        SIGN_IN,
        REGISTER
    }

    /// A challenge and the id under which its answer comes back.
    public record Given(ChallengeId id, Octets challenge) {}

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("auth.webauthn_challenges", ChallengeStore.CHALLENGE_SWEEP);
    }

    /// Makes a challenge.
    ///
    /// @param owner the flow or session that may answer it
    public Given give(Transaction transaction, Purpose purpose, UUID owner) {
        Instant now = clock.instant();
        var given = new Given(ChallengeId.make(), Passkeys.challenge());
        store.insert(transaction, given.id(), purpose, owner, given.challenge(), now, now.plus(LIFE));
        return given;
    }

    /// Uses a challenge up; nothing when there is none such.
    ///
    /// @param id as the client sent it
    public Optional<Octets> consume(Transaction transaction, String id, Purpose purpose, UUID owner) {
        return Prefix.WEBAUTHN_CHALLENGE
                .parse(id, ChallengeId::new)
                .flatMap(known -> store.consume(transaction, known, purpose, owner, clock.instant()));
    }
}
