package dev.keystead.login;

import dev.keystead.credential.passkey.Octets;
import dev.keystead.login.Challenges.Purpose;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The statements on challenges for passkeys.
final class ChallengeStore {
    static final Command CHALLENGE_INSERT = Command.tenant("login.challenge.insert", """
            insert into auth.webauthn_challenges
                (id, purpose, owner_id, challenge, created_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?)""");

    /// A challenge is gone once somebody answered it, rightly or not.
    static final Query<Octets> CHALLENGE_CONSUME =
            Query.tenant("login.challenge.consume", """
            delete from auth.webauthn_challenges
            where id = ?
              and purpose = ?
              and owner_id = ?
              and expires_at > ?
              and tenant_id = ?
            returning challenge""", row -> Octets.of(row.bytes("challenge")));

    static final Command CHALLENGE_SWEEP = Command.crossTenant(
            "login.challenge.sweep", "expired challenges of all workspaces are removed together", """
            delete from auth.webauthn_challenges
            where (tenant_id, id) in (
                select tenant_id, id
                from auth.webauthn_challenges
                where expires_at < ?
                limit ?)""");

    void insert(
            Transaction transaction,
            ChallengeId id,
            Purpose purpose,
            UUID owner,
            Octets challenge,
            Instant now,
            Instant expiresAt) {
        transaction.update(
                CHALLENGE_INSERT,
                p -> p.id(id)
                        .text(Words.of(purpose))
                        .uuid(owner)
                        .bytes(challenge.bytes())
                        .instant(now)
                        .instant(expiresAt));
    }

    Optional<Octets> consume(Transaction transaction, ChallengeId id, Purpose purpose, UUID owner, Instant now) {
        return transaction.find(
                CHALLENGE_CONSUME,
                p -> p.id(id).text(Words.of(purpose)).uuid(owner).instant(now));
    }
}
