package dev.keystead.directory;

import dev.keystead.handle.Handle;
import dev.keystead.platform.json.Fields;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The wish for a user of the workspace, with an address of any domain.
public record CreateUser(
        String email,
        @Nullable String handle,
        String displayName,
        @Nullable String locale,
        @Nullable String timezone) {

    public CreateUser {
        var fields = new Fields();
        email = fields.email("email", email);
        handle = fields.optional(handle, value -> Handle.checked(fields, value));
        displayName = fields.text("display_name", displayName, 1, 200);
        locale = fields.optional(locale, value -> fields.locale("locale", value));
        timezone = fields.optional(timezone, value -> fields.timeZone("timezone", value));
        fields.refuseIfAny();
    }

    NewUser wanted() {
        return new NewUser(
                User.Kind.MANAGED,
                Optional.ofNullable(handle),
                email,
                Optional.empty(),
                displayName,
                locale == null ? "en" : locale,
                timezone == null ? "UTC" : timezone);
    }
}
