package dev.keystead.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Changes of the same tree at the same moment.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeRaceTest {
    private static final int ROUNDS = 15;

    private final TestServer server = TestServer.shared();
    private final Elsewhere place = server.makeOrganisation("node-races");
    private final Client client = server.as(place.key());
    private final String top = client.get("/v1/nodes?kind=workspace")
            .json()
            .path("items")
            .path(0)
            .path("id")
            .asString();

    private String unit(String parent, String name) {
        return client.post("/v1/nodes", "{\"parent_id\":\"%s\",\"name\":\"%s\"}".formatted(parent, name))
                .id();
    }

    private int move(String node, String parent) {
        return client.post("/v1/nodes/" + node + ":move", "{\"parent_id\":\"%s\"}".formatted(parent))
                .status();
    }

    private static List<Integer> atOnce(List<Callable<Integer>> deeds) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var statuses = new ArrayList<Integer>();
            for (Future<Integer> result : threads.invokeAll(deeds)) {
                statuses.add(result.get());
            }
            return statuses;
        }
    }

    /// From every node of the workspace a walk up ends at the workspace's own.
    private void nothingIsAdrift() {
        long adrift = server.count("""
                with recursive tree as (
                    select id from identity.nodes where kind = 'workspace' and tenant_id = '%1$s'
                    union all
                    select n.id from tree join identity.nodes n on n.parent_id = tree.id where n.tenant_id = '%1$s'
                )
                select count(*) from identity.nodes where tenant_id = '%1$s' and id not in (select id from tree)""".formatted(place.workspace().value()));
        assertThat(adrift).isZero();
    }

    @Test
    void twoMovesThatWouldMakeACycleTogetherDoNot() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String a = unit(top, "a");
            String b = unit(top, "b");
            List<Integer> statuses = atOnce(List.of(() -> move(a, b), () -> move(b, a)));
            assertThat(statuses).containsExactlyInAnyOrder(200, 409);
            nothingIsAdrift();
        }
    }

    @Test
    void manyMovesAmongManyLeaveATree() throws Exception {
        var units = new ArrayList<String>();
        for (int i = 0; i < 8; i++) {
            units.add(unit(top, "among " + i));
        }
        var deeds = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 60; i++) {
            String node = units.get(ThreadLocalRandom.current().nextInt(units.size()));
            String parent = units.get(ThreadLocalRandom.current().nextInt(units.size()));
            deeds.add(() -> move(node, parent));
        }
        assertThat(atOnce(deeds)).allMatch(status -> status == 200 || status == 409);
        nothingIsAdrift();
    }

    @Test
    void aUnitIsNotDeletedFromUnderANewOne() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String unit = unit(top, "doomed");
            List<Integer> statuses = atOnce(List.of(
                    () -> client.delete("/v1/nodes/" + unit).status(),
                    () -> client.post("/v1/nodes", "{\"parent_id\":\"%s\",\"name\":\"new\"}".formatted(unit))
                            .status()));
            assertThat(statuses).isIn(List.of(204, 400), List.of(409, 201));
            nothingIsAdrift();
        }
    }

    /// A rename locks the workspace's row and then its node; whoever changes the tree locks the node and then refers to
    /// the row. Neither may wait for the other for ever.
    @Test
    void renamingTheWorkspaceAndChangingItsTreeGoTogether() throws Exception {
        var deeds = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 20; i++) {
            String name = "name " + i;
            String slug = "race-" + i;
            deeds.add(() -> client.patch("/v1/workspaces/" + place.workspace(), "{\"name\":\"%s\"}".formatted(name))
                    .status());
            deeds.add(() -> client.post("/v1/projects", "{\"slug\":\"%s\",\"name\":\"P\"}".formatted(slug))
                    .status());
            deeds.add(() -> client.post("/v1/nodes", "{\"parent_id\":\"%s\",\"name\":\"U\"}".formatted(top))
                    .status());
        }
        assertThat(atOnce(deeds)).allMatch(status -> status == 200 || status == 201);
        nothingIsAdrift();
    }
}
