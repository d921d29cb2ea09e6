package dev.keystead.bot;

import dev.keystead.audit.Outcome;
import dev.keystead.bot.ServiceIdentity.Attestation;
import dev.keystead.client.AuthMethod;
import dev.keystead.client.Client;
import dev.keystead.client.ServiceClients;
import dev.keystead.domain.ProvenDomains;
import dev.keystead.handle.Availability;
import dev.keystead.handle.Handles;
import dev.keystead.handle.Holding;
import dev.keystead.handle.Owner;
import dev.keystead.job.Sweep;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/// The machines of the workspace in scope.
public final class ServiceIdentities {
    /// Handles are scarce, and one workspace shall not have them all.
    private static final int MOST = 1_000;

    private static final Duration CHALLENGE_LIFE = Duration.ofMinutes(10);

    private final ServiceIdentityStore store;
    private final ServiceAccountStore accounts;
    private final ServiceClients clients;
    private final Handles handles;
    private final ProvenDomains domains;
    private final ActingBots acting;
    private final Mac mac;
    private final Clock clock;

    public ServiceIdentities(
            Database database,
            ServiceClients clients,
            Handles handles,
            ProvenDomains domains,
            ActingBots acting,
            MasterKey master,
            Clock clock) {
        this.store = new ServiceIdentityStore(database);
        this.accounts = new ServiceAccountStore(database);
        this.clients = clients;
        this.handles = handles;
        this.domains = domains;
        this.acting = acting;
        this.mac = master.mac("service-attestation");
        this.clock = clock;
    }

    /// What the job `retention` removes: deleted machines and their credentials, the latter first.
    public static List<Sweep.Expiring> ended() {
        return List.of(
                new Sweep.Expiring("identity.service_accounts", ServiceAccountStore.ACCOUNT_PURGE),
                new Sweep.Expiring("identity.bot_buckets", BucketStore.BUCKET_PURGE),
                new Sweep.Expiring("identity.service_identities", ServiceIdentityStore.IDENTITY_PURGE));
    }

    /// What a new machine shall be.
    record Wish(String handle, String displayName, Optional<String> description, TrustClass trustClass) {}

    /// Who decides.
    ///
    /// @param actor the DID
    /// @param operator whether they may administer the installation, from where they act
    record Decider(String actor, boolean operator) {}

    /// What a machine has to sign.
    ///
    /// @param nonce shown once
    record Challenge(ServiceIdentity identity, Secret nonce, Instant expiresAt) {}

    List<ServiceIdentity> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    Optional<ServiceIdentity> find(ServiceIdentityId id) {
        return store.find(id);
    }

    /// Makes a machine, and takes its handle: of several who want it, one gets it.
    Outcome<ServiceIdentity> make(Transaction transaction, Wish wish, Decider maker) {
        Optional<Outcome<ServiceIdentity>> refused = mayNotBe(transaction, wish.trustClass(), maker, Optional.empty());
        if (refused.isPresent()) {
            return refused.get();
        }
        if (store.countHeld(transaction) >= MOST) {
            return new Outcome.Refused<>("a workspace has at most " + MOST
                    + " service identities; one that is deleted counts for 30 days more");
        }
        ServiceIdentityId id = ServiceIdentityId.make();
        Owner owner = owner(transaction, id);
        Availability found = maker.operator()
                ? handles.takeWord(transaction, wish.handle(), owner, Holding.Kind.SERVICE)
                : handles.take(transaction, wish.handle(), owner, Holding.Kind.SERVICE);
        if (!found.isFree()) {
            return new Outcome.Refused<>(found.sentence());
        }
        Instant now = clock.instant();
        var made = new ServiceIdentity(
                id,
                wish.handle(),
                wish.displayName(),
                wish.description(),
                wish.trustClass(),
                Status.ACTIVE,
                Optional.empty(),
                maker.actor(),
                1,
                now,
                now);
        store.insert(transaction, made);
        return new Outcome.Made<>(made);
    }

    /// Applies a change to what is stored, unless somebody else changed it since the caller read it.
    Outcome<ServiceIdentity> change(
            Transaction transaction,
            ServiceIdentityId id,
            Optional<Long> ifVersion,
            Decider decider,
            UnaryOperator<ServiceIdentity> change) {
        Optional<ServiceIdentity> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        ServiceIdentity before = found.get();
        if (isStale(before, ifVersion)) {
            return new Outcome.Stale<>();
        }
        ServiceIdentity wanted = change.apply(before);
        if (wanted.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        Optional<Outcome<ServiceIdentity>> refused =
                mayNotBe(transaction, wanted.trustClass(), decider, Optional.of(before));
        return refused.orElseGet(() -> new Outcome.Changed<>(before, save(transaction, wanted)));
    }

    /// Why a machine may not be of a trust class, unless it is already.
    private Optional<Outcome<ServiceIdentity>> mayNotBe(
            Transaction transaction, TrustClass wanted, Decider decider, Optional<ServiceIdentity> before) {
        if (before.filter(identity -> identity.trustClass() == wanted).isPresent() || wanted == TrustClass.UNTRUSTED) {
            return Optional.empty();
        }
        if (wanted == TrustClass.SYSTEM) {
            return decider.operator() ? Optional.empty() : Optional.of(new Outcome.NotAllowed<>());
        }
        boolean unproven = before.filter(
                        identity -> identity.trustClass() == TrustClass.UNTRUSTED && !identity.isAttested())
                .isPresent();
        if (unproven) {
            return Optional.of(new Outcome.Refused<>(
                    "an untrusted service identity is trusted only once it is attested; attest its key first"));
        }
        return wanted == TrustClass.VERIFIED_ORG && !domains.any(transaction)
                ? Optional.of(new Outcome.Refused<>(
                        "verified_org is for workspaces with a verified domain; verify one first"))
                : Optional.empty();
    }

    /// Stops a machine and every token of it at once, or lets it work again.
    Outcome<ServiceIdentity> turn(Transaction transaction, ServiceIdentityId id, Status wanted) {
        Optional<ServiceIdentity> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        ServiceIdentity before = found.get();
        if (before.status() == wanted) {
            return new Outcome.Unchanged<>(before);
        }
        // What is suspended by itself stays so.
        List<ServiceAccount> reached = accounts.of(transaction, id).stream()
                .filter(ServiceAccount::isActive)
                .toList();
        clients.suspend(
                transaction, reached.stream().map(ServiceAccount::client).toList(), wanted == Status.SUSPENDED);
        ServiceIdentity turned = before.as(before.displayName(), before.description(), before.trustClass(), wanted);
        return new Outcome.Changed<>(before, save(transaction, turned));
    }

    /// Deletes softly: its tokens and credentials end at once, and nobody gets its handle.
    Outcome<ServiceIdentity> delete(Transaction transaction, ServiceIdentityId id, Optional<Long> ifVersion) {
        Optional<ServiceIdentity> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (isStale(found.get(), ifVersion)) {
            return new Outcome.Stale<>();
        }
        Instant now = clock.instant();
        for (ServiceAccount account : accounts.of(transaction, id)) {
            clients.delete(transaction, account.client());
            accounts.delete(transaction, account.id(), now);
        }
        handles.freeze(transaction, found.get().handle(), owner(transaction, id));
        store.delete(transaction, id, now);
        acting.changed(transaction, id);
        return new Outcome.Deleted<>(found.get());
    }

    /// What a machine has to sign next; what it was to sign before counts no more.
    Optional<Challenge> challenge(Transaction transaction, ServiceIdentityId id) {
        return store.findForUpdate(transaction, id).map(identity -> {
            Secret nonce =
                    Secret.make(SecretPrefix.ATTESTATION, transaction.scope().require(Axis.TENANT));
            Instant expiresAt = clock.instant().plus(CHALLENGE_LIFE);
            store.challenge(transaction, id, mac.of(nonce.text()), expiresAt);
            return new Challenge(identity, nonce, expiresAt);
        });
    }

    /// A key, and what it signed.
    record Shown(JsonNode key, String proof, String audience) {}

    /// Keeps the key that a machine shows to be its own. Accounts that prove themselves by the key that was there
    /// before do so by this one from now on.
    ///
    /// @param giving called with everything that those accounts may do; may throw
    Outcome<ServiceIdentity> attest(
            Transaction transaction, ServiceIdentityId id, Shown shown, Consumer<List<String>> giving) {
        Optional<ServiceIdentity> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        return switch (AttestationProof.read(shown.key(), shown.proof(), id, shown.audience())) {
            case AttestationProof.Wrong(String member, String reason) -> new Outcome.Wrong<>(member, reason);
            case AttestationProof.Sound sound -> {
                List<Client> byKey = byKey(transaction, id);
                giving.accept(byKey.stream()
                        .flatMap(client -> client.settings().grants().scopes().stream())
                        .distinct()
                        .toList());
                yield attest(transaction, found.get(), sound, byKey);
            }
        };
    }

    private Outcome<ServiceIdentity> attest(
            Transaction transaction, ServiceIdentity before, AttestationProof.Sound sound, List<Client> byKey) {
        var proven = new Attestation(sound.key(), sound.thumbprint(), clock.instant());
        Optional<ServiceIdentity> attested = store.attest(
                transaction, before.id(), proven, mac.of(sound.nonce().text()));
        if (attested.isEmpty()) {
            return new Outcome.Refused<>("the nonce has expired or was used before; ask for another challenge");
        }
        byKey.forEach(client -> clients.replaceKey(transaction, client.id(), sound.key()));
        return new Outcome.Changed<>(before, attested.get());
    }

    private List<Client> byKey(Transaction transaction, ServiceIdentityId id) {
        List<ServiceAccount> all = accounts.of(transaction, id);
        return clients
                .list(transaction, all.stream().map(ServiceAccount::client).toList())
                .stream()
                .filter(client -> client.settings().authMethod() == AuthMethod.PRIVATE_KEY_JWT)
                .toList();
    }

    private ServiceIdentity save(Transaction transaction, ServiceIdentity wanted) {
        ServiceIdentity after = store.update(transaction, wanted, clock.instant());
        acting.changed(transaction, after.id());
        return after;
    }

    private static boolean isStale(ServiceIdentity identity, Optional<Long> ifVersion) {
        return ifVersion.isPresent() && ifVersion.get() != identity.version();
    }

    private static Owner owner(Transaction transaction, ServiceIdentityId id) {
        return new Owner(transaction.scope().require(Axis.TENANT), id.value());
    }
}
