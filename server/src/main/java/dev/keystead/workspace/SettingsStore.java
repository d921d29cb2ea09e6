package dev.keystead.workspace;

import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.KeptSettings.Stored;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The statements on the settings of workspaces and organisations. Those of organisations are about the one in scope.
final class SettingsStore {
    static final Query<Stored> SETTINGS_FIND = Query.tenant("workspace.settings.find", """
            select settings::text as settings, version
            from identity.workspaces
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?""", SettingsStore::stored);

    static final Query<Stored> SETTINGS_LOCK = Query.tenant("workspace.settings.lock", """
            select settings::text as settings, version
            from identity.workspaces
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?
            for no key update""", SettingsStore::stored);

    static final Command SETTINGS_UPDATE = Command.tenant("workspace.settings.update", """
            update identity.workspaces
            set settings = ?::jsonb, version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deleted'
              and tenant_id = ?""");

    static final Query<Stored> ORG_SETTINGS_FIND = Query.org("workspace.org-settings.find", """
            select settings::text as settings, version
            from identity.orgs
            where id = ?
              and status <> 'deleted'
              and org_id = ?""", SettingsStore::stored);

    static final Query<Stored> ORG_SETTINGS_LOCK = Query.org("workspace.org-settings.lock", """
            select settings::text as settings, version
            from identity.orgs
            where id = ?
              and status <> 'deleted'
              and org_id = ?
            for no key update""", SettingsStore::stored);

    static final Command ORG_SETTINGS_UPDATE = Command.org("workspace.org-settings.update", """
            update identity.orgs
            set settings = ?::jsonb, version = version + 1, updated_at = ?
            where id = ?
              and status <> 'deleted'
              and org_id = ?""");

    private final Database database;

    SettingsStore(Database database) {
        this.database = database;
    }

    Optional<Stored> find(WorkspaceId id) {
        return database.find(SETTINGS_FIND, p -> p.id(id));
    }

    Optional<Stored> findForUpdate(Transaction transaction, WorkspaceId id) {
        return transaction.find(SETTINGS_LOCK, p -> p.id(id));
    }

    void update(Transaction transaction, WorkspaceId id, JsonNode settings, Instant at) {
        transaction.update(
                SETTINGS_UPDATE, p -> p.text(Json.text(settings)).instant(at).id(id));
    }

    Optional<Stored> findOfOrg() {
        return database.find(ORG_SETTINGS_FIND, p -> p.scope(Axis.ORG));
    }

    Optional<Stored> findOfOrg(Transaction transaction) {
        return transaction.find(ORG_SETTINGS_FIND, p -> p.scope(Axis.ORG));
    }

    Optional<Stored> findOfOrgForUpdate(Transaction transaction) {
        return transaction.find(ORG_SETTINGS_LOCK, p -> p.scope(Axis.ORG));
    }

    void updateOfOrg(Transaction transaction, JsonNode settings, Instant at) {
        transaction.update(
                ORG_SETTINGS_UPDATE,
                p -> p.text(Json.text(settings)).instant(at).scope(Axis.ORG));
    }

    private static Stored stored(Row row) {
        return new Stored(Json.tree(row.text("settings")), row.integer("version"));
    }
}
