package dev.keystead.federation.journey;

import dev.keystead.connection.ConnectionId;
import dev.keystead.job.Sweep;
import dev.keystead.login.Visitor;
import dev.keystead.platform.crypto.Envelope;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.UuidV7;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/// Journeys to other identity providers: each is come back from once, in the browser that it began in, and within
/// ten minutes.
public final class Journeys {
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final int LONGEST_STATE = 200;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Database database;
    private final JourneyStore store = new JourneyStore();
    private final Envelope envelope;
    private final Mac mac;
    private final Clock clock;

    public Journeys(Database database, MasterKey master, Clock clock) {
        this.database = database;
        this.envelope = master.envelope("auth.federation_journeys.memory");
        this.mac = master.mac("federation-state");
        this.clock = clock;
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("auth.federation_journeys", JourneyStore.JOURNEY_SWEEP);
    }

    /// 256 bits that nobody can guess, for states, nonces and verifiers.
    public static String unguessable() {
        var bytes = new byte[32];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// Begins a journey. Binds its scope itself; not for use inside a transaction.
    ///
    /// @param state what the provider sends back, from [#unguessable]
    /// @param memory what the protocol must remember, at most a few kilobytes
    public void begin(Visitor visitor, ConnectionId connection, Journey.Aim aim, String state, String memory) {
        Instant now = clock.instant();
        var place = new JourneyStore.Place(UuidV7.next(), visitor.browser(), mac.digest(state), now, now.plus(LIFE));
        byte[] sealed =
                envelope.seal(visitor.workspace().id().value(), place.id(), memory.getBytes(StandardCharsets.UTF_8));
        visitor.scope()
                .call(() -> database.write(transaction -> {
                    store.insert(transaction, place, connection, aim, sealed);
                    return true;
                }));
    }

    /// Ends a journey because somebody came back by it. Nothing when it is not this browser's, went elsewhere, is too
    /// old or was come back from before. Binds its scope itself; not for use inside a transaction.
    public Optional<Journey> end(Visitor visitor, ConnectionId connection, String state) {
        if (state.length() > LONGEST_STATE) {
            return Optional.empty();
        }
        return visitor.scope()
                .call(() -> database.write(transaction ->
                        store.consume(transaction, mac.digest(state), visitor.browser(), connection, clock.instant())))
                .map(kept -> kept.opened(new String(
                        envelope.open(visitor.workspace().id().value(), kept.id(), kept.memory()),
                        StandardCharsets.UTF_8)));
    }
}
