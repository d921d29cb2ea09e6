package dev.keystead.member;

import dev.keystead.directory.UserId;
import dev.keystead.event.Consumer;
import dev.keystead.event.Event;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Keeps the copies of people's handles, names and pictures fresh, in every workspace where they are members, by the
/// events of the workspace where they are at home.
///
/// The order of events does not matter: a copy is replaced by that of a later version of the user alone. The
/// copies have no entries of their own in the audit trail: the change that they follow has one.
public final class ProfileCopies {
    private ProfileCopies() {}

    /// Acts on whatever happens to users.
    public static Consumer consumer() {
        return new Consumer("member-profiles", "user", ProfileCopies::follow);
    }

    private static void follow(Transaction transaction, Event event) {
        JsonNode user = event.resource();
        Optional<UserId> id = Prefix.USER.parse(event.aggregate(), UserId::new);
        // Not every event about a user shows one: a reset of a password, for example.
        if (id.isEmpty()
                || !user.path("display_name").isString()
                || !user.path("version").isInt()) {
            return;
        }
        int version = user.path("version").asInt();
        transaction.update(
                MemberStore.COPIES_UPDATE,
                p -> p.text(text(user, "handle"))
                        .text(user.path("display_name").asString())
                        .text(text(user, "avatar_url"))
                        .integer(version)
                        .id(id.get())
                        .uuid(event.tenant())
                        .integer(version));
    }

    private static @Nullable String text(JsonNode user, String member) {
        return user.path(member).isString() ? user.path(member).asString() : null;
    }
}
