package dev.keystead.oauth.discovery;

import dev.keystead.key.KeyRing;
import dev.keystead.key.KeySet;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.util.List;
import java.util.Optional;

/// The public keys of workspaces over HTTP.
public final class KeySetRoutes {
    private static final String MEDIA_TYPE = "application/jwk-set+json";

    private final KeyRing ring;
    private final Workspaces workspaces;

    public KeySetRoutes(KeyRing ring, Workspaces workspaces) {
        this.ring = ring;
        this.workspaces = workspaces;
    }

    public List<Route> routes() {
        return List.of(Route.get(
                        "/.well-known/jwks.json",
                        "The keys with which the workspace that /t/{slug} names signs; without it, the system's")
                .open("applications check tokens with public keys")
                .anyOrigin()
                .endpoint(Shape.media(MEDIA_TYPE), this::show));
    }

    private Reply show(Call call, ProtocolMessage message) {
        return workspace(call)
                .map(workspace -> answer(call, ring.keySet(workspace)))
                .orElseGet(Reply::notFound);
    }

    private Optional<WorkspaceId> workspace(Call call) {
        Optional<WorkspaceId> named =
                call.workspaceSlug().map(workspaces::bySlug).orElse(Optional.of(Reserved.SYSTEM_WORKSPACE));
        return named.flatMap(workspaces::standing).filter(Workspace::isActive).map(Workspace::id);
    }

    private static Reply answer(Call call, KeySet keys) {
        boolean known = call.header("If-None-Match").filter(keys.etag()::equals).isPresent();
        Reply reply = known ? Reply.empty(304) : Reply.raw(200, List.of(), MEDIA_TYPE, keys.json());
        return reply.with("ETag", keys.etag()).with("Cache-Control", "public, max-age=300");
    }
}
