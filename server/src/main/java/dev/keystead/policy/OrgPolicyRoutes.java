package dev.keystead.policy;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.policy.Decisions.Decision;
import dev.keystead.policy.OrgPolicies.OrgPolicy;
import dev.keystead.tenancy.TypedId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// What an organisation decides for its workspaces, over HTTP.
public final class OrgPolicyRoutes {
    private static final String PATH = "/v1/orgs/{id}/";

    private final OrgPolicies policies;
    private final AuditLog audit;
    private final Function<UUID, TypedId> org;

    /// @param org the outside form of an organisation, under which changes stand in the audit trail
    public OrgPolicyRoutes(OrgPolicies policies, AuditLog audit, Function<UUID, TypedId> org) {
        this.policies = policies;
        this.audit = audit;
        this.org = org;
    }

    public List<Route> routes() {
        return Matter.ALL.stream().flatMap(matter -> routes(matter).stream()).toList();
    }

    private <P extends Record, D extends Record & OrgDecision<P>> List<Route> routes(Matter<P, D> matter) {
        Kind<P> kind = matter.kind();
        String path = PATH + matter.path();
        var answers = new Answers<OrgPolicy<P>>(
                audit,
                new Answers.Kind<>(
                        policy -> org.apply(policy.org()),
                        OrgPolicy::version,
                        policy -> matter.orgView()
                                .apply(
                                        policy.decision().rules(),
                                        policy.decision().enforced()),
                        policy -> path.replace("{id}", org.apply(policy.org()).text())));
        Route read = Route.get(path, "Read what the organisation has decided: " + matter.about())
                .org("read:org")
                .answers(
                        Shape.of(matter.orgType()), call -> answers.found(Optional.of(policies.read(own(call), kind))));
        Route decide = Route.put(path, "Decide for all workspaces of the organisation " + matter.about())
                .org("admin:org")
                .audits("org." + matter.action() + ".update")
                .versioned()
                .takes(matter.orgType())
                .answers(
                        Shape.of(matter.orgType()),
                        (call, wish, transaction) -> answers.to(
                                call,
                                transaction,
                                policies.decide(
                                        transaction,
                                        own(call),
                                        kind,
                                        new Decision<>(wish.rules(), wish.enforced()),
                                        call.ifMatch())));
        Route withdraw = Route.delete(path, "Let each workspace of the organisation decide " + matter.about())
                .org("admin:org")
                .audits("org." + matter.action() + ".delete")
                .versioned()
                .takesNothing()
                .answers(
                        Shape.nothing(),
                        (call, transaction) -> answers.to(
                                call, transaction, policies.withdraw(transaction, own(call), kind, call.ifMatch())));
        return List.of(read, decide, withdraw);
    }

    private UUID own(Call call) {
        return own(call, org).value();
    }

    /// The organisation that the path names, which must be the caller's own.
    static TypedId own(Call call, Function<UUID, TypedId> org) {
        TypedId named = call.id("id", org, Prefix.ORG.text());
        if (!named.value().equals(call.caller().org())) {
            throw Refusal.notFound();
        }
        return named;
    }
}
