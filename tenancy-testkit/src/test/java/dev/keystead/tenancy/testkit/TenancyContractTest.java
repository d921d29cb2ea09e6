package dev.keystead.tenancy.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.tenancy.testkit.SampleModule.Caller;
import dev.keystead.tenancy.testkit.SampleModule.Fault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A sound module passes the contract; each way of breaking one makes it fail, with words that say where and what to
/// do.
final class TenancyContractTest {
    private final Caller ours = new Caller("ours", UuidV7.next(), UuidV7.next(), UuidV7.next(), true);
    private final Caller reader = new Caller("ours", ours.tenant(), ours.org(), UuidV7.next(), false);
    private final Caller theirs = new Caller("theirs", UuidV7.next(), UuidV7.next(), UuidV7.next(), true);
    private final Map<String, Caller> callers =
            Map.of("Bearer ours-7f3c", ours, "Bearer reader-19d2", reader, "Bearer theirs-c04e", theirs);

    @Test
    void aSoundModulePassesEveryCheck() {
        try (SampleDatabase data = SampleDatabase.create();
                var module = new SampleModule(data, callers, Fault.NONE)) {
            List<DynamicNode> nodes =
                    TenancyContract.of(subject(data, module)).tests().toList();
            assertThat(nodes)
                    .extracting(node -> node.getDisplayName().split(" ", -1)[0])
                    .containsExactly("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T11", "T12");
            assertThat(Failures.of(nodes.stream())).isEmpty();
        }
    }

    /// Each fault of a module, and what the contract says of it.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ASKS_NO_CREDENTIAL        | T1 GET /v1/notes: answered 200",
                "LISTS_EVERYTHING          | T2 GET /v1/notes: lists another tenant's",
                "TELLS_FOREIGN_FROM_ABSENT | T3 GET /v1/notes/{id}: answered 403",
                "SHOWS_FOREIGN_ROWS        | T3 GET /v1/notes/{id}: answered 200",
                "DELETES_FOREIGN_ROWS      | T3 DELETE /v1/notes/{id}: changed rows of another",
                "TRUSTS_THE_BODY           | T4 POST /v1/notes: let a body with another's tenant_id change their rows",
                "CLOSES_OWN_PATHS          | T5 GET /v1/notes: answered 404",
                "OPENS_FOREIGN_PATHS       | T6 GET /v1/notes: answered 200",
                "TELLS_FOREIGN_FROM_ABSENT | T10 GET /v1/rules/{id}: answered 403",
                "SHOWS_FOREIGN_ROWS        | T10 GET /v1/rules/{id}: answered 200",
                "TELLS_FOREIGN_FROM_ABSENT | T11 GET /v1/devices/{id}: answered 403",
                "SHOWS_FOREIGN_ROWS        | T11 GET /v1/devices/{id}: answered 200"
            })
    void aRouteThatGoesWrongIsNamed(Fault fault, String message) {
        try (SampleDatabase data = SampleDatabase.create();
                var module = new SampleModule(data, callers, fault)) {
            assertThat(Failures.of(TenancyContract.of(subject(data, module)).tests()))
                    .anyMatch(failure -> failure.startsWith(message));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "drop policy wall on sample.note | T7 sample.note: has no policy",
                "drop policy wall on sample.draft | T7 sample.draft: has no policy",
                "alter table sample.note no force row level security | T7 sample.note: does not hold its owner",
                "alter table sample.draft no force row level security | T7 sample.draft: does not hold its owner",
                "alter table sample.note disable row level security | T7 sample.note: has row-level security switched off",
                "alter table sample.note disable row level security"
                        + " | T7 sample.note: let the application read rows with no tenant bound",
                "alter policy wall on sample.note using (true)"
                        + " | T7 sample.note: has the policy wall that does not look at a scope column and its own setting",
                "alter policy wall on sample.note using (true)"
                        + " | T7 sample.note: let the application read rows with no tenant bound",
                "alter policy wall on sample.draft using (true)"
                        + " | T7 sample.draft: has the policy wall that does not look at a scope column and its own setting",
                "alter policy wall on sample.note using (tenant_id is not null)"
                        + " | T7 sample.note: let the application read rows with no tenant bound",
                "alter policy wall on sample.draft with check (project_id is not null)"
                        + " | T7 sample.draft: let the application insert a row with no project bound",
                "insert into sample.happening values (gen_random_uuid(), gen_random_uuid(), '2026-05-05');"
                        + " alter policy wall on sample.happening with check (tenant_id is not null)"
                        + " | T7 sample.happening: let the application insert a row with no tenant bound",
                "drop policy wall on sample.note; create policy wall on sample.note"
                        + " using (tenant_id = app.bound('app.current_tenant_id'))"
                        + " | T7 sample.note: has the policy wall without WITH CHECK",
                "alter policy wall on sample.note using (tenant_id = app.bound('app.current_org_id'))"
                        + " | T7 sample.note: has the policy wall that does not look at a scope column",
                "alter policy wall on sample.note using (tenant_id = app.bound('app.current_org_id'))"
                        + " | T7 sample.note: keeps its own rows from whom they belong to",
                "alter policy wall on sample.note using (user_id = app.bound('app.current_user_id'))"
                        + " | T7 sample.note: has the policy wall that does not compare tenant_id",
                "alter policy wall on sample.shelf with check (org_id = id)"
                        + " | T12 sample.shelf: let the application insert a row with no org bound",
                "alter policy wall on sample.shelf using (id is not null)"
                        + " | T12 sample.shelf: let the application read rows with no org bound",
                "create policy hole on sample.note for select using (title <> '')"
                        + " | T7 sample.note: has the policy hole that does not look at a scope column and its own setting",
                "alter policy wall on sample.rule using (org_id is not null)"
                        + " | T12 sample.rule: let the application read rows with no org bound",
                "alter policy wall on sample.device with check (user_id is not null)"
                        + " | T12 sample.device: let the application insert a row with no user bound",
                "create table sample.stray (id uuid primary key)"
                        + " | T7 sample.stray: is neither scoped nor on the list",
                "drop table sample.word | T7 sample.word: is listed as system-wide and does not exist",
                "grant select on sample.happening_2026 to sample_app"
                        + " | T7 sample.happening_2026: has row-level security switched off",
                "alter view sample.note_title reset (security_invoker) | T7 views [sample.note_title]",
                "alter table sample.note owner to sample_app | T7 role sample_app: owns",
                "alter table sample.note drop constraint note_pkey | T8 sample.note.find: reads sample.note by Seq Scan",
                "alter table sample.note drop constraint note_pkey; create index on sample.note (title)"
                        + " | T8 sample.note.list: reads sample.note by"
            })
    void aWallThatIsBrokenIsNamed(String damage, String message) {
        try (SampleDatabase data = SampleDatabase.create();
                var module = new SampleModule(data, callers, Fault.NONE)) {
            TenancySubject subject = subject(data, module);
            for (ResourceKind kind : subject.kinds().values()) {
                assertThat(kind.owned().apply(subject.ours()))
                        .isNotEqualTo(kind.owned().apply(subject.theirs()));
            }
            data.execute(damage);
            assertThat(Failures.of(TenancyContract.of(tablesOnly(subject)).tests()))
                    .as("with: %s", damage)
                    .anyMatch(failure -> failure.startsWith(message));
        }
    }

    /// A check that nothing ever fails would prove nothing: the faults and damages above must meet every one.
    @Test
    void everyCheckHasBeenSeenToFail() {
        Set<String> seen = Stream.of(TenancyContractTest.class.getDeclaredMethods())
                .flatMap(method -> Stream.ofNullable(method.getAnnotation(CsvSource.class)))
                .flatMap(source -> Stream.of(source.value()))
                .map(row -> row.replaceFirst("(?s).*\\|\\s*(T\\d+) .*", "$1"))
                .collect(Collectors.toSet());
        // What is left of an erased user has a test of its own.
        seen.add("T9");
        assertThat(seen).isEqualTo(Stream.of(Check.values()).map(Enum::name).collect(Collectors.toSet()));
    }

    @Test
    void aRoleThatBypassesTheWallIsNamed() {
        try (SampleDatabase data = SampleDatabase.create();
                var module = new SampleModule(data, callers, Fault.NONE)) {
            TenancySubject subject = subject(data, module);
            var swapped = new TestedDatabase(
                    data.superuser(), data.superuser(), Set.of("sample"), Set.of("sample.word"), Set.of());
            assertThat(Failures.of(
                            TenancyContract.of(tablesOnly(subject, swapped)).tests()))
                    .anyMatch(failure -> failure.contains("is a superuser or may bypass row-level security"));
        }
    }

    @Test
    void rowsLeftOfAnErasedUserAreNamed() {
        try (SampleDatabase data = SampleDatabase.create();
                var module = new SampleModule(data, callers, Fault.NONE)) {
            TenancySubject sound = subject(data, module);
            var forgetful = new TenancySubject(
                    sound.server(),
                    sound.ours(),
                    sound.theirs(),
                    sound.limited(),
                    sound.kinds(),
                    List.of(),
                    sound.database(),
                    List.of(),
                    Optional.of(erasure(data, "delete from sample.note where user_id = '%s'")));
            assertThat(Failures.of(TenancyContract.of(forgetful).tests()))
                    .containsExactly("T9 erasing a user: rows are left after the retention: {sample.device=1}."
                            + " Delete them in the clean-up, or list the table as one that may keep the id.");
        }
    }

    @Test
    void aRouteWhoseVariableMeansNothingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestedRoute.of("GET", "/v1/notes/{id}", Axis.TENANT, Map.of()))
                .withMessage("GET /v1/notes/{id}: say which kind of thing {id} names");
    }

    @Test
    void questionMarksInTextsAndCommentsAreNoParameters() {
        assertThat(PlanChecks.Numbered.of("/* why? */ select '?', \"a?\" -- really?\n from t where a = ? and b = ?"))
                .isEqualTo(new PlanChecks.Numbered(
                        "/* why? */ select '?', \"a?\" -- really?\n from t where a = $1 and b = $2", 2));
    }

    private TenancySubject subject(SampleDatabase data, SampleModule module) {
        return new TenancySubject(
                module.uri(),
                party(ours, "Bearer ours-7f3c"),
                party(theirs, "Bearer theirs-c04e"),
                "Bearer reader-19d2",
                Map.of(
                        "note", kind(data, "note", "tenant_id, user_id, title", "'%1$s', '%3$s', 'a note'"),
                        "rule", kind(data, "rule", "org_id, name", "'%2$s', 'a rule'"),
                        "device", kind(data, "device", "user_id, name", "'%3$s', 'a device'")),
                List.of(
                        TestedRoute.open("GET", "/v1/health"),
                        TestedRoute.of("GET", "/v1/notes", Axis.TENANT, Map.of())
                                .listing("note"),
                        TestedRoute.of("POST", "/v1/notes", Axis.TENANT, Map.of())
                                .withBody(() -> "{\"title\":\"new\"}"),
                        TestedRoute.of("GET", "/v1/notes/{id}", Axis.TENANT, Map.of("id", "note")),
                        TestedRoute.of("DELETE", "/v1/notes/{id}", Axis.TENANT, Map.of("id", "note")),
                        TestedRoute.of("GET", "/v1/rules", Axis.ORG, Map.of()).listing("rule"),
                        TestedRoute.of("GET", "/v1/rules/{id}", Axis.ORG, Map.of("id", "rule")),
                        TestedRoute.of("GET", "/v1/devices", Axis.USER, Map.of())
                                .listing("device"),
                        TestedRoute.of("GET", "/v1/devices/{id}", Axis.USER, Map.of("id", "device"))),
                new TestedDatabase(data.superuser(), data.app(), Set.of("sample"), Set.of("sample.word"), Set.of()),
                Stream.concat(SampleModule.QUERIES.stream(), Stream.of(SampleModule.INSERT, SampleModule.DELETE))
                        .map(TestedStatement::of)
                        .toList(),
                Optional.of(erasure(data, """
                        delete from sample.note where user_id = '%1$s';
                        delete from sample.device where user_id = '%1$s'
                        """)));
    }

    private static Party party(Caller caller, String credential) {
        return new Party(
                Map.of(Axis.TENANT, caller.tenant(), Axis.ORG, caller.org(), Axis.USER, caller.user()),
                Map.of(
                        "tenant_id", SampleModule.id("wsp", caller.tenant()),
                        "user_id", SampleModule.id("usr", caller.user())),
                credential,
                Optional.of(caller.slug()));
    }

    private static ResourceKind kind(SampleDatabase data, String table, String columns, String values) {
        return new ResourceKind(
                party -> {
                    UUID id = UuidV7.next();
                    data.execute(("insert into sample." + table + " (id, " + columns + ") values ('" + id + "', "
                                    + values + ")")
                            .formatted(
                                    party.ids().get(Axis.TENANT),
                                    party.ids().get(Axis.ORG),
                                    party.ids().get(Axis.USER)));
                    return SampleModule.id(table, id);
                },
                () -> SampleModule.id(table, UuidV7.next()));
    }

    private Erasure erasure(SampleDatabase data, String cleanUp) {
        return new Erasure() {
            @Override
            public UUID createUser() {
                UUID user = UuidV7.next();
                data.execute("""
                        insert into sample.note (tenant_id, id, user_id, title) values ('%1$s', '%2$s', '%3$s', 'x');
                        insert into sample.device (user_id, id, name) values ('%3$s', '%2$s', 'x')
                        """.formatted(ours.tenant(), UuidV7.next(), user));
                return user;
            }

            @Override
            public void erase(UUID user) {
                data.execute(cleanUp.formatted(user));
            }
        };
    }

    private static TenancySubject tablesOnly(TenancySubject subject) {
        return tablesOnly(subject, subject.database());
    }

    private static TenancySubject tablesOnly(TenancySubject subject, TestedDatabase database) {
        return new TenancySubject(
                subject.server(),
                subject.ours(),
                subject.theirs(),
                subject.limited(),
                subject.kinds(),
                List.of(),
                database,
                subject.statements(),
                Optional.empty());
    }
}
