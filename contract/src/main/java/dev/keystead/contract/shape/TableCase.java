package dev.keystead.contract.shape;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.scratch.Column;
import dev.keystead.contract.scratch.Index;
import dev.keystead.contract.scratch.Policy;
import dev.keystead.contract.scratch.Table;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// One table and what the rules ask about it.
final class TableCase {
    /// Tables that the runner of migrations or the engine makes for itself (002 §3.3, and Flyway's).
    private static final Set<String> OF_THE_RUNNER =
            Set.of("_migrations", "d1_migrations", "sqlite_sequence", "_cf_kv", "flyway_schema_history");

    /// The registry of tenants (002 §3.3).
    private static final String REGISTRY = "tenants";

    private static final List<String> AXES = List.of("org_id", "project_id", "koder_user_id", "user_id");
    private static final Set<String> EXPIRY = Set.of("expires_at", "expiry_time", "expiry_at");
    private static final Pattern CLASS = Pattern.compile("(?i)\\b001 class:\\s*(config|runtime|user)\\b");
    private static final Pattern SYSTEM_WIDE = Pattern.compile("(?i)^system-wide:\\s*(.*)$");
    private static final Pattern DIGEST =
            Pattern.compile("(?i)(?:.*_)?(?:sha256|sha384|sha512|hash|digest|hmac|h|fingerprint|thumbprint)");

    private final Table table;
    private final Judgement judgement;
    private final Optional<String> systemWideReason;
    private final Set<String> discriminators;

    TableCase(Table table, Judgement judgement) {
        this.table = table;
        this.judgement = judgement;
        this.systemWideReason = findSystemWideReason();
        this.discriminators = isSystemWide() && !isRegistry() ? Set.of() : findDiscriminators();
    }

    Table table() {
        return table;
    }

    Origins origins() {
        return judgement.origins();
    }

    ScopeReading scopes() {
        return judgement.scopes();
    }

    String tenant() {
        return judgement.settings().tenantColumn();
    }

    boolean isPostgres() {
        return judgement.settings().dialect() == Dialect.POSTGRES;
    }

    static boolean isOfTheRunner(Table table) {
        return OF_THE_RUNNER.contains(table.name().toLowerCase(Locale.ROOT));
    }

    boolean isRegistry() {
        return table.name().equalsIgnoreCase(REGISTRY);
    }

    boolean isAudit() {
        return table.name().toLowerCase(Locale.ROOT).endsWith("_audit");
    }

    /// The reason that stands above the table, empty when it is missing; nothing when the table does not
    /// claim to be system-wide.
    Optional<String> systemWideReason() {
        return systemWideReason;
    }

    private Optional<String> findSystemWideReason() {
        return origins().commentsAbove(table).stream()
                .map(SYSTEM_WIDE::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1).strip())
                .findFirst();
    }

    boolean isSystemWide() {
        return systemWideReason.isPresent();
    }

    /// Whether the rules about whose a row is do not ask about this table.
    boolean isOutsideTenancy() {
        return isRegistry() || isSystemWide();
    }

    /// The columns that say whose a row is. In PostgreSQL the policies tell; where there are none yet, the
    /// names do.
    Set<String> discriminators() {
        return discriminators;
    }

    private Set<String> findDiscriminators() {
        var found = new LinkedHashSet<String>();
        for (Policy policy : table.policies()) {
            Stream.of(policy.using(), policy.check())
                    .flatMap(Optional::stream)
                    .forEach(condition -> found.addAll(scopes().columns(table, condition)));
        }
        if (found.isEmpty()) {
            if (table.has(tenant())) {
                found.add(tenant());
            } else if (isPostgres()) {
                AXES.stream().filter(table::has).findFirst().ifPresent(found::add);
            }
        }
        addCopies(found);
        return found;
    }

    /// The table of the tenants themselves has its id twice: `tenant_id generated always as (id)`.
    private void addCopies(Set<String> found) {
        for (Column column : table.columns()) {
            column.generatedFrom().map(TableCase::unquoted).filter(table::has).ifPresent(source -> {
                if (found.contains(source)) {
                    found.add(column.name());
                } else if (found.contains(column.name())) {
                    found.add(source);
                }
            });
        }
    }

    boolean isDiscriminator(String column) {
        return discriminators.stream().anyMatch(unquoted(column)::equalsIgnoreCase);
    }

    boolean leadsWithDiscriminator(Index index) {
        return isDiscriminator(index.first());
    }

    /// The 001 class that the comments name: the table's own, or its schema's.
    Optional<String> dataClass() {
        return Stream.concat(
                        Stream.of(table.comment()),
                        Stream.concat(
                                origins().commentsAbove(table).stream(),
                                Stream.of(judgement.catalogue().schemas().getOrDefault(table.schema(), ""))))
                .map(TableCase::classIn)
                .flatMap(Optional::stream)
                .findFirst();
    }

    boolean isRuntime() {
        return dataClass().filter("runtime"::equals).isPresent();
    }

    boolean livesInRuntimeSchema() {
        return classIn(judgement.catalogue().schemas().getOrDefault(table.schema(), ""))
                .filter("runtime"::equals)
                .isPresent();
    }

    static Optional<String> classIn(String comment) {
        Matcher matcher = CLASS.matcher(comment);
        return matcher.find() ? Optional.of(matcher.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    Optional<Column> expiryColumn() {
        return table.columns().stream()
                .filter(column -> isExpiry(column.name()))
                .findFirst();
    }

    static boolean isExpiry(String column) {
        return EXPIRY.contains(unquoted(column).toLowerCase(Locale.ROOT));
    }

    static boolean isDigest(String column) {
        return DIGEST.matcher(unquoted(column)).matches();
    }

    /// Whether the comment that opens the migration which declared a column names it.
    boolean headerMentions(String column) {
        return origins()
                .ofColumn(table, column)
                .map(origin -> judgement.headers().of(origin.migration()).mentions(column))
                .orElse(false);
    }

    /// Another table as a case of its own, if the catalogue has it.
    Optional<TableCase> other(String name) {
        return Optional.ofNullable(judgement.catalogue().tables().get(name))
                .map(found -> new TableCase(found, judgement));
    }

    static String unquoted(String name) {
        return name.length() > 1 && name.startsWith("\"") && name.endsWith("\"")
                ? name.substring(1, name.length() - 1)
                : name;
    }
}
