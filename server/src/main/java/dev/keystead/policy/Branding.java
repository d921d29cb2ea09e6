package dev.keystead.policy;

import dev.keystead.platform.html.Colour;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.text.Texts;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/// How a workspace's pages look and speak.
///
/// @param displayName the name on its pages; without one, the workspace's own
/// @param colour the accent as `#rrggbb`; without one, the product's. Pages may darken or lighten it to be readable
/// @param defaultLanguage the language of visitors who wish for none that there is
/// @param supportUrl where people get help: an https or mailto address
public record Branding(
        @Nullable String displayName,
        @Nullable String colour,
        @Nullable String defaultLanguage,
        @Nullable String supportUrl) {
    static final Branding USUAL = new Branding(null, null, null, null);

    private static final int LONGEST_ADDRESS = 500;
    private static final String MAIL = "mailto:";

    public Branding {
        var fields = new Fields();
        displayName = fields.optional(displayName, value -> fields.text("display_name", value, 1, 80));
        colour = fields.optional(colour, value -> checkedColour(fields, value));
        defaultLanguage =
                fields.optional(defaultLanguage, value -> fields.oneOf("default_language", value, Texts.tags()));
        supportUrl = fields.optional(supportUrl, value -> checkedAddress(fields, value));
        fields.refuseIfAny();
    }

    private static String checkedColour(Fields fields, String value) {
        fields.refuseIf(Colour.find(value).isEmpty(), "colour", "must be a colour such as #1f5f53");
        return Colour.find(value).map(Colour::text).orElse(value);
    }

    /// Whoever follows the link trusts the page it is on: no scheme that runs something.
    private static String checkedAddress(Fields fields, String value) {
        if (value.startsWith(MAIL)) {
            fields.email("support_url", value.substring(MAIL.length()));
        } else {
            fields.refuseIf(
                    value.length() > LONGEST_ADDRESS || !isWebAddress(value),
                    "support_url",
                    "must be an address such as https://example.org/help or mailto:help@example.org");
        }
        return value;
    }

    private static boolean isWebAddress(String value) {
        try {
            var address = new URI(value);
            return "https".equals(address.getScheme()) && address.getHost() != null && address.getUserInfo() == null;
        } catch (URISyntaxException _) {
            return false;
        }
    }
}
