package dev.keystead.oauth.wire;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.openid.connect.sdk.OIDCClaimsRequest;
import com.nimbusds.openid.connect.sdk.claims.ClaimsSetRequest;
import dev.keystead.directory.User;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a client learns about a person (OpenID Connect Core sections 5.1, 5.4 and 5.5).
public final class UserClaims {
    private static final Map<String, List<String>> BY_SCOPE = Map.of(
            "profile",
            List.of("name", "preferred_username", "locale", "picture", "zoneinfo", "updated_at"),
            "email",
            List.of("email", "email_verified"),
            GroupClaim.NAME,
            List.of(GroupClaim.NAME));

    private UserClaims() {}

    /// Whom claims are about.
    ///
    /// @param groups the names of the groups that they are in; asked for when a claim needs them
    public record About(User user, Supplier<List<String>> groups) {}

    /// The claims that a client can ask for.
    public static List<String> known() {
        return BY_SCOPE.values().stream().flatMap(List::stream).sorted().toList();
    }

    /// What userinfo says.
    ///
    /// @param requested the parameter `claims` of the request, if there was one
    public static Map<String, Object> forUserinfo(About about, List<String> scopes, Optional<String> requested) {
        Set<String> names = ofScopes(scopes);
        names.addAll(requested(requested.map(UserClaims::parse).map(OIDCClaimsRequest::getUserInfoClaimsRequest)));
        return values(about, names, GroupClaim::inAnswer);
    }

    /// What the ID token says besides who it is: what was asked for there one by one.
    ///
    /// @param scopes those whose claims are in it too, because nothing else tells them; none otherwise
    /// @param requested the parameter `claims` of the request, if there was one
    public static Map<String, Object> forIdToken(About about, List<String> scopes, Optional<String> requested) {
        Set<String> names = ofScopes(scopes);
        names.addAll(requested(requested.map(UserClaims::parse).map(OIDCClaimsRequest::getIDTokenClaimsRequest)));
        return values(about, names, GroupClaim::inToken);
    }

    private static Set<String> ofScopes(List<String> scopes) {
        Set<String> names = new TreeSet<>();
        scopes.forEach(scope -> names.addAll(BY_SCOPE.getOrDefault(scope, List.of())));
        return names;
    }

    /// What is left of a request for claims when those are passed over whose scope the client may not have:
    /// asking one by one is no way around that (OpenID Connect Core section 5.5 lets a server leave out any).
    public static OIDCClaimsRequest allowed(OIDCClaimsRequest asked, Collection<String> scopes) {
        return asked.withIDTokenClaimsRequest(allowed(asked.getIDTokenClaimsRequest(), scopes))
                .withUserInfoClaimsRequest(allowed(asked.getUserInfoClaimsRequest(), scopes));
    }

    private static @Nullable ClaimsSetRequest allowed(@Nullable ClaimsSetRequest asked, Collection<String> scopes) {
        return asked == null
                ? null
                : new ClaimsSetRequest(asked.getEntries().stream()
                        .filter(entry -> scopes.containsAll(scopesOf(Set.of(entry.getClaimName()))))
                        .toList());
    }

    /// The scopes to which the claims belong that are asked for one by one.
    ///
    /// @param requested the parameter `claims` of the request
    public static Set<String> scopesOf(String requested) {
        OIDCClaimsRequest asked = parse(requested);
        Set<String> names = new TreeSet<>(requested(Optional.ofNullable(asked.getIDTokenClaimsRequest())));
        names.addAll(requested(Optional.ofNullable(asked.getUserInfoClaimsRequest())));
        return scopesOf(names);
    }

    private static Set<String> scopesOf(Set<String> names) {
        Set<String> scopes = new TreeSet<>();
        BY_SCOPE.forEach((scope, claims) -> {
            if (claims.stream().anyMatch(names::contains)) {
                scopes.add(scope);
            }
        });
        return scopes;
    }

    private static Set<String> requested(Optional<ClaimsSetRequest> request) {
        return request.map(found -> found.getClaimNames(false)).orElse(Set.of());
    }

    private static OIDCClaimsRequest parse(String json) {
        try {
            return OIDCClaimsRequest.parse(json);
        } catch (ParseException e) {
            throw new IllegalStateException("claims are stored only after they were read once", e);
        }
    }

    private static Map<String, Object> values(
            About about, Set<String> names, Function<List<String>, Map<String, Object>> groupsTold) {
        var claims = new LinkedHashMap<String, Object>();
        if (names.contains(GroupClaim.NAME)) {
            claims.putAll(groupsTold.apply(about.groups().get()));
        }
        for (String name : names) {
            Object value = value(about.user(), name);
            if (value != null) {
                claims.put(name, value);
            }
        }
        return claims;
    }

    private static @Nullable Object value(User user, String name) {
        return switch (name) {
            case "name" -> user.displayName();
            case "preferred_username" -> user.handle().orElse(null);
            case "locale" -> user.locale();
            case "picture" -> user.avatarUrl().orElse(null);
            case "zoneinfo" -> user.timezone();
            case "updated_at" -> user.updatedAt().getEpochSecond();
            case "email" -> user.email();
            case "email_verified" -> user.emailVerifiedAt().isPresent();
            default -> null;
        };
    }
}
