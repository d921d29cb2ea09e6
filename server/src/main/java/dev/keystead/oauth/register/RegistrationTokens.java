package dev.keystead.oauth.register;

import dev.keystead.job.Sweep;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Initial access tokens: with one of them, so many applications may register themselves.
public final class RegistrationTokens {

    private final RegistrationTokenStore store;
    private final Mac mac;
    private final Clock clock;

    public RegistrationTokens(Database database, MasterKey master, Clock clock) {
        this.store = new RegistrationTokenStore(database);
        this.mac = master.mac("registration-token");
        this.clock = clock;
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("oauth.registration_tokens", RegistrationTokenStore.TOKEN_SWEEP);
    }

    /// A token and its text, which nobody can read again.
    record Made(RegistrationToken token, Secret secret) {}

    Made make(Transaction transaction, String name, int uses, Duration life, String maker) {
        Instant now = clock.instant();
        Secret secret =
                Secret.make(SecretPrefix.INITIAL_TOKEN, transaction.scope().require(Axis.TENANT));
        var token = new RegistrationToken(RegistrationTokenId.make(), name, uses, maker, now, now.plus(life));
        store.insert(transaction, token, mac.of(secret.text()));
        return new Made(token, secret);
    }

    /// The tokens of the workspace in scope that have not expired.
    List<RegistrationToken> list(Optional<UUID> after, int limit) {
        return store.list(after, clock.instant(), limit);
    }

    /// Uses a token once; nothing when it does not work, or no longer.
    Optional<RegistrationToken> consume(Transaction transaction, String text) {
        UUID tenant = transaction.scope().require(Axis.TENANT);
        return Secret.parse(SecretPrefix.INITIAL_TOKEN, text)
                .filter(secret -> secret.tenant().equals(tenant))
                .flatMap(secret -> store.consume(transaction, mac.of(secret.text()), clock.instant()));
    }

    Optional<RegistrationToken> delete(Transaction transaction, RegistrationTokenId id) {
        return store.delete(transaction, id);
    }
}
