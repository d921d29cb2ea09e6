package dev.keystead.key;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.audit.AuditLog;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.workspace.WorkspaceId;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Signs tokens with the keys of workspaces and checks what was signed.
///
/// It binds the scope itself and answers from memory, as things were at most a second ago. What is not in
/// memory is read, and a key that is not there yet is made, on a connection of its own: inside a
/// transaction take a [SigningKey] before it is opened, and sign with that. Signing with one needs no
/// connection, ever.
public final class KeyRing {
    /// How old what this node remembers may be before a key that it does not know makes it look again.
    /// Bounds what made-up keys can cost, while a key that another node made a moment ago is known at once.
    private static final Duration SURELY_FRESH = Duration.ofSeconds(1);

    private final SigningKeys keys;
    private final Database database;
    private final AuditLog audit;

    /// One thread of this node makes a key while the others who need it wait; a lock lives while somebody
    /// holds it.
    private final Cache<Making, ReentrantLock> making =
            Caffeine.newBuilder().weakValues().build();

    public KeyRing(SigningKeys keys, Database database, AuditLog audit) {
        this.keys = keys;
        this.database = database;
        this.audit = audit;
    }

    private record Making(WorkspaceId workspace, Algorithm algorithm) {}

    /// The key that signs for a workspace now; made if there is none yet.
    ///
    /// @throws IllegalStateException when the stored key was tampered with
    public SigningKey signingKey(WorkspaceId tenant, Algorithm algorithm) {
        return find(tenant, algorithm).orElseGet(() -> makeOrFind(tenant, algorithm));
    }

    /// A token in compact form, with `kid` and `typ` in its header.
    ///
    /// @param type the `typ`, such as `at+jwt`
    /// @param claims texts, numbers, truth values, lists and maps; times are seconds since 1970
    public String sign(WorkspaceId tenant, Algorithm algorithm, String type, Map<String, ?> claims) {
        return signingKey(tenant, algorithm).sign(type, claims);
    }

    /// The keys with which tokens of a workspace are checked: those that sign, those that will and those
    /// that did.
    public JWKSet publicKeys(WorkspaceId tenant) {
        return keySet(tenant).keys();
    }

    /// The same with the bytes that are published.
    public KeySet keySet(WorkspaceId tenant) {
        for (Algorithm algorithm : SigningKeys.USUAL) {
            // One key that cannot be used is no reason to hide the others.
            if (!keys.ring(tenant.value()).isSpoiled(algorithm)) {
                signingKey(tenant, algorithm);
            }
        }
        return keys.ring(tenant.value()).published();
    }

    /// The claims of a token that a key of this workspace signed. Says nothing about times, issuer or
    /// audience.
    public Optional<JWTClaimsSet> verify(WorkspaceId tenant, SignedJWT token) {
        JWSHeader header = token.getHeader();
        // RFC 7515 §4.1.11: what an extension demands must be understood, and we understand none.
        boolean extended = header.getCriticalParams() != null || !header.isBase64URLEncodePayload();
        if (extended || header.getKeyID() == null) {
            return Optional.empty();
        }
        // RFC 8725 §3.1: the key says which algorithm it is for; the token only agrees.
        return findChecking(tenant, header.getKeyID())
                .filter(key -> key.algorithm().jws().equals(header.getAlgorithm()))
                .filter(key -> keys.engine()
                        .verify(
                                key.algorithm(),
                                key.key(),
                                token.getSigningInput(),
                                token.getSignature().decode()))
                .flatMap(_ -> claims(token));
    }

    private Optional<Ring.Checking> findChecking(WorkspaceId tenant, String kid) {
        Ring ring = keys.ring(tenant.value());
        Optional<Ring.Checking> known = ring.findChecking(kid);
        if (known.isPresent() || ring.ageNanos() < SURELY_FRESH.toNanos()) {
            return known;
        }
        keys.forget(tenant.value());
        return keys.ring(tenant.value()).findChecking(kid);
    }

    private static Optional<JWTClaimsSet> claims(SignedJWT token) {
        try {
            return Optional.ofNullable(token.getJWTClaimsSet());
        } catch (ParseException _) {
            return Optional.empty();
        }
    }

    private Optional<SigningKey> find(WorkspaceId tenant, Algorithm algorithm) {
        return keys.ring(tenant.value()).findSigning(algorithm);
    }

    private SigningKey makeOrFind(WorkspaceId tenant, Algorithm algorithm) {
        ReentrantLock lock = making.get(new Making(tenant, algorithm), _ -> new ReentrantLock());
        lock.lock();
        try {
            refuseIfSpoiled(tenant, algorithm);
            return find(tenant, algorithm).orElseGet(() -> make(tenant, algorithm));
        } finally {
            lock.unlock();
        }
    }

    /// Another node may have been faster: its key is found then.
    private SigningKey make(WorkspaceId tenant, Algorithm algorithm) {
        Keysmith.Fresh fresh = keys.make(tenant.value(), algorithm);
        Scope.tenant(tenant.value())
                .call(() -> database.write(transaction -> {
                    Optional<StoredKey> made = keys.begin(transaction, fresh);
                    made.ifPresent(key -> audit.writeInternal(
                            transaction,
                            "key-ring",
                            "signing_key.make",
                            key.id(),
                            Map.of("algorithm", algorithm.word())));
                    return made;
                }));
        refuseIfSpoiled(tenant, algorithm);
        return find(tenant, algorithm).orElseThrow();
    }

    private void refuseIfSpoiled(WorkspaceId tenant, Algorithm algorithm) {
        if (keys.ring(tenant.value()).isSpoiled(algorithm)) {
            throw new IllegalStateException("the " + algorithm.word() + " key of " + tenant.text()
                    + " is not as it was made; revoke it, and another one takes its place");
        }
    }
}
