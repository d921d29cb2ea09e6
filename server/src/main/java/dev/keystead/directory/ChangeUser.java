package dev.keystead.directory;

import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A change to a user: absent members stay, a null handle is taken away.
public record ChangeUser(
        Change<String> email,
        Change<@Nullable String> handle,
        Change<String> displayName,
        Change<String> locale,
        Change<String> timezone) {

    public ChangeUser {
        var fields = new Fields();
        email = fields.change(email, value -> fields.email("email", value));
        handle = fields.clearableChange(handle, value -> Handle.checked(fields, value));
        displayName = fields.change(displayName, value -> fields.text("display_name", value, 1, 200));
        locale = fields.change(locale, value -> fields.locale("locale", value));
        timezone = fields.change(timezone, value -> fields.timeZone("timezone", value));
        fields.refuseIfAny();
    }

    User over(User user) {
        return new User(
                user.id(),
                user.kind(),
                Optional.ofNullable(handle.over(user.handle().orElse(null))),
                email.over(user.email()),
                displayName.over(user.displayName()),
                locale.over(user.locale()),
                timezone.over(user.timezone()),
                user.status(),
                user.version(),
                user.createdAt(),
                user.updatedAt());
    }
}
