package dev.keystead.tenancywall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.CreateUser;
import dev.keystead.platform.http.Access;
import dev.keystead.server.Samples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.testkit.Failures;
import dev.keystead.tenancy.testkit.Party;
import dev.keystead.tenancy.testkit.TenancyContract;
import dev.keystead.tenancy.testkit.TenancySubject;
import dev.keystead.tenancy.testkit.TestedRoute;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The tests of the wall are tested: each table's wall is broken in every way, and the contract must notice each time.
/// A new table is broken too, without being named here.
class MutantsTest {
    private static final TestServer SERVER = TestServer.start();
    private static final WholeDatabase DATABASE = WholeDatabase.of(SERVER);
    private static final Populated OURS = Populated.make("ours");
    private static final Populated THEIRS = Populated.make("theirs");

    /// An organisation with a workspace, and its owner, who has made a user.
    private record Populated(Elsewhere place, Person owner) {
        static Populated make(String slug) {
            Elsewhere place = SERVER.makeOrganisation(slug);
            Person owner = SERVER.makeOwner(place);
            SERVER.as(owner.key()).post("/v1/users", Samples.body(CreateUser.class, SERVER));
            return new Populated(place, owner);
        }

        Map<Axis, UUID> ids() {
            return WholeDatabase.ids(place, owner);
        }

        Party party() {
            return new Party(ids(), Map.of(), "Bearer " + owner.key(), Optional.empty());
        }
    }

    @AfterAll
    static void stop() {
        DATABASE.close();
        SERVER.close();
    }

    @Test
    void everyBrokenTableIsNoticedAndEveryRepairToo() throws SQLException {
        assertThat(failures(_ -> true)).as("with nothing broken").isEmpty();
        String keeper = SERVER.database().name() + "_keeper";
        SERVER.execute("create role %s; grant %s to %s"
                .formatted(keeper, keeper, SERVER.appLogin().user()));
        try (Connection superuser = SERVER.database().connect();
                Statement statement = superuser.createStatement()) {
            List<Mutant> mutants = Mutant.all(superuser, keeper);
            assertThat(mutants).hasSize(expected());
            for (Mutant mutant : mutants) {
                Predicate<String> concerned = concerned(mutant.table());
                statement.execute(mutant.damage());
                assertThat(failures(concerned))
                        .as("what the contract says of %s", mutant)
                        .anyMatch(failure -> failure.contains(mutant.table()));
                statement.execute(mutant.repair());
                assertThat(failures(concerned)).as("after repairing %s", mutant).isEmpty();
            }
        }
        assertThat(failures(_ -> true)).as("with everything repaired").isEmpty();
    }

    /// Counted by PostgreSQL, so that a table which the list of mutants lost would show.
    private static int expected() {
        long tables = SERVER.count("""
                select count(*) from pg_class where relrowsecurity and relkind in ('r', 'p') and not relispartition""");
        long whole = SERVER.count("""
                select count(*) from pg_policy where polpermissive and polqual is not null and polwithcheck is not null""");
        long half = SERVER.count("""
                select count(*) from pg_policy where polpermissive and (polqual is null or polwithcheck is null)""");
        assertThat(tables).isGreaterThan(5);
        // A policy with one condition only, such as one for inserts, has that one to break and its axis.
        return (int) (tables * Mutant.PER_TABLE + whole * Mutant.PER_POLICY + half * 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "alter role %1$s bypassrls | alter role %1$s nobypassrls | is a superuser or may bypass",
                "alter role %1$s superuser | alter role %1$s nosuperuser | is a superuser or may bypass",
                "grant %2$s to %1$s | revoke %2$s from %1$s | owns, or may become the owner of, "
            })
    void aRoleThatWalksAroundTheWallIsNoticed(String damage, String repair, String said) {
        String app = SERVER.appLogin().user();
        String owner = SERVER.database().name() + "_owner";
        SERVER.execute(damage.formatted(app, owner));
        try {
            assertThat(failures(_ -> true)).anyMatch(failure -> failure.startsWith("T7 role " + app + ": " + said));
        } finally {
            SERVER.execute(repair.formatted(app, owner));
        }
        assertThat(failures(_ -> true)).isEmpty();
    }

    /// Whoever opens a route by mistake is told: each open route is given out as a guarded one.
    @Test
    void aRouteThatShouldBeGuardedAndIsOpenIsNoticed() {
        List<TestedRoute> pretended = SERVER.routes().stream()
                .filter(route -> route.access() instanceof Access.Open)
                .filter(route -> route.method().name().equals("GET"))
                .map(route -> route.template().text())
                .filter(template -> !template.contains("{"))
                .map(template -> TestedRoute.of("GET", template, Axis.TENANT, Map.of()))
                .toList();
        assertThat(pretended).hasSizeGreaterThan(2);
        var subject = new TenancySubject(
                SERVER.address(),
                OURS.party(),
                THEIRS.party(),
                OURS.party().credential(),
                Map.of(),
                pretended,
                DATABASE.tested(),
                List.of(),
                Optional.empty());
        List<String> failures = Failures.of(TenancyContract.of(subject).tests(), name -> name.startsWith("T1 "));
        assertThat(failures).hasSameSizeAs(pretended);
        assertThat(pretended)
                .allSatisfy(route -> assertThat(failures)
                        .anyMatch(failure -> failure.startsWith("T1 GET " + route.template() + ": answered ")));
    }

    private static List<String> failures(Predicate<String> named) {
        return Failures.of(TenancyContract.ofTables(DATABASE.tested(), OURS.ids(), THEIRS.ids()), named);
    }

    /// The tests that speak of the table, and the one of the application's role.
    private static Predicate<String> concerned(String table) {
        return Pattern.compile("T\\d+ (" + Pattern.quote(table) + "( along \\w+)?|the application's role)")
                .asMatchPredicate();
    }
}
