package dev.keystead.tenancy.testkit;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import dev.keystead.tenancy.Axis;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/// The tests of the tenancy contract for one module.
public final class TenancyContract {
    private static final String T7 = "T7 the database itself is the wall";
    private static final String T12 = "T12 the other axes are walls too";

    private final TenancySubject subject;

    private TenancyContract(TenancySubject subject) {
        this.subject = subject;
    }

    public static TenancyContract of(TenancySubject subject) {
        return new TenancyContract(subject);
    }

    /// One container for each check that applies, with a test for each route, table or statement.
    public Stream<DynamicNode> tests() {
        Catalogue catalogue = Catalogue.read(subject.database());
        var routes = new RouteChecks(subject, catalogue);
        var bodies = new BodyChecks(subject, catalogue);
        var tables = new TableChecks(
                subject.database(),
                catalogue,
                subject.ours().ids(),
                subject.theirs().ids());
        return Stream.of(
                        check("T1 a credential is required", routes.credentialIsRequired()),
                        check("T2 lists hold own rows only", routes.listsHoldOwnRows()),
                        check("T3 another tenant's id is absent", routes.foreignIsAbsent(Check.T3)),
                        check("T4 a request cannot name another tenant", bodies.namingAnotherIsInVain()),
                        check("T5 a workspace's path leads to its rows", routes.ownPathLeadsHome()),
                        check("T6 another workspace's path is absent", routes.foreignPathIsAbsent()),
                        check(T7, tables.walls(Check.T7)),
                        check("T8 statements use an index", new PlanChecks(subject, catalogue).statementsUseAnIndex()),
                        check("T9 an erased user is gone", new ErasureChecks(subject).erasedIsGone()),
                        check("T10 another organisation's id is absent", routes.foreignIsAbsent(Check.T10)),
                        check("T11 another user's id is absent", routes.foreignIsAbsent(Check.T11)),
                        check(T12, tables.walls(Check.T12)))
                .flatMap(List::stream);
    }

    /// T7 and T12 alone, for a database without a server in front of it.
    ///
    /// @param ours the ids of a party on each axis, of which there should be rows
    /// @param theirs the ids of another
    public static Stream<DynamicNode> ofTables(TestedDatabase database, Map<Axis, UUID> ours, Map<Axis, UUID> theirs) {
        var tables = new TableChecks(database, Catalogue.read(database), Map.copyOf(ours), Map.copyOf(theirs));
        return Stream.of(check(T7, tables.walls(Check.T7)), check(T12, tables.walls(Check.T12)))
                .flatMap(List::stream);
    }

    /// A check that finds nothing to look at is left out, rather than shown as passed.
    private static List<DynamicContainer> check(String name, List<DynamicTest> tests) {
        return tests.isEmpty() ? List.of() : List.of(dynamicContainer(name, tests));
    }
}
