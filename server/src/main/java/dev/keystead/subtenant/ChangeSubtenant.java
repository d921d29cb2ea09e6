package dev.keystead.subtenant;

import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.subtenant.Subtenant.Environment;
import dev.keystead.subtenant.Subtenant.Status;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A change to a subtenant: absent members stay, a null environment is taken away. The slug stays, because addresses
/// are
/// made of it.
public record ChangeSubtenant(
        Change<String> name,
        Change<@Nullable Environment> environment,
        Change<String> region,
        Change<Status> status,
        Change<JsonNode> settings) {

    public ChangeSubtenant {
        var fields = new Fields();
        name = fields.change(name, value -> fields.text("name", value, 1, 200));
        region = fields.change(region, value -> fields.word("region", value));
        settings = fields.change(
                settings, value -> fields.object("settings", value, CreateSubtenant.MOST_SETTINGS_KIBIBYTES));
        fields.refuseIfAny();
    }

    Subtenant over(Subtenant subtenant) {
        return new Subtenant(
                subtenant.id(),
                subtenant.slug(),
                name.over(subtenant.name()),
                Optional.ofNullable(environment.over(subtenant.environment().orElse(null))),
                region.over(subtenant.region()),
                status.over(subtenant.status()),
                settings.over(subtenant.settings()),
                subtenant.version(),
                subtenant.createdAt(),
                subtenant.updatedAt());
    }
}
