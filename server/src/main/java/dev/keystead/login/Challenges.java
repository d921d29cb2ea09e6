package dev.keystead.login;

import dev.keystead.credential.passkey.Octets;
import dev.keystead.job.Sweep;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.UuidV7;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// Challenges for passkeys: each is answered once, by whom it was given to.
///
/// A challenge is computed from its id, so that every page can carry one and only an answer is written down: the id
/// tells when it was made, and the first row with it wins.
public final class Challenges {
    private static final Duration LIFE = Duration.ofMinutes(10);

    /// How far the clock of the node that made it may be ahead.
    private static final Duration SKEW = Duration.ofMinutes(1);

    private final ChallengeStore store = new ChallengeStore();
    private final Mac mac;
    private final Clock clock;

    public Challenges(MasterKey master, Clock clock) {
        this.mac = master.mac("passkey-challenge");
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
    public Given give(Purpose purpose, UUID owner) {
        var id = new ChallengeId(UuidV7.at(clock.instant()));
        return new Given(id, challenge(id, purpose, owner));
    }

    /// Nobody else can compute it, so that an answer to it cannot have been made before.
    private Octets challenge(ChallengeId id, Purpose purpose, UUID owner) {
        return Octets.of(mac.of(purpose.name().toLowerCase(Locale.ROOT) + "/" + owner + "/" + id.text()));
    }

    /// Uses a challenge up; nothing when it was answered before, or is too old.
    ///
    /// @param id as the client sent it. One that the client made up gives a challenge that nobody has seen.
    public Optional<Octets> consume(Transaction transaction, String id, Purpose purpose, UUID owner) {
        Instant now = clock.instant();
        return Prefix.WEBAUTHN_CHALLENGE
                .parse(id, ChallengeId::new)
                .filter(known -> known.value().version() == 7)
                .filter(known -> isTimely(UuidV7.timeOf(known.value()), now))
                .map(known -> new Given(known, challenge(known, purpose, owner)))
                .filter(given -> store.insert(transaction, given, purpose, owner, now, now.plus(LIFE.plus(SKEW))))
                .map(Given::challenge);
    }

    private static boolean isTimely(Instant made, Instant now) {
        return made.plus(LIFE).isAfter(now) && made.minus(SKEW).isBefore(now);
    }
}
