package dev.keystead.platform.http.site;

import dev.keystead.platform.html.Assets;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import java.util.List;
import java.util.Optional;

/// Serves the static files of pages, to be cached for ever.
public final class AssetRoutes {
    private final Assets assets;

    public AssetRoutes(Assets assets) {
        this.assets = assets;
    }

    public List<Route> routes() {
        return List.of(Route.get(Assets.PREFIX + "{name}", "A static file of a page")
                .open("pages are shown before anyone signs in")
                .answers(Shape.media("*/*"), this::serve));
    }

    private Reply serve(Call call) {
        Optional<Assets.Asset> found = assets.find(call.variable("name"));
        if (found.isEmpty()) {
            return Reply.notFound();
        }
        Assets.Asset asset = found.get();
        boolean cached = call.header("If-None-Match")
                .filter(tag -> tag.equals(asset.etag()))
                .isPresent();
        Reply reply = cached ? Reply.empty(304) : Reply.raw(200, List.of(), asset.contentType(), asset.bytes());
        return reply.with("ETag", asset.etag()).with("Cache-Control", "public, max-age=31536000, immutable");
    }
}
