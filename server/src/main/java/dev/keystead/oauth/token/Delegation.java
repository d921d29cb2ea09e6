package dev.keystead.oauth.token;

import dev.keystead.oauth.wire.OAuthError;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Who acts with a token in whose place (RFC 8693 sections 4.1 and 4.4).
final class Delegation {
    /// Longer chains help nobody, and a token must fit into a header.
    private static final int DEEPEST = 5;

    private static final String ACT = "act";

    private Delegation() {}

    /// Whoever is about to act.
    record Actor(String issuer, String subject) {}

    /// The claim `act` of the new token: the actor, and whoever acted before.
    ///
    /// @param subject all that the subject token says
    /// @param actor who acts from now on
    /// @param named whether the new token says so; who impersonates somebody leaves the chain as it was
    /// @throws OAuthError when the subject token does not let this actor act, or the chain is too long
    static Optional<Map<String, Object>> act(Map<String, Object> subject, Actor actor, boolean named) {
        if (subject.get("may_act") instanceof Map<?, ?> mayAct && !isMeant(mayAct, actor)) {
            throw OAuthError.invalidRequest("the subject token does not let this party act");
        }
        Optional<Map<String, Object>> before = chain(subject);
        if (!named) {
            return before;
        }
        var act = new LinkedHashMap<String, Object>();
        act.put("iss", actor.issuer());
        act.put("sub", actor.subject());
        before.ifPresent(chain -> act.put(ACT, chain));
        if (depth(act) > DEEPEST) {
            throw OAuthError.invalidRequest("too many parties act one for another; at most " + DEEPEST + " may");
        }
        return Optional.of(act);
    }

    private static boolean isMeant(Map<?, ?> mayAct, Actor actor) {
        boolean issuerFits = !mayAct.containsKey("iss") || actor.issuer().equals(mayAct.get("iss"));
        return issuerFits && actor.subject().equals(mayAct.get("sub"));
    }

    private static Optional<Map<String, Object>> chain(Map<?, ?> claims) {
        if (!(claims.get(ACT) instanceof Map<?, ?> act)) {
            return Optional.empty();
        }
        var copy = new LinkedHashMap<String, Object>();
        act.forEach((name, value) -> copy.put(String.valueOf(name), value));
        return Optional.of(copy);
    }

    private static int depth(Map<?, ?> act) {
        return act.get(ACT) instanceof Map<?, ?> before ? 1 + depth(before) : 1;
    }
}
