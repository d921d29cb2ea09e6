package dev.keystead.invite;

import dev.keystead.audit.Outcome;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.lockout.Lockouts;
import dev.keystead.lockout.SourceLimits;
import dev.keystead.platform.config.InviteConfig;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Makes, finds, takes and revokes invitations of the workspace in scope.
public final class Invites {
    private static final String TOO_MANY_MAILS = "too many mails went to this address; try again later";
    private static final int SECONDS_OF_AN_HOUR = 3_600;
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    private final InviteStore store;
    private final Lineage lineage;
    private final Quotas quotas;
    private final Lockouts lockouts;
    private final SourceLimits limits;
    private final InviteLetter letter;
    private final InviteConfig config;
    private final Mac mac;
    private final Clock clock;

    /// What invitations are decided and told by.
    public record Parts(
            Lineage lineage,
            Quotas quotas,
            Lockouts lockouts,
            SourceLimits limits,
            InviteLetter letter,
            InviteConfig config,
            MasterKey master,
            Clock clock) {}

    public Invites(Database database, Parts parts) {
        this.store = new InviteStore(database);
        this.lineage = parts.lineage();
        this.quotas = parts.quotas();
        this.lockouts = parts.lockouts();
        this.limits = parts.limits();
        this.letter = parts.letter();
        this.config = parts.config();
        this.mac = parts.master().mac("invite");
        this.clock = parts.clock();
    }

    /// What the job `retention` removes: invitations that came to nothing, a year after their end.
    public static Sweep.Expiring ended() {
        return new Sweep.Expiring("identity.invites", InviteStore.INVITE_PURGE);
    }

    /// What an invitation shall be.
    ///
    /// @param email where the link is mailed to, if anywhere
    public record Wish(
            Optional<String> email,
            Optional<Invite.Reason> reason,
            Optional<String> detail,
            boolean publicVerifiable) {}

    /// What became of the wish for an invitation.
    public sealed interface Issue {
        /// It is made. Nobody can read its secret again.
        record Issued(Invite invite, Secret secret) implements Issue {}

        /// The inviter has made as many as they may, for now or for ever.
        record Exhausted(Quota quota) implements Issue {}

        /// Nobody comes by the inviter's branch now.
        record Braked() implements Issue {}
    }

    /// What became of the wish to use an invitation.
    public sealed interface Taking {
        /// It is used, and the lineage says so.
        record Taken(Invite invite) implements Taking {}

        /// It is in another state; there may be none such.
        record Not(Optional<Invite> invite) implements Taking {}

        /// Nobody comes by its branch now.
        record Braked(Invite invite) implements Taking {}
    }

    /// Makes an invitation, if there is room for one.
    ///
    /// @throws Refusal when the mailbox had more mails than anybody should get
    public Issue issue(Transaction transaction, User inviter, Wish wish) {
        Lineage.Standing standing = lineage.standing(transaction, inviter.id());
        if (standing.braked()) {
            return new Issue.Braked();
        }
        if (quotas.take(transaction, inviter.id(), standing).isEmpty()) {
            return new Issue.Exhausted(quotas.of(transaction, inviter.id()));
        }
        if (wish.email().isPresent()
                && !lockouts.takeMail(
                        transaction, Optional.empty(), wish.email().get())) {
            throw new Refusal(Reply.tooManyRequests(TOO_MANY_MAILS, SECONDS_OF_AN_HOUR));
        }
        Instant now = clock.instant();
        Secret secret = Secret.make(SecretPrefix.INVITE, transaction.scope().require(Axis.TENANT));
        var invite = new Invite(
                InviteId.make(),
                inviter.id(),
                wish.email(),
                wish.reason(),
                wish.detail(),
                wish.publicVerifiable(),
                Invite.Status.OPEN,
                now,
                now.plus(config.life()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        store.insert(transaction, invite, hash(secret));
        letter.send(transaction, inviter, invite, secret);
        return new Issue.Issued(invite, secret);
    }

    /// The address that an invited person opens.
    public String link(Secret secret) {
        return letter.link(secret).toString();
    }

    /// The invitation that a text is the token of, in whatever state; nothing for anything else, such as a
    /// token of another workspace.
    public Optional<Invite> find(UUID tenant, String token) {
        return secret(tenant, token).flatMap(secret -> store.findByHash(hash(secret)));
    }

    /// Whether nobody comes by somebody's invitations now.
    public boolean isBraked(UserId inviter) {
        return lineage.standing(inviter).braked();
    }

    /// Uses an invitation up for an account that this transaction makes: its state, the counters of its
    /// inviter and the lineage change together.
    ///
    /// @param token as it was sent
    /// @param by the account
    /// @throws Refusal when more came by its branch in a day than may
    public Taking take(Transaction transaction, String token, UserId by) {
        UUID tenant = transaction.scope().require(Axis.TENANT);
        Optional<Secret> secret = secret(tenant, token);
        Optional<Invite> found = secret.flatMap(text -> store.findByHash(transaction, hash(text)));
        if (found.isEmpty()) {
            return new Taking.Not(found);
        }
        UserId inviter = found.get().inviter();
        // Held: a cascade that comes at the same moment finds whoever joins here, or was faster.
        Lineage.Standing standing = lineage.standingHeld(transaction, inviter);
        if (standing.braked()) {
            return new Taking.Braked(found.get());
        }
        Instant now = clock.instant();
        Optional<Invite> taken = store.take(transaction, hash(secret.orElseThrow()), by, now);
        if (taken.isEmpty()) {
            // Whoever was faster has changed it since it was read.
            return new Taking.Not(store.find(transaction, found.get().id()));
        }
        standing.branch().ifPresent(branch -> limits.takeInBranch(transaction, branch, config.branchPerDay()));
        Invite invite = taken.get();
        lineage.connect(
                transaction,
                new Lineage.Edge(
                        by, inviter, invite.id(), standing.depth() + 1, new Lineage.Arrival(invite.issuedAt(), now)));
        quotas.redeemed(transaction, inviter);
        return new Taking.Taken(invite);
    }

    /// Takes an open invitation back.
    ///
    /// @param inviter whose it must be; anybody's, if empty
    public Outcome<Invite> revoke(Transaction transaction, Optional<UserId> inviter, InviteId id) {
        Optional<Invite> before = store.find(transaction, id)
                .filter(invite -> inviter.isEmpty() || inviter.get().equals(invite.inviter()));
        if (before.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        return store.revoke(transaction, id, clock.instant())
                .<Outcome<Invite>>map(after -> new Outcome.Changed<>(before.get(), after))
                .orElseGet(() -> new Outcome.Refused<>("the invitation is "
                        + store.find(transaction, id)
                                .map(now -> Words.of(now.status()))
                                .orElse("gone")
                        + "; only an open one can be revoked"));
    }

    public Optional<Invite> find(InviteId id) {
        return store.find(id);
    }

    /// Invitations, newest first.
    ///
    /// @param inviter whose; everybody's, if empty
    /// @param before the last one seen
    public List<Invite> list(
            Optional<UserId> inviter, Optional<Invite.Status> status, Optional<UUID> before, int limit) {
        return store.list(inviter, status, before.orElse(AFTER_ALL), limit);
    }

    private static Optional<Secret> secret(UUID tenant, String token) {
        return Secret.parse(SecretPrefix.INVITE, token)
                .filter(secret -> secret.tenant().equals(tenant));
    }

    private Digest hash(Secret secret) {
        return mac.digest(secret.text());
    }
}
