package dev.keystead.platform.html;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import java.util.Map;

/// Renders pages from the templates that were compiled with the product.
public final class Pages {
    private static final String TEMPLATE_PACKAGE = "dev.keystead.page";

    private final TemplateEngine engine;
    private final Assets assets;
    private final String version;

    /// Renders pages that name this product version in their footer.
    public Pages(Assets assets, String version) {
        this.engine = TemplateEngine.createPrecompiled(
                null, ContentType.Html, Pages.class.getClassLoader(), TEMPLATE_PACKAGE);
        this.assets = assets;
        this.version = version;
    }

    /// What the layout around every page needs.
    ///
    /// @param inPlace the script of pages whose forms change only a part of them
    /// @param passkey the script of pages where a passkey is used or made
    /// @param submit the script of pages that only lead on
    /// @param onward the script of pages that lead on once all they hold is there
    public record Frame(
            String stylesheet,
            String script,
            String inPlace,
            String passkey,
            String submit,
            String onward,
            String icon,
            String version) {}

    public Html html(View page) {
        var frame = new Frame(
                assets.address("keystead.css"),
                assets.address("keystead.js"),
                assets.address("htmx.min.js"),
                assets.address("passkey.js"),
                assets.address("submit.js"),
                assets.address("onward.js"),
                assets.address("keystead.svg"),
                version);
        var output = new Utf8ByteOutput();
        engine.render(page.template(), Map.of("page", page, "frame", frame), output);
        return new Html(output.toByteArray());
    }
}
