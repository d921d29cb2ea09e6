package dev.keystead.badge;

import dev.keystead.directory.Directory;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.tenancy.Scope;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What anybody needs to check badges of the workspace that `/t/{slug}` or the host names; without either, those
/// of the system workspace.
public final class VerificationRoutes {
    private static final String WHY_OPEN = "badges are there to be checked by anybody";

    private static final Verdict WITHHELD = new Verdict.Invalid(
            Verdict.Reason.WITHHELD, "the issuer does not stand by the badge at the moment; ask the holder about it");

    private final BadgeKeys keys;
    private final Badges badges;
    private final Directory directory;
    private final Workspaces workspaces;
    private final Function<Workspace, String> addresses;
    private final Clock clock;

    /// @param addresses the issuer of a workspace
    public VerificationRoutes(
            BadgeKeys keys,
            Badges badges,
            Directory directory,
            Workspaces workspaces,
            Function<Workspace, String> addresses,
            Clock clock) {
        this.keys = keys;
        this.badges = badges;
        this.directory = directory;
        this.workspaces = workspaces;
        this.addresses = addresses;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(
                                "/.well-known/badge-keys.json",
                                "The keys for checking badges, and the badges that were revoked")
                        .open(WHY_OPEN)
                        .anyOrigin()
                        .endpoint(Shape.of(IssuerKeys.class), this::publish),
                Route.post("/v1/badges:verify", "Check a badge as it stands now")
                        .open(WHY_OPEN)
                        .auditsNothing("it only says what holds")
                        .anyOrigin()
                        .takes(BadgeFile.class)
                        .answers(200, Shape.of(BadgeVerdict.class), this::verify));
    }

    /// What was found.
    ///
    /// @param reason missing when the badge is valid
    /// @param sentence the reason for a person
    /// @param payload what the badge says; missing when it is not to be believed
    public record BadgeVerdict(
            boolean valid,
            Verdict.@Nullable Reason reason,
            @Nullable String sentence,
            @Nullable JsonNode payload) {
        static BadgeVerdict of(Verdict verdict) {
            return switch (verdict) {
                case Verdict.Valid(BadgePayload payload) -> new BadgeVerdict(true, null, null, payload.tree());
                case Verdict.Invalid(Verdict.Reason reason, String sentence) ->
                    new BadgeVerdict(false, reason, sentence, null);
            };
        }
    }

    private Reply publish(Call call, ProtocolMessage message) {
        Workspace workspace = workspace(call);
        IssuerKeys published =
                Scope.tenant(workspace.id().value()).call(() -> keys.published(addresses.apply(workspace)));
        return Reply.ok(published).with("Cache-Control", "public, max-age=60");
    }

    private Reply verify(Call call, BadgeFile file) {
        Workspace workspace = workspace(call);
        Verdict verdict = Scope.tenant(workspace.id().value()).call(() -> verdict(workspace, file));
        return Reply.ok(BadgeVerdict.of(verdict));
    }

    /// What was signed is believed as long as its holder gets in. Who holds the file learns no more than that: why
    /// somebody does not is between them and their workspace.
    private Verdict verdict(Workspace workspace, BadgeFile file) {
        Verdict verdict = BadgeVerifier.verify(file, keys.published(addresses.apply(workspace), file), clock.instant());
        return verdict instanceof Verdict.Valid(BadgePayload payload)
                        && !badges.isHolderActive(payload.id(), directory::isActive)
                ? WITHHELD
                : verdict;
    }

    private Workspace workspace(Call call) {
        Optional<WorkspaceId> named =
                call.workspaceSlug().map(workspaces::bySlug).orElse(Optional.of(Reserved.SYSTEM_WORKSPACE));
        return named.flatMap(workspaces::standing).filter(Workspace::isActive).orElseThrow(Refusal::notFound);
    }
}
