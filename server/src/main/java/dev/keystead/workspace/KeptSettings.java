package dev.keystead.workspace;

import dev.keystead.audit.Outcome;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What applications keep about workspaces, and about all workspaces of an organisation: objects of their own making.
/// A workspace has each member that its organisation has, unless it has one of that name itself.
public final class KeptSettings {
    private static final JsonNode NOTHING = Json.treeOf(Map.of());

    private final SettingsStore store;
    private final Clock clock;

    public KeptSettings(Database database, Clock clock) {
        this.store = new SettingsStore(database);
        this.clock = clock;
    }

    /// Settings as they are.
    ///
    /// @param owner the workspace or the organisation
    /// @param own what was said about it
    /// @param inherited what its organisation says
    /// @param version of the owner, which changes with its settings
    record Kept(TypedId owner, JsonNode own, JsonNode inherited, int version) {
        /// What holds.
        JsonNode effective() {
            ObjectNode all = (ObjectNode) Json.treeOf(Map.of());
            inherited.properties().forEach(member -> all.set(member.getKey(), member.getValue()));
            own.properties().forEach(member -> all.set(member.getKey(), member.getValue()));
            return all;
        }
    }

    /// Settings and the version of whose they are.
    record Stored(JsonNode settings, int version) {
        Kept below(TypedId owner, Optional<Stored> above) {
            return new Kept(owner, settings, above.map(Stored::settings).orElse(NOTHING), version);
        }
    }

    /// Those of the workspace in scope.
    ///
    /// @param org its organisation
    Optional<Kept> find(WorkspaceId id, UUID org) {
        return store.find(id).map(found -> found.below(id, Scope.org(org).call(store::findOfOrg)));
    }

    /// Those of the organisation in scope.
    Optional<Kept> findOfOrg(OrgId org) {
        return store.findOfOrg().map(found -> found.below(org, Optional.empty()));
    }

    /// Replaces those of the workspace in scope.
    ///
    /// @param org its organisation
    Outcome<Kept> put(Transaction transaction, WorkspaceId id, UUID org, JsonNode wanted, Optional<Long> ifVersion) {
        Optional<Stored> above = store.findOfOrg(transaction.with(Scope.org(org)));
        return put(
                store.findForUpdate(transaction, id).map(found -> found.below(id, above)),
                wanted,
                ifVersion,
                settings -> store.update(transaction, id, settings, clock.instant()));
    }

    /// Replaces those of the organisation in scope.
    Outcome<Kept> putOfOrg(Transaction transaction, OrgId org, JsonNode wanted, Optional<Long> ifVersion) {
        return put(
                store.findOfOrgForUpdate(transaction).map(found -> found.below(org, Optional.empty())),
                wanted,
                ifVersion,
                settings -> store.updateOfOrg(transaction, settings, clock.instant()));
    }

    private static Outcome<Kept> put(
            Optional<Kept> found, JsonNode wanted, Optional<Long> ifVersion, Consumer<JsonNode> save) {
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Kept before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        if (before.own().equals(wanted)) {
            return new Outcome.Unchanged<>(before);
        }
        save.accept(wanted);
        return new Outcome.Changed<>(
                before, new Kept(before.owner(), wanted, before.inherited(), before.version() + 1));
    }
}
