package dev.keystead.account;

import dev.keystead.directory.ChangeUser;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import org.jspecify.annotations.Nullable;

/// What people change about themselves. The handle and the address to sign in with belong to the workspace; people of
/// the system workspace change their handle by its own route.
///
/// @param contactEmail where mail reaches them; null for the address that they sign in with
/// @param avatarUrl a picture of them; null for none
public record ChangeSelf(
        Change<String> displayName,
        Change<String> locale,
        Change<String> timezone,
        Change<@Nullable String> contactEmail,
        Change<@Nullable String> avatarUrl) {
    public ChangeSelf {
        var fields = new Fields();
        displayName = fields.change(displayName, value -> fields.text("display_name", value, 1, 200));
        locale = fields.change(locale, value -> fields.locale("locale", value));
        timezone = fields.change(timezone, value -> fields.timeZone("timezone", value));
        contactEmail = fields.clearableChange(contactEmail, value -> fields.email("contact_email", value));
        avatarUrl = fields.clearableChange(avatarUrl, value -> fields.https("avatar_url", value));
        fields.refuseIfAny();
    }

    ChangeUser asChangeOfUser() {
        return new ChangeUser(
                Change.keep(), contactEmail, Change.keep(), displayName, locale, timezone, Change.keep(), avatarUrl);
    }
}
