package dev.keystead.subtenant;

import dev.keystead.platform.json.Fields;
import dev.keystead.platform.json.Json;
import dev.keystead.subtenant.Subtenant.Environment;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The wish for a new subtenant.
public record CreateSubtenant(
        String slug,
        String name,
        @Nullable Environment environment,
        @Nullable String region,
        @Nullable JsonNode settings) {
    private static final JsonNode NO_SETTINGS = Json.tree("{}");

    /// How much a subtenant may keep in its settings.
    static final int MOST_SETTINGS_KIBIBYTES = 16;

    public CreateSubtenant {
        var fields = new Fields();
        slug = fields.slug("slug", slug);
        name = fields.text("name", name, 1, 200);
        region = fields.optional(region, value -> fields.word("region", value));
        settings = fields.optional(settings, value -> fields.object("settings", value, MOST_SETTINGS_KIBIBYTES));
        fields.refuseIfAny();
    }

    /// The subtenant that every workspace begins with.
    static CreateSubtenant defaultOne() {
        return new CreateSubtenant(Subtenant.DEFAULT_SLUG, "Default", null, null, null);
    }

    Subtenant made(Instant at) {
        return new Subtenant(
                SubtenantId.make(),
                slug,
                name,
                Optional.ofNullable(environment),
                region == null ? Subtenant.DEFAULT_REGION : region,
                Subtenant.Status.ACTIVE,
                settings == null ? NO_SETTINGS : settings,
                1,
                at,
                at);
    }
}
