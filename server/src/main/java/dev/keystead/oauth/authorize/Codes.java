package dev.keystead.oauth.authorize;

import dev.keystead.client.ClientId;
import dev.keystead.grant.Grant;
import dev.keystead.grant.Grants;
import dev.keystead.job.Sweep;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Authorization codes: given to a browser, exchanged by its client, once.
public final class Codes {
    private static final Duration LIFE = Duration.ofSeconds(60);

    private final CodeStore store = new CodeStore();
    private final Grants grants;
    private final Mac mac;
    private final Clock clock;

    public Codes(MasterKey master, Grants grants, Clock clock) {
        this.grants = grants;
        this.mac = master.mac("authorization-code");
        this.clock = clock;
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("oauth.authorization_codes", CodeStore.CODE_SWEEP);
    }

    /// Makes a code, in the tenant of the transaction.
    String make(Transaction transaction, Code code) {
        Instant now = clock.instant();
        Secret secret =
                Secret.make(SecretPrefix.AUTHORIZATION_CODE, transaction.scope().require(Axis.TENANT));
        store.insertAtCommit(transaction, mac.of(secret.text()), code, now, now.plus(LIFE));
        return secret.text();
    }

    /// What became of a code that a client presented.
    public sealed interface Exchange {
        record Consumed(Code code) implements Exchange {}

        /// It never was, it is too old, or it is another client's.
        record Unknown() implements Exchange {}

        /// It had been used before. What came of that is ended (RFC 6749 section 4.1.2).
        record Replayed(Code code) implements Exchange {}
    }

    /// Uses a code up, in the tenant of the transaction, which must be committed whatever comes out.
    public Exchange consume(Transaction transaction, ClientId client, String text) {
        Optional<Secret> secret = Secret.parse(SecretPrefix.AUTHORIZATION_CODE, text)
                .filter(found -> found.tenant().equals(transaction.scope().require(Axis.TENANT)));
        if (secret.isEmpty()) {
            return new Exchange.Unknown();
        }
        Instant now = clock.instant();
        byte[] hash = mac.of(secret.get().text());
        Optional<Code> code = store.consume(transaction, hash, client, now);
        if (code.isPresent()) {
            return new Exchange.Consumed(code.get());
        }
        return store.findUsed(transaction, hash, now)
                .<Exchange>map(used -> {
                    grants.end(transaction, used.grant(), Grant.End.REPLAY);
                    return new Exchange.Replayed(used);
                })
                .orElseGet(Exchange.Unknown::new);
    }
}
