package dev.keystead.policy;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.tenancy.TypedId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/// What a workspace decides, over HTTP. A decision is put whole; reading one shows what holds, decided or
/// not.
public final class PolicyRoutes {
    private static final String PATH = "/v1/workspaces/{id}/";

    private final Policies policies;
    private final AuditLog audit;
    private final Function<UUID, TypedId> workspace;

    /// @param workspace the outside form of a tenant, under which changes stand in its audit trail
    public PolicyRoutes(Policies policies, AuditLog audit, Function<UUID, TypedId> workspace) {
        this.policies = policies;
        this.audit = audit;
        this.workspace = workspace;
    }

    public List<Route> routes() {
        return Stream.of(
                        both(Kind.BRANDING, "branding", "how pages look and speak", "write", "branding.update"),
                        both(Kind.SIGN_UP, "policies/sign-up", "who may sign up", "admin", "policy.sign_up.update"),
                        both(
                                Kind.PASSWORD,
                                "policies/password",
                                "what passwords must be",
                                "admin",
                                "policy.password.update"),
                        both(Kind.MFA, "policies/mfa", "who needs which second factor", "admin", "policy.mfa.update"),
                        both(
                                Kind.SESSION,
                                "policies/session",
                                "how long a sign-in lasts",
                                "admin",
                                "policy.session.update"),
                        both(
                                Kind.LOCKOUT,
                                "policies/lockout",
                                "what happens after wrong guesses",
                                "admin",
                                "policy.lockout.update"),
                        both(
                                Kind.REGISTRATION,
                                "policies/registration",
                                "which applications may register themselves",
                                "admin",
                                "policy.registration.update"),
                        both(
                                Kind.TOKEN,
                                "policies/token",
                                "how long personal access tokens last",
                                "admin",
                                "policy.token.update"),
                        both(
                                Kind.RETENTION,
                                "policies/retention",
                                "how long deleted people and the trail are kept",
                                "admin",
                                "policy.retention.update"),
                        both(
                                Kind.DOMAIN,
                                "policies/domain",
                                "where people of proven domains sign in and sign up",
                                "admin",
                                "policy.domain.update"))
                .flatMap(List::stream)
                .toList();
    }

    /// Reading and deciding. Decisions about safety are for those who administer the workspace itself.
    private <P extends Record> List<Route> both(Kind<P> kind, String path, String matter, String verb, String action) {
        var answers = new Answers<Policy<P>>(
                audit,
                new Answers.Kind<>(
                        policy -> workspace.apply(policy.tenant()),
                        Policy::version,
                        Policy::rules,
                        policy -> PATH.replace(
                                        "{id}", workspace.apply(policy.tenant()).text())
                                + path));
        return List.of(
                Route.get(PATH + path, "Read " + matter)
                        .workspace("read:workspace")
                        .answers(
                                Shape.of(kind.type()),
                                call -> answers.found(
                                        Optional.of(policies.find(call.caller().tenant(), kind)))),
                Route.put(PATH + path, "Decide " + matter)
                        .workspace(verb + ":workspace")
                        .audits(action)
                        .versioned()
                        .takes(kind.type())
                        .answers(
                                Shape.of(kind.type()),
                                (call, wish, transaction) -> answers.to(
                                        call,
                                        transaction,
                                        policies.decide(
                                                transaction, call.caller().tenant(), kind, wish, call.ifMatch()))));
    }
}
