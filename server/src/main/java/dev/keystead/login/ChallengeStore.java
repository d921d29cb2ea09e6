package dev.keystead.login;

import dev.keystead.login.Challenges.Given;
import dev.keystead.login.Challenges.Purpose;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.UUID;

/// The statements on challenges for passkeys that were answered.
final class ChallengeStore {
    /// A challenge is used up once somebody answered it, rightly or not.
    static final Command CHALLENGE_INSERT = Command.tenant("login.challenge.insert", """
            insert into auth.webauthn_challenges
                (id, purpose, owner_id, challenge, created_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?)
            on conflict (tenant_id, id) do nothing""");

    static final Command CHALLENGE_SWEEP = Command.crossTenant(
            "login.challenge.sweep", "expired challenges of all workspaces are removed together", """
            delete from auth.webauthn_challenges
            where (tenant_id, id) in (
                select tenant_id, id
                from auth.webauthn_challenges
                where expires_at < ?
                limit ?)""");

    /// Whether it is the first answer.
    boolean insert(Transaction transaction, Given given, Purpose purpose, UUID owner, Instant now, Instant expiresAt) {
        return transaction.update(
                        CHALLENGE_INSERT,
                        p -> p.id(given.id())
                                .text(Words.of(purpose))
                                .uuid(owner)
                                .bytes(given.challenge().bytes())
                                .instant(now)
                                .instant(expiresAt))
                > 0;
    }
}
