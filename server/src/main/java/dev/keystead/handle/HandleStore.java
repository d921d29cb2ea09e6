package dev.keystead.handle;

import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The statements on the registry of handles.
final class HandleStore {
    static final Query<Holding> HANDLE_FIND = Query.systemWide("handle.registry.find", """
            select handle, allocation_kind, home_tenant_id, holder_id, previous_home_tenant_id, previous_user_id,
                allocated_at, thaws_at, locked_at, released_at
            from identity.handle_registry
            where handle = ?""", HandleStore::holding);

    /// Insert or lose. What was released is anybody's; what looks like another breaks the rule of skeletons.
    static final Query<String> HANDLE_TAKE = Query.systemWide("handle.registry.take", """
            insert into identity.handle_registry as h
                (handle, skeleton, skeleton_version, allocation_kind, home_tenant_id, holder_id, allocated_at,
                 active_at, due_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (handle) do update
            set skeleton = excluded.skeleton, skeleton_version = excluded.skeleton_version,
                allocation_kind = excluded.allocation_kind, home_tenant_id = excluded.home_tenant_id,
                holder_id = excluded.holder_id, allocated_at = excluded.allocated_at, thaws_at = null,
                active_at = excluded.active_at, noticed_at = null, locked_at = null, due_at = excluded.due_at,
                released_at = null
            where h.released_at is not null
            returning handle""", row -> row.text("handle"))
            .onConflict("the handle looks too much like one that is taken; choose another one");

    /// Enters whoever has the handle already. It may look like any other.
    static final Command HANDLE_ADOPT = Command.systemWide("handle.registry.adopt", """
            insert into identity.handle_registry as h
                (handle, skeleton_version, allocation_kind, home_tenant_id, holder_id, allocated_at, active_at, due_at)
            values (?, 0, ?, ?, ?, ?, ?, ?)
            on conflict (handle) do update
            set skeleton = null, skeleton_version = 0, allocation_kind = excluded.allocation_kind,
                home_tenant_id = excluded.home_tenant_id, holder_id = excluded.holder_id,
                allocated_at = excluded.allocated_at, thaws_at = null, active_at = excluded.active_at,
                noticed_at = null, locked_at = null, due_at = excluded.due_at, released_at = null
            where h.holder_id is null""");

    static final Query<Alike> HANDLE_ALIKE =
            Query.systemWide("handle.registry.alike", """
            select handle
            from identity.handle_registry
            where skeleton_version = ?
              and skeleton = ?
              and released_at is null""", row -> new Alike(row.text("handle")));

    static final Command HANDLE_FREEZE = Command.systemWide("handle.registry.freeze", """
            update identity.handle_registry
            set allocation_kind = 'frozen', previous_home_tenant_id = home_tenant_id, previous_user_id = holder_id,
                home_tenant_id = null, holder_id = null, thaws_at = ?, active_at = null, noticed_at = null,
                locked_at = null, due_at = null
            where handle = ?
              and home_tenant_id = ?
              and holder_id = ?""");

    /// To whom it was taken from when it was frozen.
    static final Command HANDLE_GIVE_BACK = Command.systemWide("handle.registry.give-back", """
            update identity.handle_registry
            set allocation_kind = ?, home_tenant_id = previous_home_tenant_id, holder_id = previous_user_id,
                previous_home_tenant_id = null, previous_user_id = null, thaws_at = null, active_at = ?, due_at = ?
            where handle = ?
              and allocation_kind = 'frozen'
              and previous_home_tenant_id = ?
              and previous_user_id = ?
              and holder_id is null
              and released_at is null""");

    /// Of an owner, or of nobody.
    static final Command HANDLE_RELEASE = Command.systemWide("handle.registry.release", """
            update identity.handle_registry
            set previous_home_tenant_id = coalesce(home_tenant_id, previous_home_tenant_id),
                previous_user_id = coalesce(holder_id, previous_user_id), home_tenant_id = null, holder_id = null,
                active_at = null, noticed_at = null, locked_at = null, due_at = null, released_at = ?
            where handle = ?
              and holder_id is not distinct from ?
              and released_at is null""");

    static final Query<String> HANDLES_THAW = Query.systemWide("handle.registry.thaw", """
            update identity.handle_registry
            set released_at = ?
            where handle in (
                select handle
                from identity.handle_registry
                where handle_prefix = ?
                  and thaws_at <= ?
                  and released_at is null
                limit ?)
              and released_at is null
            returning handle""", row -> row.text("handle"));

    static final Query<String> HANDLES_STALE =
            Query.systemWide("handle.registry.stale", """
            select handle
            from identity.handle_registry
            where skeleton_version < ?
              and released_at is null
            limit ?""", row -> row.text("handle"));

    static final Command HANDLE_SKELETON = Command.systemWide("handle.registry.skeleton", """
            update identity.handle_registry
            set skeleton = ?, skeleton_version = ?
            where handle = ?""");

    static final Query<String> HANDLES_KNOWN =
            Query.systemWide("handle.registry.known", """
            select handle
            from identity.handle_registry
            where handle = any (?)
              and holder_id is not null""", row -> row.text("handle"));

    /// Somebody is awake again.
    static final Command HANDLE_WAKE = Command.systemWide("handle.registry.wake", """
            update identity.handle_registry
            set active_at = ?, noticed_at = null, locked_at = null, due_at = ?
            where holder_id = ?
              and home_tenant_id = ?
              and active_at is not null""");

    static final Command HANDLE_OWNER_FORGET = Command.systemWide("handle.registry.forget-owner", """
            update identity.handle_registry
            set allocation_kind = 'frozen', home_tenant_id = null, holder_id = null, active_at = null,
                noticed_at = null, locked_at = null, due_at = null
            where holder_id = ?
              and home_tenant_id = ?""");

    /// Of a workspace that is erased, and with whom they were. No node is told: nobody has used them for long.
    static final Command HANDLES_FREEZE_ALL = Command.systemWide("handle.registry.freeze-all", """
            update identity.handle_registry
            set allocation_kind = 'frozen', home_tenant_id = null, holder_id = null
            where home_tenant_id = ?
              and allocation_kind = 'service'""");

    static final Command HANDLE_PREVIOUS_FORGET = Command.systemWide("handle.registry.forget-previous", """
            update identity.handle_registry
            set previous_home_tenant_id = null, previous_user_id = null
            where previous_user_id = ?
              and previous_home_tenant_id = ?""");

    static final Command HANDLES_SWEEP = Command.crossTenant(
            "handle.registry.purge", "handles are nobody's tenant, and only the worker removes them", """
            delete from identity.handle_registry
            where handle in (
                select handle
                from identity.handle_registry
                where released_at < cast(? as timestamptz) - interval '90 days'
                limit ?)""");

    /// A handle that looks the same.
    record Alike(String handle) {}

    /// A handle and whose it shall be.
    ///
    /// @param dueAt when it is looked at whether they sleep; nothing for machines
    record Taking(String handle, Holding.Kind kind, Owner owner, Instant at, Optional<Instant> dueAt) {
        private @Nullable Instant activeAt() {
            return dueAt.isPresent() ? at : null;
        }
    }

    private final Database database;

    HandleStore(Database database) {
        this.database = database;
    }

    Optional<Holding> find(String handle) {
        return database.find(HANDLE_FIND, p -> p.text(handle));
    }

    Optional<Holding> find(Transaction transaction, String handle) {
        return transaction.find(HANDLE_FIND, p -> p.text(handle));
    }

    Optional<Alike> alike(String skeleton, int version) {
        return database.find(HANDLE_ALIKE, p -> p.integer(version).text(skeleton));
    }

    Optional<Alike> alike(Transaction transaction, String skeleton, int version) {
        return transaction.find(HANDLE_ALIKE, p -> p.integer(version).text(skeleton));
    }

    /// Whether it is theirs now.
    boolean take(Transaction transaction, Taking wish, String skeleton, int version) {
        return transaction
                .find(
                        HANDLE_TAKE,
                        p -> p.text(wish.handle())
                                .text(skeleton)
                                .integer(version)
                                .text(Words.of(wish.kind()))
                                .uuid(wish.owner().home())
                                .uuid(wish.owner().user())
                                .instant(wish.at())
                                .instant(wish.activeAt())
                                .instant(wish.dueAt().orElse(null)))
                .isPresent();
    }

    boolean adopt(Transaction transaction, Taking wish) {
        return transaction.update(
                        HANDLE_ADOPT,
                        p -> p.text(wish.handle())
                                .text(Words.of(wish.kind()))
                                .uuid(wish.owner().home())
                                .uuid(wish.owner().user())
                                .instant(wish.at())
                                .instant(wish.activeAt())
                                .instant(wish.dueAt().orElse(null)))
                == 1;
    }

    /// @param thawsAt null for good
    boolean freeze(Transaction transaction, String handle, Owner owner, @Nullable Instant thawsAt) {
        return transaction.update(
                        HANDLE_FREEZE,
                        p -> p.instant(thawsAt).text(handle).uuid(owner.home()).uuid(owner.user()))
                == 1;
    }

    boolean giveBack(Transaction transaction, Taking wish) {
        return transaction.update(
                        HANDLE_GIVE_BACK,
                        p -> p.text(Words.of(wish.kind()))
                                .instant(wish.activeAt())
                                .instant(wish.dueAt().orElse(null))
                                .text(wish.handle())
                                .uuid(wish.owner().home())
                                .uuid(wish.owner().user()))
                == 1;
    }

    /// @param owner who has it; null when it is frozen
    boolean release(Transaction transaction, String handle, @Nullable UUID owner, Instant at) {
        return transaction.update(
                        HANDLE_RELEASE, p -> p.instant(at).text(handle).uuid(owner))
                == 1;
    }

    List<String> thaw(Transaction transaction, String prefix, Instant at, int limit) {
        return transaction.list(
                HANDLES_THAW, p -> p.instant(at).text(prefix).instant(at).integer(limit));
    }

    List<String> stale(Transaction transaction, int version, int limit) {
        return transaction.list(HANDLES_STALE, p -> p.integer(version).integer(limit));
    }

    void setSkeleton(Transaction transaction, String handle, @Nullable String skeleton, int version) {
        transaction.update(
                HANDLE_SKELETON, p -> p.text(skeleton).integer(version).text(handle));
    }

    /// Those of the handles that somebody has by the registry.
    List<String> known(List<String> handles) {
        return database.list(HANDLES_KNOWN, p -> p.texts(handles));
    }

    void wake(Transaction transaction, Owner owner, Instant at, Instant dueAt) {
        transaction.update(
                HANDLE_WAKE,
                p -> p.instant(at).instant(dueAt).uuid(owner.user()).uuid(owner.home()));
    }

    static void forget(Transaction transaction, Owner owner) {
        transaction.update(HANDLE_OWNER_FORGET, p -> p.uuid(owner.user()).uuid(owner.home()));
        transaction.update(HANDLE_PREVIOUS_FORGET, p -> p.uuid(owner.user()).uuid(owner.home()));
    }

    static void freezeMachinesOf(Transaction transaction, TypedId workspace) {
        transaction.update(HANDLES_FREEZE_ALL, p -> p.id(workspace));
    }

    private static Holding holding(Row row) {
        return new Holding(
                row.text("handle"),
                Words.parse(Holding.Kind.class, row.text("allocation_kind")),
                row.findUuid("holder_id").map(user -> new Owner(row.uuid("home_tenant_id"), user)),
                row.findUuid("previous_user_id").map(user -> new Owner(row.uuid("previous_home_tenant_id"), user)),
                row.instant("allocated_at"),
                row.findInstant("thaws_at"),
                row.findInstant("locked_at"),
                row.findInstant("released_at"));
    }
}
