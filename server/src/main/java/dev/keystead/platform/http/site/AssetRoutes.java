package dev.keystead.platform.http.site;

import dev.keystead.platform.html.Accent;
import dev.keystead.platform.html.Assets;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import java.util.List;
import java.util.Optional;

/// Serves the static files of pages, and the sheets of accent colours, to be cached for ever.
public final class AssetRoutes {
    private static final String WHY_OPEN = "pages are shown before anyone signs in";

    private final Assets assets;

    public AssetRoutes(Assets assets) {
        this.assets = assets;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(Assets.PREFIX + "{name}", "A static file of a page")
                        .open(WHY_OPEN)
                        .answers(Shape.media("*/*"), this::serve),
                Route.get(Accent.PREFIX + "{name}", "The stylesheet of an accent colour")
                        .open(WHY_OPEN)
                        .answers(Shape.media("text/css"), AssetRoutes::accent));
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
        return keptForEver(reply.with("ETag", asset.etag()));
    }

    private static Reply accent(Call call) {
        return Accent.find(call.variable("name"))
                .map(accent -> keptForEver(Reply.text("text/css;charset=utf-8", accent.css())))
                .orElseGet(Reply::notFound);
    }

    private static Reply keptForEver(Reply reply) {
        return reply.with("Cache-Control", "public, max-age=31536000, immutable");
    }
}
