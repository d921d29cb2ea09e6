package dev.keystead.session;

import dev.keystead.platform.crypto.ComputedTokens;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;
import java.util.Optional;

/// The tokens of sessions: computed with a server key, stored nowhere.
final class SessionTokens {
    /// The token that renews a session; what a browser's cookie holds. Its number is the generation.
    static final SecretPrefix RENEWING = SecretPrefix.SESSION;

    /// The token that a program shows with each request. Its number is the second at which it expires.
    static final SecretPrefix ACCESS = SecretPrefix.SESSION_ACCESS;

    private final ComputedTokens tokens;

    SessionTokens(MasterKey master) {
        this.tokens = new ComputedTokens(master.mac("session-token"));
    }

    /// A token that is genuine; whether it still works is for the session to say.
    record Genuine(WorkspaceId tenant, SessionId session, long number) {}

    String renewing(WorkspaceId tenant, SessionId session, int generation) {
        return tokens.make(RENEWING, tenant.value(), session.value(), generation);
    }

    String access(WorkspaceId tenant, SessionId session, Instant expiresAt) {
        return tokens.make(ACCESS, tenant.value(), session.value(), (int) expiresAt.getEpochSecond());
    }

    Optional<Genuine> check(SecretPrefix prefix, String text) {
        return tokens.check(prefix, text)
                .map(found ->
                        new Genuine(new WorkspaceId(found.tenant()), new SessionId(found.thing()), found.number()));
    }
}
