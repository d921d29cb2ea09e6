package dev.keystead.federation.saml;

import dev.keystead.federation.saml.protocol.NameId;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The name by which a provider knows somebody, as it is kept for the logout: letter for letter.
public record StoredName(
        String value,
        @Nullable String format,
        @Nullable String nameQualifier,
        @Nullable String spNameQualifier) {
    static String text(NameId name) {
        return Json.text(new StoredName(
                name.value(),
                name.format().orElse(null),
                name.nameQualifier().orElse(null),
                name.spNameQualifier().orElse(null)));
    }

    static NameId read(String stored) {
        StoredName name = JsonBody.read(StoredName.class, stored.getBytes(StandardCharsets.UTF_8));
        return new NameId(
                name.value(),
                Optional.ofNullable(name.format()),
                Optional.ofNullable(name.nameQualifier()),
                Optional.ofNullable(name.spNameQualifier()));
    }
}
