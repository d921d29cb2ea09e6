package dev.keystead.policy;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.tenancy.TypedId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/// What a workspace decides, over HTTP. A decision is put whole; reading one shows what holds, whoever
/// decided it.
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
        Route sources = Route.get(PATH + "policies", "Read whose decisions hold in a workspace")
                .workspace("read:workspace")
                .answers(Shape.of(PolicySources.class), this::sources);
        return Stream.concat(Stream.of(sources), Matter.ALL.stream().flatMap(matter -> routes(matter).stream()))
                .toList();
    }

    /// Whose decision holds about one matter.
    ///
    /// @param kind the matter, as it is called in the path
    /// @param source `default`, `organisation` or `workspace`
    /// @param enforced whether the organisation lets the workspace decide nothing weaker
    /// @param version of what the workspace itself has decided, 0 if nothing
    public record PolicySource(String kind, String source, boolean enforced, int version) {
        static PolicySource of(Policies.Standing standing) {
            return new PolicySource(
                    standing.kind().word().replace('_', '-'),
                    Words.of(standing.source()),
                    standing.enforced(),
                    standing.version());
        }
    }

    /// Whose decisions hold, about every matter.
    public record PolicySources(List<PolicySource> items) {
        public PolicySources {
            items = List.copyOf(items);
        }
    }

    private Reply sources(Call call) {
        return Reply.ok(new PolicySources(policies.standings(call.caller().org()).stream()
                .map(PolicySource::of)
                .toList()));
    }

    private <P extends Record> List<Route> routes(Matter<P, ?> matter) {
        Kind<P> kind = matter.kind();
        String path = PATH + matter.path();
        var answers = new Answers<Policy<P>>(
                audit,
                new Answers.Kind<>(
                        policy -> workspace.apply(policy.tenant()),
                        Policy::version,
                        Policy::rules,
                        policy -> path.replace(
                                "{id}", workspace.apply(policy.tenant()).text())));
        Route read = Route.get(path, "Read " + matter.about())
                .workspace("read:workspace")
                .answers(
                        Shape.of(kind.type()),
                        call -> answers.found(Optional.of(policies.find(
                                call.caller().tenant(), call.caller().org(), kind))));
        Route decide = Route.put(path, "Decide " + matter.about())
                .workspace(matter.verb() + ":workspace")
                .audits(matter.action() + ".update")
                .versioned()
                .takes(kind.type())
                .answers(
                        Shape.of(kind.type()),
                        (call, wish, transaction) -> answers.to(
                                call,
                                transaction,
                                policies.decide(
                                        transaction,
                                        call.caller().tenant(),
                                        call.caller().org(),
                                        kind,
                                        wish,
                                        call.ifMatch())));
        Route withdraw = Route.delete(path, "Let the organisation decide " + matter.about())
                .workspace(matter.verb() + ":workspace")
                .audits(matter.action() + ".delete")
                .versioned()
                .takesNothing()
                .answers(
                        Shape.nothing(),
                        (call, transaction) -> answers.to(
                                call,
                                transaction,
                                policies.withdraw(transaction, call.caller().tenant(), kind, call.ifMatch())));
        return List.of(read, decide, withdraw);
    }
}
