package dev.keystead.oauth.mint;

import dev.keystead.directory.Directory;
import dev.keystead.grant.AccessToken;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Binding;
import dev.keystead.grant.Grant;
import dev.keystead.group.Groups;
import dev.keystead.key.Algorithm;
import dev.keystead.key.KeyRing;
import dev.keystead.oauth.wire.AuthenticationClass;
import dev.keystead.oauth.wire.EntitlementClaim;
import dev.keystead.oauth.wire.GroupClaim;
import dev.keystead.oauth.wire.Subjects;
import dev.keystead.oauth.wire.UserClaims;
import dev.keystead.platform.json.Json;
import dev.keystead.session.SessionId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Makes the tokens of an answer. Nothing here is done inside a transaction but noting them.
public final class TokenMint {
    private static final Duration ID_TOKEN_LIFE = Duration.ofMinutes(10);

    private final AccessTokens accessTokens;
    private final KeyRing keys;
    private final Subjects subjects;
    private final Directory directory;
    private final Groups groups;
    private final Entitled entitled;
    private final Clock clock;

    /// What workspaces may use.
    @FunctionalInterface
    public interface Entitled {
        /// The codes of the modules that a workspace may use today, from memory where it can be.
        List<String> codes(UUID workspace);
    }

    public TokenMint(
            AccessTokens accessTokens,
            KeyRing keys,
            Subjects subjects,
            Directory directory,
            Groups groups,
            Entitled entitled,
            Clock clock) {
        this.accessTokens = accessTokens;
        this.keys = keys;
        this.subjects = subjects;
        this.directory = directory;
        this.groups = groups;
        this.entitled = entitled;
        this.clock = clock;
    }

    /// What an access token for a person shall say.
    ///
    /// @param resources the audiences that are asked for now, of those that were given; none for all
    public AccessToken.Wish wish(Recipient recipient, Grant grant, List<String> scopes, List<String> resources) {
        List<String> audience = resources.isEmpty() ? grant.given().resources() : resources;
        var more = new LinkedHashMap<String, Object>();
        more.put("acr", AuthenticationClass.reached(grant.given().methods()).value());
        grant.given().details().ifPresent(details -> more.put("authorization_details", plain(details)));
        String issuer = grant.issuer().orElse(recipient.issuer());
        String subject = subjects.of(recipient.client(), grant.user());
        return wish(recipient, issuer, subject, Optional.of(grant), scopes, audience, more);
    }

    /// The same for a client that acts for itself, or for a machine whose credential it is.
    ///
    /// @param subject who acts
    public AccessToken.Wish wish(
            Recipient recipient,
            String subject,
            List<String> scopes,
            List<String> resources,
            Map<String, Object> more) {
        return wish(recipient, recipient.issuer(), subject, Optional.empty(), scopes, resources, more);
    }

    /// What a token for another token shall say.
    ///
    /// @param longest how long it may live at most
    public AccessToken.Wish wish(
            Recipient recipient,
            AccessToken.Verified before,
            List<String> scopes,
            List<String> audience,
            Map<String, Object> more,
            Duration longest) {
        String subject = before.grant()
                .map(grant -> subjects.of(recipient.client(), grant.user()))
                .orElseGet(() -> String.valueOf(before.claims().get("sub")));
        return wish(recipient, recipient.issuer(), subject, before.grant(), scopes, audience, more)
                .atMost(longest);
    }

    /// RFC 9068 section 3: without a resource that was asked for, the token is for this workspace's own
    /// interfaces.
    private static AccessToken.Wish wish(
            Recipient recipient,
            String issuer,
            String subject,
            Optional<Grant> grant,
            List<String> scopes,
            List<String> resources,
            Map<String, Object> more) {
        return new AccessToken.Wish(
                recipient.tenant(),
                issuer,
                recipient.client().id(),
                recipient.client().clientId(),
                subject,
                grant,
                scopes,
                resources.isEmpty() ? List.of(issuer) : resources,
                recipient.binding(),
                more,
                Duration.ofSeconds(recipient.client().settings().tokens().accessSeconds()));
    }

    /// The members of the answer (RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3).
    public Map<String, Object> answer(Recipient recipient, Issued issued) {
        AccessToken access = issued.access();
        String text = accessTokens.sign(access.saying(lookedUp(access)));
        var members = new LinkedHashMap<String, Object>();
        members.put("access_token", text);
        boolean proven = access.wish()
                .binding()
                .filter(binding -> binding.kind() == Binding.Kind.DPOP)
                .isPresent();
        members.put("token_type", proven ? "DPoP" : "Bearer");
        members.put(
                "expires_in",
                Duration.between(access.createdAt(), access.expiresAt()).toSeconds());
        issued.refreshToken().ifPresent(token -> members.put("refresh_token", token));
        members.put("scope", String.join(" ", access.wish().scopes()));
        issued.grant()
                .flatMap(grant -> grant.given().details())
                .ifPresent(details -> members.put("authorization_details", Json.tree(details)));
        if (issued.idToken()) {
            Grant grant = issued.grant().orElseThrow();
            List<String> always = access.wish().scopes().stream()
                    .filter(scope -> scope.equals(GroupClaim.NAME) || scope.equals(EntitlementClaim.SCOPE))
                    .toList();
            members.put("id_token", idToken(recipient, grant, issued.nonce(), always, Optional.of(text)));
        }
        return members;
    }

    /// What an access token says about its person and its workspace beside who they are. It is looked up when the
    /// token is signed, so that no transaction waits for it.
    private Map<String, Object> lookedUp(AccessToken access) {
        AccessToken.Wish wish = access.wish();
        var claims =
                new LinkedHashMap<String, Object>(entitlements(wish.tenant().value(), wish.scopes()));
        wish.grant()
                .filter(_ -> wish.scopes().contains(GroupClaim.NAME))
                .map(grant -> GroupClaim.inToken(groups.namesOf(wish.tenant().value(), grant.user())))
                .ifPresent(claims::putAll);
        return claims;
    }

    private Map<String, Object> entitlements(UUID workspace, List<String> scopes) {
        return scopes.contains(EntitlementClaim.SCOPE) ? EntitlementClaim.inToken(entitled.codes(workspace)) : Map.of();
    }

    /// An ID token that comes alone. Because there is no token with which the client could ask for them at
    /// userinfo, the claims of its scopes are in it (OpenID Connect Core section 5.4).
    public String idToken(Recipient recipient, Grant grant, Optional<String> nonce) {
        return idToken(recipient, grant, nonce, grant.given().scopes(), Optional.empty());
    }

    /// @param scopes those whose claims are in it. Of `groups` and `entitlements` they always are: applications that
    ///     ask for them decide by the ID token what somebody may do.
    private String idToken(
            Recipient recipient,
            Grant grant,
            Optional<String> nonce,
            List<String> scopes,
            Optional<String> accessToken) {
        Instant now = clock.instant();
        var claims = new LinkedHashMap<String, Object>();
        claims.putAll(claimsOf(recipient, grant, scopes));
        claims.putAll(entitlements(recipient.tenant().value(), scopes));
        // Section 12.2: also when it comes of a refresh token that was sent to another address of the workspace.
        claims.put("iss", grant.issuer().orElse(recipient.issuer()));
        claims.put("sub", subjects.of(recipient.client(), grant.user()));
        claims.put("aud", recipient.client().clientId());
        claims.put("iat", now.getEpochSecond());
        claims.put("exp", now.plus(ID_TOKEN_LIFE).getEpochSecond());
        claims.put("auth_time", grant.given().provenAt().getEpochSecond());
        claims.put("acr", AuthenticationClass.reached(grant.given().methods()).value());
        claims.put("amr", grant.given().methods());
        nonce.ifPresent(value -> claims.put("nonce", value));
        grant.session().map(SessionId::text).ifPresent(sid -> claims.put("sid", sid));
        Algorithm algorithm = Algorithm.find(
                        recipient.client().settings().tokens().idTokenAlgorithm())
                .orElse(Algorithm.RS256);
        accessToken.ifPresent(token -> claims.put("at_hash", HalfHash.of(token, algorithm)));
        return keys.sign(recipient.tenant(), algorithm, "JWT", claims);
    }

    private Map<String, Object> claimsOf(Recipient recipient, Grant grant, List<String> scopes) {
        Optional<String> asked = grant.given().claims();
        if (asked.isEmpty() && scopes.isEmpty()) {
            return Map.of();
        }
        UUID tenant = recipient.tenant().value();
        return directory
                .standing(tenant, grant.user())
                .map(user -> new UserClaims.About(user, () -> groups.namesOf(tenant, user.id())))
                .map(about -> UserClaims.forIdToken(about, scopes, asked))
                .orElse(Map.of());
    }

    private static Object plain(String json) {
        return Json.plain(json);
    }
}
