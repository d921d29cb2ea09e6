package dev.keystead.oauth.discovery;

import dev.keystead.client.ImplicitFlow;
import dev.keystead.login.Door;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.text.Texts;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// Tells clients all they need to know about an issuer, at the addresses where they look for it.
public final class MetadataRoutes {
    private static final String WHY_OPEN = "clients read it before they are known";
    private static final String FOR_OAUTH = "/.well-known/oauth-authorization-server";

    private final Door door;
    private final Workspaces workspaces;
    private final Texts texts;
    private final Predicate<WorkspaceId> registration;
    private final ImplicitFlow implicitFlow;
    private final Predicate<WorkspaceId> signUp;
    private final Function<WorkspaceId, List<String>> detailsTypes;

    /// @param registration whether applications may register themselves in a workspace
    /// @param signUp whether people may make accounts in it by themselves
    /// @param detailsTypes the types of authorization details that its applications are registered for
    public MetadataRoutes(
            Door door,
            Workspaces workspaces,
            Texts texts,
            Predicate<WorkspaceId> registration,
            ImplicitFlow implicitFlow,
            Predicate<WorkspaceId> signUp,
            Function<WorkspaceId, List<String>> detailsTypes) {
        this.door = door;
        this.workspaces = workspaces;
        this.texts = texts;
        this.registration = registration;
        this.implicitFlow = implicitFlow;
        this.signUp = signUp;
        this.detailsTypes = detailsTypes;
    }

    public List<Route> routes() {
        Shape json = Shape.media("application/json");
        return List.of(
                Route.get("/.well-known/openid-configuration", "Read about the OpenID provider")
                        .open(WHY_OPEN)
                        .anyOrigin()
                        .endpoint(json, this::below),
                Route.get(FOR_OAUTH, "Read about the authorization server")
                        .open(WHY_OPEN)
                        .anyOrigin()
                        .endpoint(json, this::below),
                // RFC 8414 section 3.1: the well-known part stands before the path of the issuer.
                Route.get(FOR_OAUTH + "/t/{slug}", "Read about the authorization server of a workspace")
                        .open(WHY_OPEN)
                        .anyOrigin()
                        .endpoint(json, this::before));
    }

    private Reply below(Call call, ProtocolMessage message) {
        // The system workspace has one issuer, which is the public address itself.
        if (door.workspace(call).kind() == Workspace.Kind.SYSTEM
                && call.workspaceSlug().isPresent()) {
            throw Refusal.notFound();
        }
        return answer(door.workspace(call), door.address(call));
    }

    private Reply before(Call call, ProtocolMessage message) {
        if (call.workspaceSlug().isPresent()) {
            throw Refusal.notFound();
        }
        Workspace workspace = workspaces
                .bySlug(call.variable("slug"))
                .flatMap(workspaces::standing)
                .filter(found -> found.isActive() && found.kind() != Workspace.Kind.SYSTEM)
                .orElseThrow(Refusal::notFound);
        return answer(workspace, door.addressOf(workspace));
    }

    private Reply answer(Workspace workspace, String issuer) {
        List<String> languages =
                texts.languages().stream().map(Texts.Language::tag).toList();
        var open = new Metadata.Openness(
                registration.test(workspace.id()),
                implicitFlow.isAllowedIn(workspace.id()),
                signUp.test(workspace.id()));
        return Reply.ok(Metadata.of(issuer, languages, open, detailsTypes.apply(workspace.id())))
                .with("Cache-Control", "public, max-age=300");
    }
}
