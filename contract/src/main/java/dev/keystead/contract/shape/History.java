package dev.keystead.contract.shape;

import dev.keystead.contract.Finding;
import dev.keystead.contract.Place;
import dev.keystead.contract.Settings;
import dev.keystead.contract.scratch.Catalogue;
import dev.keystead.contract.scratch.ForeignKey;
import dev.keystead.contract.scratch.Routine;
import dev.keystead.contract.scratch.Step;
import dev.keystead.contract.scratch.Table;
import dev.keystead.contract.scratch.View;
import dev.keystead.contract.shape.Breaches.Breach;
import dev.keystead.tenancy.migration.MigrationName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Follows breaches from the migration that brings them to the one that ends them. Only what a migration
/// changed, and what depends on it, is judged anew.
final class History {
    private final Settings settings;
    private final Grandfather grandfather;
    private final Origins origins = new Origins();
    private final Headers headers;
    private final Set<String> touchedLater = new HashSet<>();

    /// By what has the breaches, then by rule and subject.
    private final Map<String, Map<Key, Open>> live = new LinkedHashMap<>();

    private final List<Drift> ended = new ArrayList<>();
    private boolean started;
    private ScopeReading scopes = new ScopeReading(List.of());

    private record Key(String rule, String subject) {}

    /// @param counts false for what the contract does not ask of old tables and columns
    private record Open(Finding finding, MigrationName broughtBy, boolean counts) {}

    History(Settings settings) {
        this.settings = settings;
        this.grandfather = Grandfather.of(settings);
        this.headers = new Headers(settings.dialect());
    }

    List<Drift> drifts() {
        var all = new ArrayList<>(ended);
        live.values()
                .forEach(open -> open.values().stream()
                        .filter(Open::counts)
                        .forEach(it -> all.add(new Drift(it.finding, it.broughtBy, Optional.empty()))));
        return List.copyOf(all);
    }

    void add(Step step) {
        origins.read(step);
        Catalogue before = step.before();
        Catalogue after = step.after();
        // What the prelude made was there before the first step.
        boolean first = !started;
        boolean routinesChanged = first || !before.routines().equals(after.routines());
        started = true;
        if (routinesChanged) {
            scopes = new ScopeReading(after.routines().values());
        }
        boolean all = routinesChanged || !before.schemas().equals(after.schemas());
        var judgement = new Judgement(settings, after, origins, scopes, headers);
        for (String name : changedTables(step, all)) {
            Table table = after.tables().get(name);
            if (table == null) {
                touchedLater.remove(name);
                settle("table " + name, step, Map.of(), false);
            } else {
                judge(table, step, judgement);
            }
        }
        judgeViews(step);
        judgeRoutines(step);
        if (first || all || !before.tables().keySet().equals(after.tables().keySet())) {
            judgeSchemas(step, judgement);
        }
    }

    private Set<String> changedTables(Step step, boolean all) {
        Map<String, Table> before = step.before().tables();
        Map<String, Table> after = step.after().tables();
        var changed = new HashSet<String>();
        for (Map.Entry<String, Table> entry : after.entrySet()) {
            Table table = entry.getValue();
            Table former = before.get(entry.getKey());
            if (all || (isOther(former, table) && (!table.equals(former) || isMadeBy(step, table)))) {
                changed.add(entry.getKey());
            }
        }
        before.keySet().stream().filter(name -> !after.containsKey(name)).forEach(changed::add);
        var dependent = new HashSet<String>();
        for (Table table : after.values()) {
            for (ForeignKey key : table.foreignKeys()) {
                if (changed.contains(key.table())) {
                    dependent.add(table.fullName());
                }
            }
        }
        changed.addAll(dependent);
        return changed;
    }

    /// What was not read anew is the very same object, which spares comparing every table after every
    /// migration.
    @SuppressWarnings("ReferenceEquality") // Identity is the question here; equal tables are compared by the caller.
    private static boolean isOther(@Nullable Table former, Table table) {
        return former != table;
    }

    private boolean isMadeBy(Step step, Table table) {
        return origins.of(table)
                .filter(origin -> origin.migration().equals(step.migration()))
                .isPresent();
    }

    private void judge(Table table, Step step, Judgement judgement) {
        String name = table.fullName();
        boolean madeAnew = isMadeBy(step, table);
        if (madeAnew) {
            touchedLater.remove(name);
        } else if (!table.equals(step.before().tables().get(name))) {
            touchedLater.add(name);
        }
        if (table.partition() || TableCase.isOfTheRunner(table)) {
            return;
        }
        var it = new TableCase(table, judgement);
        var breaches = new Breaches(settings.dialect(), name);
        TenancyRules.check(it, touchedLater.contains(name), breaches);
        AuditRules.check(it, breaches);
        TypeRules.check(it, breaches);
        ValueRules.check(it, breaches);
        ConventionRules.check(it, breaches);
        WallRules.check(it, breaches);
        var lines = new Lines(step, origins);
        var found = new LinkedHashMap<Key, Open>();
        for (Breach breach : breaches.found()) {
            put(found, step, breach, lines.of(table, breach.anchor()));
        }
        settle("table " + name, step, found, madeAnew);
    }

    private void judgeViews(Step step) {
        if (step.before().views().equals(step.after().views())) {
            return;
        }
        Map<String, View> after = step.after().views();
        for (View view : after.values()) {
            var breaches = new Breaches(settings.dialect(), view.name());
            WallRules.check(view, breaches);
            settleOther("view " + view.name(), step, breaches);
        }
        gone("view ", step.before().views().keySet(), after.keySet(), step);
    }

    private void judgeRoutines(Step step) {
        if (step.before().routines().equals(step.after().routines())) {
            return;
        }
        Map<String, Routine> after = step.after().routines();
        for (Routine routine : after.values()) {
            var breaches = new Breaches(settings.dialect(), routine.name());
            WallRules.check(routine, breaches);
            settleOther("routine " + routine.signature(), step, breaches);
        }
        gone("routine ", step.before().routines().keySet(), after.keySet(), step);
    }

    /// A schema is judged by its comment once it has a table.
    private void judgeSchemas(Step step, Judgement judgement) {
        var used = new HashSet<String>();
        for (Table table : judgement.catalogue().tables().values()) {
            if (!TableCase.isOfTheRunner(table) && !table.schema().isEmpty()) {
                used.add(table.schema());
            }
        }
        for (String schema : used) {
            var breaches = new Breaches(settings.dialect(), schema);
            String comment = judgement.catalogue().schemas().getOrDefault(schema, "");
            // Everybody has the schema public, and nobody made it.
            if (!schema.equals("public") && TableCase.classIn(comment).isEmpty()) {
                breaches.ofOther(ConventionRules.SCHEMA_CLASS, "has no comment that names its 001 class");
            }
            settleOther("schema " + schema, step, breaches);
        }
        gone("schema ", step.before().schemas().keySet(), step.after().schemas().keySet(), step);
    }

    private void settleOther(String owner, Step step, Breaches breaches) {
        var found = new LinkedHashMap<Key, Open>();
        for (Breach breach : breaches.found()) {
            put(found, step, breach, new Lines(step, origins).ofOther(breach.subject()));
        }
        settle(owner, step, found, false);
    }

    private void gone(String kind, Set<String> before, Set<String> after, Step step) {
        before.stream()
                .filter(name -> !after.contains(name))
                .forEach(name -> settle(kind + name, step, Map.of(), false));
    }

    private void put(Map<Key, Open> found, Step step, Breach breach, int line) {
        MigrationName migration = step.migration().name();
        var finding = breach.rule().at(new Place(migration.file(), line), breach.subject(), breach.message());
        found.putIfAbsent(
                new Key(breach.rule().id(), breach.subject()),
                new Open(settings.weighed(finding), migration, grandfather.asks(breach.rule(), migration)));
    }

    /// Ends what is no longer broken, keeps what still is, begins what is new.
    private void settle(String owner, Step step, Map<Key, Open> found, boolean madeAnew) {
        Map<Key, Open> former = live.getOrDefault(owner, Map.of());
        var now = new LinkedHashMap<Key, Open>();
        for (Map.Entry<Key, Open> entry : former.entrySet()) {
            Open open = entry.getValue();
            // SQLite can change a table only by making it anew, so what is not asked of an old one stays so.
            if (found.containsKey(entry.getKey()) && !(madeAnew && open.counts)) {
                now.put(entry.getKey(), open);
            } else if (open.counts) {
                ended.add(new Drift(
                        open.finding,
                        open.broughtBy,
                        Optional.of(step.migration().name())));
            }
        }
        found.forEach(now::putIfAbsent);
        live.put(owner, now);
    }
}
