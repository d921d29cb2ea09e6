package dev.keystead.federation;

import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A link as clients and the audit trail see it.
///
/// @param email the address that the provider last told
public record IdentityView(
        String id,
        String userId,
        String connectionId,
        String issuer,
        String subject,
        @Nullable String email,
        Instant linkedAt,
        @Nullable Instant lastUsedAt) {
    public static IdentityView of(ExternalIdentity identity) {
        return new IdentityView(
                identity.id().text(),
                identity.user().text(),
                identity.connection().text(),
                identity.issuer(),
                identity.subject(),
                identity.email().orElse(null),
                identity.linkedAt(),
                identity.lastUsedAt().orElse(null));
    }

    /// A page of one user's.
    public static Reply page(Call call, Function<Paging, List<ExternalIdentity>> find) {
        Paging paging = call.paging();
        return Reply.ok(
                Page.of(find.apply(paging), paging, link -> Cursor.of(link.id().value()), IdentityView::of));
    }

    /// After which one a page begins.
    public static Optional<UUID> after(Paging paging) {
        return paging.after().map(cursor -> cursor.expect(1).uuid(0));
    }
}
