package dev.keystead.oauth.wire;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.openid.connect.sdk.OIDCClaimsRequest;
import com.nimbusds.openid.connect.sdk.claims.ClaimsSetRequest;
import dev.keystead.directory.User;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a client learns about a person (OpenID Connect Core sections 5.1, 5.4 and 5.5).
public final class UserClaims {
    private static final Map<String, List<String>> BY_SCOPE = Map.of(
            "profile", List.of("name", "preferred_username", "locale", "zoneinfo", "updated_at"),
            "email", List.of("email", "email_verified"));

    private UserClaims() {}

    /// The claims that a client can ask for.
    public static List<String> known() {
        return BY_SCOPE.values().stream().flatMap(List::stream).sorted().toList();
    }

    /// What userinfo says.
    ///
    /// @param requested the parameter `claims` of the request, if there was one
    public static Map<String, Object> forUserinfo(User user, List<String> scopes, Optional<String> requested) {
        Set<String> names = new TreeSet<>();
        scopes.forEach(scope -> names.addAll(BY_SCOPE.getOrDefault(scope, List.of())));
        names.addAll(requested(requested.map(UserClaims::parse).map(OIDCClaimsRequest::getUserInfoClaimsRequest)));
        return values(user, names);
    }

    /// What the ID token says besides who it is: what was asked for there one by one.
    public static Map<String, Object> forIdToken(User user, String requested) {
        return values(user, requested(Optional.ofNullable(parse(requested).getIDTokenClaimsRequest())));
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

    private static Map<String, Object> values(User user, Set<String> names) {
        var claims = new LinkedHashMap<String, Object>();
        for (String name : names) {
            Object value = value(user, name);
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
            case "zoneinfo" -> user.timezone();
            case "updated_at" -> user.updatedAt().getEpochSecond();
            case "email" -> user.email();
            case "email_verified" -> user.emailVerifiedAt().isPresent();
            default -> null;
        };
    }
}
