package dev.keystead.onetime;

import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Secrets in links that work once.
public final class OneTimeTokens {
    private final OneTimeTokenStore store;
    private final Mac mac;
    private final Clock clock;

    public OneTimeTokens(Database database, MasterKey master, Clock clock) {
        this.store = new OneTimeTokenStore(database);
        this.mac = master.mac("setup-token");
        this.clock = clock;
    }

    /// What a token is good for, what its text begins with, and how long it works.
    public enum Purpose {
        SETUP(SecretPrefix.SETUP, Duration.ofDays(1)),
        MAGIC_LINK(SecretPrefix.MAGIC_LINK, Duration.ofMinutes(10)),
        VERIFY_EMAIL(SecretPrefix.VERIFY_EMAIL, Duration.ofDays(2)),
        RESET_PASSWORD(SecretPrefix.RESET_PASSWORD, Duration.ofMinutes(30)),
        INVITATION(SecretPrefix.INVITATION, Duration.ofDays(7));

        private final SecretPrefix prefix;
        private final Duration life;

        Purpose(SecretPrefix prefix, Duration life) {
            this.prefix = prefix;
            this.life = life;
        }

        public Duration life() {
            return life;
        }
    }

    /// What a token stands for.
    ///
    /// @param address the mail address that it was sent to, and that whoever has it can therefore read
    /// @param flow the sign-in that it belongs to, if it is good for that one only
    /// @param browser the one that asked for it, where that matters
    public record Held(UserId user, Optional<String> address, Optional<UUID> flow, Optional<Digest> browser) {}

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("auth.one_time_tokens", OneTimeTokenStore.TOKEN_SWEEP);
    }

    /// Makes a token in the tenant of the transaction. Earlier ones for the same purpose go on working.
    public Secret make(Transaction transaction, Purpose purpose, Held held) {
        Instant now = clock.instant();
        Secret secret = Secret.make(purpose.prefix, transaction.scope().require(Axis.TENANT));
        store.insert(transaction, purpose, held, mac.of(secret.text()), now, now.plus(purpose.life));
        return secret;
    }

    /// The token of a text, if it is of this purpose and of this tenant; whether it works is not known yet.
    private static Optional<Secret> parse(Purpose purpose, UUID tenant, String text) {
        return Secret.parse(purpose.prefix, text)
                .filter(secret -> secret.tenant().equals(tenant));
    }

    /// What a token would do, for showing its page. Binds its scope itself.
    public Optional<Held> find(Purpose purpose, UUID tenant, String text) {
        return parse(purpose, tenant, text)
                .flatMap(secret ->
                        Scope.tenant(tenant).call(() -> store.find(purpose, mac.of(secret.text()), clock.instant())));
    }

    /// What the newest unused token of a user's sign-in stands for.
    public Optional<Held> findOf(Transaction transaction, Purpose purpose, UserId user, UUID flow) {
        return store.findOf(transaction, user, flow, purpose, clock.instant());
    }

    /// Uses a token up; nothing when it does not work, or no longer.
    public Optional<Held> consume(Transaction transaction, Purpose purpose, String text) {
        return parse(purpose, transaction.scope().require(Axis.TENANT), text)
                .flatMap(secret -> store.consume(transaction, purpose, mac.of(secret.text()), clock.instant()));
    }

    /// Makes every unused token of a user for a purpose useless.
    public void voidAll(Transaction transaction, UserId user, Purpose purpose) {
        store.voidAll(transaction, user, purpose, clock.instant());
    }
}
