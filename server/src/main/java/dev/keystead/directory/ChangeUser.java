package dev.keystead.directory;

import dev.keystead.handle.Handle;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A change to a user: absent members stay, a null handle, contact address or picture is taken away.
public record ChangeUser(
        Change<String> email,
        Change<@Nullable String> contactEmail,
        Change<@Nullable String> handle,
        Change<String> displayName,
        Change<String> locale,
        Change<String> timezone,
        Change<String> region,
        Change<@Nullable String> avatarUrl) {

    public ChangeUser {
        var fields = new Fields();
        email = fields.change(email, value -> fields.email("email", value));
        contactEmail = fields.clearableChange(contactEmail, value -> fields.email("contact_email", value));
        handle = fields.clearableChange(handle, value -> Handle.checked(fields, value));
        displayName = fields.change(displayName, value -> fields.text("display_name", value, 1, 200));
        locale = fields.change(locale, value -> fields.locale("locale", value));
        timezone = fields.change(timezone, value -> fields.timeZone("timezone", value));
        region = fields.change(region, value -> fields.word("region", value));
        avatarUrl = fields.clearableChange(avatarUrl, value -> fields.https("avatar_url", value));
        fields.refuseIfAny();
    }

    /// The user after this change.
    public User over(User user) {
        String changedEmail = email.over(user.email());
        Optional<String> changedContact =
                Optional.ofNullable(contactEmail.over(user.contactEmail().orElse(null)));
        // A proof is of the mailbox that was mailed to, and of no other.
        boolean sameMailbox = changedContact.orElse(changedEmail).equals(user.mailbox());
        return new User(
                user.id(),
                user.kind(),
                Optional.ofNullable(handle.over(user.handle().orElse(null))),
                changedEmail,
                changedContact,
                user.emailVerifiedAt().filter(_ -> sameMailbox),
                displayName.over(user.displayName()),
                locale.over(user.locale()),
                timezone.over(user.timezone()),
                region.over(user.region()),
                Optional.ofNullable(avatarUrl.over(user.avatarUrl().orElse(null))),
                user.backend(),
                user.status(),
                user.deceasedAt(),
                user.version(),
                user.createdAt(),
                user.updatedAt());
    }
}
