package dev.keystead.oauth.logout;

import dev.keystead.client.Client;
import dev.keystead.directory.UserId;
import dev.keystead.key.Algorithm;
import dev.keystead.key.KeyRing;
import dev.keystead.oauth.wire.Subjects;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.UuidV7;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Makes logout tokens (OpenID Connect Back-Channel Logout section 2.4).
final class LogoutTokens {
    private static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";

    /// What section 4 recommends at most, so that a stolen token is worth nothing soon.
    private static final Duration LIFE = Duration.ofMinutes(2);

    private final KeyRing keys;
    private final Subjects subjects;
    private final Clock clock;

    LogoutTokens(KeyRing keys, Subjects subjects, Clock clock) {
        this.keys = keys;
        this.subjects = subjects;
        this.clock = clock;
    }

    /// A token that says which session of whom ended. It names the session also for clients that do not
    /// insist on it: without `sid` it would mean all sessions of the person.
    String make(Client client, String issuer, UserId user, SessionId session) {
        Instant now = clock.instant();
        var claims = new LinkedHashMap<String, Object>();
        claims.put("iss", issuer);
        claims.put("sub", subjects.of(client, user));
        claims.put("aud", client.clientId());
        claims.put("iat", now.getEpochSecond());
        claims.put("exp", now.plus(LIFE).getEpochSecond());
        claims.put("jti", UuidV7.next().toString());
        claims.put("events", Map.of(EVENT, Map.of()));
        claims.put("sid", session.text());
        // Section 2.6: signed as the client's ID tokens are.
        String algorithm = client.settings().tokens().idTokenAlgorithm();
        return keys.sign(client.workspace(), Algorithm.find(algorithm).orElse(Algorithm.RS256), "logout+jwt", claims);
    }
}
