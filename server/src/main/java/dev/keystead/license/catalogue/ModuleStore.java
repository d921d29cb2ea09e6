package dev.keystead.license.catalogue;

import dev.keystead.node.Node;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The statements on modules.
final class ModuleStore {
    static final Command MODULE_INSERT = Command.systemWide("license.module.insert", """
            insert into licensing.modules
                (id, code, name, description, category, dependencies, min_node_types, is_always_on, version, created_at,
                 updated_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)""")
            .onConflict("there is a module of this code already", LicenseRefusal.CODE_TAKEN);

    static final Query<Module> MODULE_FIND = Query.systemWide("license.module.find", """
            select id, code, name, description, category, dependencies, min_node_types, is_always_on, version,
                created_at, updated_at
            from licensing.modules
            where code = ?""", ModuleStore::module);

    /// A module that nobody takes out before this transaction ends.
    static final Query<Module> MODULE_HOLD = Query.systemWide("license.module.hold", """
            select id, code, name, description, category, dependencies, min_node_types, is_always_on, version,
                created_at, updated_at
            from licensing.modules
            where code = ?
            for key share""", ModuleStore::module);

    static final Query<Module> MODULE_LIST = Query.systemWide("license.module.list", """
            select id, code, name, description, category, dependencies, min_node_types, is_always_on, version,
                created_at, updated_at
            from licensing.modules
            where code > ?
            order by code
            limit ?""", ModuleStore::module);

    /// Whoever changes the catalogue holds all of it.
    static final Query<String> MODULES_LOCK = Query.systemWide("license.module.lock-all", """
            select code
            from licensing.modules
            where code > ?
            order by code
            limit ?
            for update""", row -> row.text("code"));

    static final Query<Module> MODULE_UPDATE = Query.systemWide("license.module.update", """
            update licensing.modules
            set name = ?, description = ?, category = ?, dependencies = ?, min_node_types = ?, is_always_on = ?,
                version = version + 1, updated_at = ?
            where code = ?
            returning id, code, name, description, category, dependencies, min_node_types, is_always_on, version,
                created_at, updated_at""", ModuleStore::module);

    static final Command MODULE_DELETE = Command.systemWide("license.module.delete", """
            delete from licensing.modules
            where code = ?""");

    static final Query<Integer> MODULE_ASSIGNED = Query.crossTenant(
            "license.module.assigned",
            "a module of the catalogue may be licensed in any workspace",
            """
            select 1 as there
            from licensing.license_assignments
            where module_id = ?
            limit 1""",
            row -> row.integer("there"));

    private final Database database;
    private final Database worker;

    ModuleStore(Database database, Database worker) {
        this.database = database;
        this.worker = worker;
    }

    void insert(Transaction transaction, Module module) {
        transaction.update(
                MODULE_INSERT,
                p -> bind(p.id(module.id()).text(module.code()), module)
                        .instant(module.createdAt())
                        .instant(module.updatedAt()));
    }

    Optional<Module> find(String code) {
        return database.find(MODULE_FIND, p -> p.text(code));
    }

    Optional<Module> find(Transaction transaction, String code) {
        return transaction.find(MODULE_FIND, p -> p.text(code));
    }

    Optional<Module> findHeld(Transaction transaction, String code) {
        return transaction.find(MODULE_HOLD, p -> p.text(code));
    }

    List<Module> list(String after, int limit) {
        return database.list(MODULE_LIST, p -> p.text(after).integer(limit));
    }

    /// All modules, which nobody else changes before this transaction ends.
    List<Module> hold(Transaction transaction, int most) {
        transaction.list(MODULES_LOCK, p -> p.text("").integer(most));
        return transaction.list(MODULE_LIST, p -> p.text("").integer(most));
    }

    Module update(Transaction transaction, Module module, Instant at) {
        return transaction
                .find(MODULE_UPDATE, p -> bind(p, module).instant(at).text(module.code()))
                .orElseThrow();
    }

    void delete(Transaction transaction, String code) {
        transaction.update(MODULE_DELETE, p -> p.text(code));
    }

    /// Whether any workspace has a licence of it, or had one.
    boolean isAssigned(ModuleId id) {
        return worker.find(MODULE_ASSIGNED, p -> p.id(id)).isPresent();
    }

    private static Parameters bind(Parameters p, Module module) {
        return p.text(module.name())
                .text(module.description().orElse(null))
                .text(module.category())
                .texts(module.dependencies())
                .texts(module.nodeTypes().stream().map(Words::of).sorted().toList())
                .flag(module.alwaysOn());
    }

    static Module module(Row row) {
        return new Module(
                new ModuleId(row.uuid("id")),
                row.text("code"),
                row.text("name"),
                row.findText("description"),
                row.text("category"),
                row.texts("dependencies"),
                kinds(row.texts("min_node_types")),
                row.flag("is_always_on"),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }

    private static Set<Node.Kind> kinds(List<String> words) {
        return words.stream().map(word -> Words.parse(Node.Kind.class, word)).collect(Collectors.toUnmodifiableSet());
    }
}
