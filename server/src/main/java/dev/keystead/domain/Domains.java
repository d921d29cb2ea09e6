package dev.keystead.domain;

import dev.keystead.audit.Outcome;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The rules of domains of the workspace in scope. What proves them is looked for elsewhere, before.
public final class Domains {
    /// How often the proof of a domain is looked for again.
    static final Duration CHECKED_EVERY = Duration.ofDays(1);

    private static final Duration TOKEN_LIFE = Duration.ofDays(30);
    private static final Duration LINK_LIFE = Duration.ofDays(2);
    private static final Duration TOLD_EVERY = Duration.ofDays(1);
    static final int MOST = 100;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final DomainStore store;
    private final DomainOwners owners;
    private final Workspaces workspaces;
    private final DomainNotices notices;
    private final Mac mac;
    private final Clock clock;

    public Domains(
            Database database,
            DomainOwners owners,
            Workspaces workspaces,
            DomainNotices notices,
            MasterKey master,
            Clock clock) {
        this.store = new DomainStore(database);
        this.owners = owners;
        this.workspaces = workspaces;
        this.notices = notices;
        this.mac = master.mac("domain-proof");
        this.clock = clock;
    }

    List<DomainClaim> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    Optional<DomainClaim> find(DomainName domain) {
        return store.find(domain);
    }

    /// The same inside a transaction, for whoever is about to change it.
    Optional<DomainClaim> findForUpdate(Transaction transaction, DomainName domain) {
        return store.findForUpdate(transaction, domain);
    }

    /// Claims a domain, or begins anew with one that is not proven yet.
    Outcome<DomainClaim> claim(Transaction transaction, DomainName domain, ProofMethod method) {
        Instant now = clock.instant();
        Optional<DomainClaim> found = store.findForUpdate(transaction, domain);
        if (found.filter(DomainClaim::isVerified).isPresent()) {
            return new Outcome.Refused<>("this domain is verified; delete it first to prove it in another way");
        }
        if (found.isPresent()) {
            DomainClaim renewed = store.renew(transaction, domain, method, newToken(), now.plus(TOKEN_LIFE), now);
            return new Outcome.Changed<>(found.get(), renewed);
        }
        if (store.countHeld(transaction) >= MOST) {
            return new Outcome.Refused<>("the workspace has as many domains as it can have; delete one first");
        }
        var claim = new DomainClaim(
                DomainId.make(),
                domain,
                method,
                newToken(),
                now.plus(TOKEN_LIFE),
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                1,
                now,
                now);
        store.insert(transaction, claim);
        return new Outcome.Made<>(claim);
    }

    boolean isExpired(DomainClaim claim) {
        return !claim.isVerified() && !clock.instant().isBefore(claim.tokenExpiresAt());
    }

    /// Makes a domain the workspace's own, after its proof was found.
    ///
    /// @param proven the claim as it was when the proof was looked for
    Outcome<DomainClaim> verify(Transaction transaction, DomainClaim proven) {
        Optional<DomainClaim> found = store.findForUpdate(transaction, proven.domain());
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        DomainClaim claim = found.get();
        if (claim.isVerified()) {
            return new Outcome.Unchanged<>(claim);
        }
        if (!claim.token().equals(proven.token())) {
            return new Outcome.Refused<>("the domain was claimed anew meanwhile; read it and prove it again");
        }
        return take(transaction, claim);
    }

    /// The claim that a mailed link proves, for showing its page. Binds its scope itself.
    public Optional<DomainName> behindLink(UUID tenant, String link) {
        return parse(tenant, link)
                .flatMap(secret ->
                        Scope.tenant(tenant).call(() -> store.findByLink(mac.of(secret.text()), clock.instant())))
                .map(DomainClaim::domain);
    }

    /// Makes the domain of a mailed link the workspace's own. Nothing is found by a link that does not work, or
    /// not any more.
    Outcome<DomainClaim> verifyByLink(Transaction transaction, String link) {
        return parse(transaction.scope().require(Axis.TENANT), link)
                .flatMap(secret -> store.findByLinkForUpdate(transaction, mac.of(secret.text()), clock.instant()))
                .map(claim -> take(transaction, claim))
                .orElseGet(Outcome.NotFound::new);
    }

    private static Optional<Secret> parse(UUID tenant, String link) {
        return Secret.parse(SecretPrefix.DOMAIN_PROOF, link)
                .filter(secret -> secret.tenant().equals(tenant));
    }

    private Outcome<DomainClaim> take(Transaction transaction, DomainClaim claim) {
        Instant now = clock.instant();
        if (claim.isVerified()) {
            return new Outcome.Changed<>(claim, store.verifyAgain(transaction, claim.domain(), now));
        }
        if (!owners.take(transaction, claim.domain(), workspace(transaction))) {
            tellOwner(transaction, claim.domain(), now);
            return new Outcome.Refused<>("another workspace has verified this domain; its owners were told. "
                    + "They can give it up, or whoever runs this installation can help");
        }
        DomainClaim verified = store.verify(transaction, claim.domain(), now.plus(CHECKED_EVERY), now);
        show(transaction);
        return new Outcome.Changed<>(claim, verified);
    }

    private void tellOwner(Transaction transaction, DomainName domain, Instant now) {
        owners.owner(transaction, domain)
                .filter(owner -> owners.contest(transaction, domain, owner, now, now.minus(TOLD_EVERY)))
                .ifPresent(owner -> {
                    Transaction theirs = transaction.with(Scope.tenant(owner.value()));
                    // Read, not locked: the owner may hold that row and wait for the register.
                    store.find(theirs, domain).ifPresent(claim -> notices.contested(theirs, owner, claim));
                });
    }

    /// The secret of a link that proves a claim; an earlier one stops working.
    Secret makeLink(Transaction transaction, DomainClaim claim) {
        Instant now = clock.instant();
        Secret secret =
                Secret.make(SecretPrefix.DOMAIN_PROOF, transaction.scope().require(Axis.TENANT));
        store.mail(transaction, claim.domain(), mac.of(secret.text()), now.plus(LINK_LIFE), now);
        return secret;
    }

    /// Lets the workspace be found under a domain of its own, or not any more.
    Outcome<DomainClaim> serve(Transaction transaction, DomainName domain, boolean serves, Optional<Long> ifVersion) {
        Optional<DomainClaim> found = store.findForUpdate(transaction, domain);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        DomainClaim before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        if (before.serves() == serves) {
            return new Outcome.Unchanged<>(before);
        }
        if (!before.isVerified()) {
            return new Outcome.Refused<>("only a verified domain can serve; prove it first");
        }
        owners.serve(transaction, domain, workspace(transaction), serves);
        return new Outcome.Changed<>(before, store.serve(transaction, domain, serves, clock.instant()));
    }

    /// Gives a domain up.
    Outcome<DomainClaim> delete(Transaction transaction, DomainName domain, Optional<Long> ifVersion) {
        Optional<DomainClaim> found = store.findForUpdate(transaction, domain);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (ifVersion.isPresent() && ifVersion.get() != found.get().version()) {
            return new Outcome.Stale<>();
        }
        if (found.get().isVerified()) {
            giveUp(transaction, domain);
        } else {
            store.delete(transaction, domain);
        }
        return new Outcome.Deleted<>(found.get());
    }

    /// The workspace that has proven a domain, whichever is in scope.
    Optional<WorkspaceId> holder(Transaction transaction, DomainName domain) {
        return owners.owner(transaction, domain);
    }

    /// Takes a proven domain away from the workspace in scope, and the claim with it: what proved it proves nothing
    /// any more. Nothing when the workspace does not have it, or not any more.
    Optional<DomainClaim> withdraw(Transaction transaction, DomainName domain) {
        Optional<DomainClaim> proven = store.findForUpdate(transaction, domain).filter(DomainClaim::isVerified);
        proven.ifPresent(_ -> giveUp(transaction, domain));
        return proven;
    }

    private void giveUp(Transaction transaction, DomainName domain) {
        store.delete(transaction, domain);
        owners.release(transaction, domain, workspace(transaction));
        show(transaction);
    }

    /// Whether the workspace in scope was deleted.
    boolean isLeft(Transaction transaction) {
        return workspaces.find(transaction, workspace(transaction)).isEmpty();
    }

    /// Takes a domain away that the workspace does not prove any more; it can be proven again.
    DomainClaim release(Transaction transaction, DomainName domain) {
        Instant now = clock.instant();
        DomainClaim released = store.release(transaction, domain, now.plus(TOKEN_LIFE), now);
        owners.release(transaction, domain, workspace(transaction));
        show(transaction);
        return released;
    }

    /// What v1 shows as the domain of a workspace is the one that it proved first.
    private void show(Transaction transaction) {
        workspaces.showDomain(transaction, workspace(transaction), store.firstVerified(transaction));
    }

    private static WorkspaceId workspace(Transaction transaction) {
        return new WorkspaceId(transaction.scope().require(Axis.TENANT));
    }

    private static String newToken() {
        var bytes = new byte[32];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
