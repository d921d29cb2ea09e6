package dev.keystead.grant;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.client.ClientId;
import dev.keystead.device.authority.Certificates;
import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.key.Algorithm;
import dev.keystead.key.KeyRing;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.db.GroupedWrites;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.WorkspaceId;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// Makes access tokens (RFC 9068) and judges those that are presented.
public final class AccessTokens {
    /// The header `typ` of an access token (RFC 9068 section 2.1): no other JWT of ours can be taken for one.
    private static final String TYPE = "at+jwt";

    private static final String GRANT = "grant";
    private static final UUID AFTER_ALL = new UUID(-1, -1);
    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);

    private static final int MOST_TOGETHER = 500;

    private final AccessTokenStore store;
    private final GroupedWrites<AccessToken, AccessToken> together;
    private final Grants grants;
    private final Certificates certificates;
    private final KeyRing keys;
    private final Clock clock;
    private final SharedCache<Optional<Boolean>> revoked;

    public AccessTokens(
            Database database,
            SharedCaches caches,
            Grants grants,
            Certificates certificates,
            KeyRing keys,
            Clock clock) {
        this.store = new AccessTokenStore(database);
        this.together = new GroupedWrites<>(database, MOST_TOGETHER, this::note);
        this.grants = grants;
        this.certificates = certificates;
        this.keys = keys;
        this.clock = clock;
        this.revoked = caches.make(KNOWN_FOR, 200_000);
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("session.access_tokens", AccessTokenStore.TOKEN_SWEEP);
    }

    /// Notes a new token in the transaction. Its text is for [#sign], once the transaction is over.
    public AccessToken make(Transaction transaction, AccessToken.Wish wish) {
        AccessToken token = fresh(wish);
        store.insertAtCommit(transaction, token);
        return token;
    }

    /// Notes a fresh token in no transaction of the caller's: tokens of one tenant that are asked for at the same time
    /// are noted together. When this returns, the token's row is committed.
    ///
    /// @param answer is made of the token while it waits to be noted, and must not leave before this returns
    public <A> A noteWhile(AccessToken token, Supplier<A> answer) {
        var made = new AtomicReference<A>();
        together.write(scope(token.wish().tenant()), token, () -> made.set(answer.get()));
        return made.get();
    }

    /// Notes tokens in the transaction.
    public List<AccessToken> note(Transaction transaction, List<AccessToken> tokens) {
        if (tokens.size() == 1) {
            store.insertAtCommit(transaction, tokens.getFirst());
        } else if (!tokens.isEmpty()) {
            store.insertAtCommit(transaction, tokens);
        }
        return tokens;
    }

    /// A token that nobody knows of until it is noted.
    public AccessToken fresh(AccessToken.Wish wish) {
        Instant now = clock.instant();
        return new AccessToken(new AccessTokenId(UuidV7.at(now)), wish, now, now.plus(wish.life()));
    }

    /// The text of a token. Not for use inside a transaction: the key may have to be read.
    public String sign(AccessToken token) {
        AccessToken.Wish wish = token.wish();
        var claims = new LinkedHashMap<String, Object>();
        claims.put("iss", wish.issuer());
        claims.put("sub", wish.subject());
        claims.put("aud", wish.audience().size() == 1 ? wish.audience().getFirst() : wish.audience());
        claims.put("client_id", wish.clientName());
        claims.put("iat", token.createdAt().getEpochSecond());
        claims.put("exp", token.expiresAt().getEpochSecond());
        claims.put("jti", token.id().text());
        if (!wish.scopes().isEmpty()) {
            claims.put("scope", String.join(" ", wish.scopes()));
        }
        wish.grant().ifPresent(grant -> {
            claims.put("auth_time", grant.given().provenAt().getEpochSecond());
            claims.put("amr", grant.given().methods());
            claims.put(GRANT, grant.id().text());
        });
        wish.binding().ifPresent(binding -> claims.put("cnf", binding.confirmation()));
        claims.putAll(wish.more());
        return keys.sign(wish.tenant(), Algorithm.ES256, TYPE, claims);
    }

    /// The token, if it is ours, has not expired, was not revoked, and what it comes of still stands.
    /// Whether its holder has the key it is bound to is for the caller to ask. Binds its scope itself; not
    /// for use inside a transaction.
    public Optional<AccessToken.Verified> verify(WorkspaceId tenant, String text) {
        try {
            SignedJWT jwt = SignedJWT.parse(text);
            if (jwt.getHeader().getType() == null
                    || !jwt.getHeader().getType().getType().equals(TYPE)) {
                return Optional.empty();
            }
            return keys.verify(tenant, jwt).flatMap(claims -> standing(tenant, claims));
        } catch (ParseException _) {
            return Optional.empty();
        }
    }

    private Optional<AccessToken.Verified> standing(WorkspaceId tenant, JWTClaimsSet claims) {
        Instant now = clock.instant();
        Map<String, Object> all = claims.getClaims();
        Optional<AccessTokenId> id = Prefix.ACCESS_TOKEN.parse(text(all, "jti"), AccessTokenId::new);
        boolean expired = claims.getExpirationTime() == null
                || !claims.getExpirationTime().toInstant().isAfter(now);
        if (expired || id.isEmpty() || !works(tenant, id.get(), now)) {
            return Optional.empty();
        }
        Optional<GrantId> grantId = Prefix.GRANT.parse(text(all, GRANT), GrantId::new);
        Optional<Grant> grant = grantId.flatMap(found -> grants.standing(tenant, found));
        Optional<Binding> binding = confirmation(all);
        if ((grantId.isPresent() && grant.isEmpty()) || isOver(tenant, binding)) {
            return Optional.empty();
        }
        String scope = text(all, "scope");
        return Optional.of(new AccessToken.Verified(
                id.get(),
                text(all, "client_id"),
                scope.isEmpty() ? List.of() : List.of(scope.split(" ")),
                grant,
                binding,
                all));
    }

    /// What is bound to a certificate of ours ends with that.
    private boolean isOver(WorkspaceId tenant, Optional<Binding> binding) {
        return binding.filter(bound -> bound.kind() == Binding.Kind.MTLS)
                .filter(bound -> certificates.isOver(tenant, bound.thumbprint()))
                .isPresent();
    }

    private static Optional<Binding> confirmation(Map<String, Object> claims) {
        if (!(claims.get("cnf") instanceof Map<?, ?> given)) {
            return Optional.empty();
        }
        var confirmation = new LinkedHashMap<String, Object>();
        given.forEach((name, value) -> confirmation.put(String.valueOf(name), value));
        return Binding.ofConfirmation(confirmation);
    }

    private static String text(Map<String, Object> claims, String name) {
        return claims.get(name) instanceof String text ? text : "";
    }

    private boolean works(WorkspaceId tenant, AccessTokenId id, Instant now) {
        Scope scope = scope(tenant);
        return revoked.read(key(scope, id), () -> scope.call(() -> store.isRevoked(id, now)))
                .map(isRevoked -> !isRevoked)
                .orElse(false);
    }

    /// Revokes one token. What it comes of stands.
    public void revoke(Transaction transaction, AccessTokenId id) {
        revoked.changed(transaction, key(transaction.scope(), id));
        store.revokeAtCommit(transaction, id, clock.instant());
    }

    /// The tokens in the tenant in scope that were not revoked, newest first.
    List<AccessTokenView> list(Optional<UserId> user, Optional<ClientId> client, Optional<UUID> before, int limit) {
        return store.list(user, client, before.orElse(AFTER_ALL), clock.instant(), limit);
    }

    /// Revokes one token, and answers which; nothing when it does not work any more.
    Optional<AccessTokenView> takeBack(Transaction transaction, AccessTokenId id) {
        revoked.changed(transaction, key(transaction.scope(), id));
        return store.takeBack(transaction, id, clock.instant());
    }

    /// Revokes what clients have for themselves, as far as a revocation means it, at most so many.
    int revokeOfClients(Transaction transaction, Revocation what, int limit) {
        List<AccessTokenId> ended = store.revokeOfClients(transaction, what, clock.instant(), limit);
        ended.forEach(id -> revoked.changed(transaction, key(transaction.scope(), id)));
        return ended.size();
    }

    private static Scope scope(WorkspaceId tenant) {
        return Scope.tenant(tenant.value());
    }

    private static String key(Scope scope, AccessTokenId id) {
        return ScopedKey.cache("accesstoken", Axis.TENANT, scope, id.text());
    }
}
