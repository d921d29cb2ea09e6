package dev.keystead.bot;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.handle.Handle;
import dev.keystead.member.WishedScopes;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The machines of a workspace over HTTP.
public final class ServiceIdentityRoutes {
    private static final AccessScope OPERATING = AccessScope.of("admin:system");
    private static final int LARGEST_KEY = 4;
    private static final int LONGEST_PROOF = 4_000;

    private final ServiceIdentities identities;
    private final Function<UUID, String> issuers;
    private final AuditLog audit;
    private final Answers<ServiceIdentity> answers;

    /// @param issuers the address of a workspace
    public ServiceIdentityRoutes(ServiceIdentities identities, Function<UUID, String> issuers, AuditLog audit) {
        this.identities = identities;
        this.issuers = issuers;
        this.audit = audit;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        ServiceIdentity::id,
                        ServiceIdentity::version,
                        ServiceIdentityView::of,
                        identity -> "/v1/service-identities/" + identity.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/service-identities", "List the service identities of the workspace")
                        .tenant("read:service-identity")
                        .answers(Shape.page(ServiceIdentityView.class), this::list),
                Route.post("/v1/service-identities", "Make a service identity with a handle that ends in .bot")
                        .tenant("write:service-identity")
                        .audits("service_identity.create")
                        .takes(CreateServiceIdentity.class)
                        .answers(201, Shape.of(ServiceIdentityView.class), this::create),
                Route.get("/v1/service-identities/{id}", "Read a service identity")
                        .tenant("read:service-identity")
                        .answers(Shape.of(ServiceIdentityView.class), this::read),
                Route.patch("/v1/service-identities/{id}", "Change the name or the trust class of a service identity")
                        .tenant("write:service-identity")
                        .audits("service_identity.update")
                        .versioned()
                        .takes(ChangeServiceIdentity.class)
                        .answers(Shape.of(ServiceIdentityView.class), this::change),
                Route.delete("/v1/service-identities/{id}", "Delete a service identity; its tokens end at once")
                        .tenant("write:service-identity")
                        .audits("service_identity.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete),
                Route.post("/v1/service-identities/{id}:suspend", "Stop a service identity and all of its tokens")
                        .tenant("write:service-identity")
                        .audits("service_identity.suspend")
                        .takesNothing()
                        .answers(Shape.of(ServiceIdentityView.class), this::suspend),
                Route.post("/v1/service-identities/{id}:activate", "Let a suspended service identity work again")
                        .tenant("write:service-identity")
                        .audits("service_identity.activate")
                        .takesNothing()
                        .answers(Shape.of(ServiceIdentityView.class), this::activate),
                Route.post("/v1/service-identities/{id}:challenge", "Get a nonce for a service identity's key to sign")
                        .tenant("admin:service-identity")
                        .audits("service_identity.challenge")
                        .takesNothing()
                        .prepares(200, Shape.of(AttestationChallengeView.class), this::challenge),
                Route.post("/v1/service-identities/{id}:attest", "Register the key of a service identity by its proof")
                        .tenant("admin:service-identity")
                        .audits("service_identity.attest")
                        .takes(AttestServiceIdentity.class)
                        .prepares(200, Shape.of(ServiceIdentityView.class), this::attest));
    }

    /// The wish for a service identity.
    ///
    /// @param handle ends in `.bot`, and stays for life
    /// @param trustClass third_party when nothing is said
    public record CreateServiceIdentity(
            String handle,
            String displayName,
            @Nullable String description,
            @Nullable TrustClass trustClass) {
        public CreateServiceIdentity {
            var fields = new Fields();
            handle = Handle.checked(fields, handle);
            displayName = fields.text("display_name", displayName, 1, 120);
            description = fields.optional(description, value -> fields.text("description", value, 1, 500));
            fields.refuseIfAny();
        }

        ServiceIdentities.Wish wish() {
            return new ServiceIdentities.Wish(
                    handle,
                    displayName,
                    Optional.ofNullable(description),
                    Objects.requireNonNullElse(trustClass, TrustClass.THIRD_PARTY));
        }
    }

    /// A change to a service identity: absent members stay, a null description goes.
    public record ChangeServiceIdentity(
            Change<String> displayName, Change<@Nullable String> description, Change<TrustClass> trustClass) {
        public ChangeServiceIdentity {
            var fields = new Fields();
            displayName = fields.change(displayName, value -> fields.text("display_name", value, 1, 120));
            description = fields.clearableChange(description, value -> fields.text("description", value, 1, 500));
            fields.refuseIfAny();
        }

        ServiceIdentity over(ServiceIdentity identity) {
            return identity.as(
                    displayName.over(identity.displayName()),
                    Optional.ofNullable(description.over(identity.description().orElse(null))),
                    trustClass.over(identity.trustClass()),
                    identity.status());
        }
    }

    /// A key, and the proof that the service identity has it.
    ///
    /// @param key the public key of P-256 or Ed25519 (RFC 7517)
    /// @param proof a JWT that the key signed: `typ` service-attestation+jwt, `sub` the service identity, `aud`
    ///     and `nonce` as the challenge says
    public record AttestServiceIdentity(JsonNode key, String proof) {
        public AttestServiceIdentity {
            var fields = new Fields();
            key = fields.object("key", key, LARGEST_KEY);
            proof = fields.text("proof", proof, 1, LONGEST_PROOF);
            fields.refuseIfAny();
        }
    }

    /// What the key has to sign.
    ///
    /// @param nonce works once, until it expires or another one is asked for
    /// @param audience what the proof must name as `aud`
    public record AttestationChallengeView(String id, String nonce, String audience, Instant expiresAt) {}

    /// What the trail keeps of a challenge.
    private record GivenChallenge(String id, Instant expiresAt) {}

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<ServiceIdentity> found = identities.list(after, paging.fetch());
        return Reply.ok(
                Page.of(found, paging, identity -> Cursor.of(identity.id().value()), ServiceIdentityView::of));
    }

    private Reply create(Call call, CreateServiceIdentity body, Transaction transaction) {
        return answers.to(call, transaction, identities.make(transaction, body.wish(), decider(call.caller())));
    }

    private Reply read(Call call) {
        return answers.found(identities.find(id(call)));
    }

    private Reply change(Call call, ChangeServiceIdentity body, Transaction transaction) {
        return answers.to(
                call,
                transaction,
                identities.change(transaction, id(call), call.ifMatch(), decider(call.caller()), body::over));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers.to(call, transaction, identities.delete(transaction, id(call), call.ifMatch()));
    }

    private Reply suspend(Call call, Transaction transaction) {
        return answers.to(call, transaction, identities.turn(transaction, id(call), Status.SUSPENDED));
    }

    private Reply activate(Call call, Transaction transaction) {
        return answers.to(call, transaction, identities.turn(transaction, id(call), Status.ACTIVE));
    }

    /// The address of the workspace is read before the transaction is opened.
    private Work.ChangingBare challenge(Call call) {
        String audience = issuers.apply(call.caller().tenant());
        return (asked, transaction) -> identities
                .challenge(transaction, id(asked))
                .map(given -> challenged(asked, transaction, given, audience))
                .orElseGet(Reply::notFound);
    }

    private Reply challenged(Call call, Transaction transaction, ServiceIdentities.Challenge given, String audience) {
        ServiceIdentityId id = given.identity().id();
        audit.write(transaction, call, id, AuditLog.Change.made(new GivenChallenge(id.text(), given.expiresAt())));
        return Reply.ok(new AttestationChallengeView(id.text(), given.nonce().text(), audience, given.expiresAt()));
    }

    private Work.ChangingBare attest(Call call, AttestServiceIdentity body) {
        var shown = new ServiceIdentities.Shown(
                body.key(), body.proof(), issuers.apply(call.caller().tenant()));
        // Whoever brings a key can do from then on what its accounts may.
        return (asked, transaction) -> answers.to(
                asked,
                transaction,
                identities.attest(
                        transaction,
                        id(asked),
                        shown,
                        scopes -> WishedScopes.refuseMoreThanOwn(asked.caller(), WishedScopes.rights(scopes))));
    }

    private static ServiceIdentities.Decider decider(Caller caller) {
        return new ServiceIdentities.Decider(caller.actor(), caller.allows(OPERATING));
    }

    private static ServiceIdentityId id(Call call) {
        return call.id("id", ServiceIdentityId::new, Prefix.SERVICE_IDENTITY.text());
    }
}
