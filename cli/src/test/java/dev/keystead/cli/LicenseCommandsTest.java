package dev.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Licences at the command line, against a whole server.
@TestInstance(Lifecycle.PER_CLASS)
class LicenseCommandsTest {
    private @Nullable ServedForTests started;

    @BeforeAll
    void serve(@TempDir Path folder) throws IOException {
        started = ServedForTests.start(folder).administered();
    }

    @AfterAll
    void stop() {
        served().close();
    }

    private ServedForTests served() {
        return Objects.requireNonNull(started);
    }

    private static JsonNode json(Spoken spoken) {
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
        return Json.tree(spoken.out());
    }

    private void workspace(String slug) {
        json(served().by("workspace", "create", "--slug", slug, "--name", slug, "-o", "json"));
    }

    private String top(String slug) {
        JsonNode nodes = served().api("/t/" + slug + "/v1/nodes?kind=workspace");
        return nodes.path("items").path(0).path("id").asString();
    }

    private void module(String code, String... more) {
        var line = new ArrayList<>(
                List.of("module", "create", "--code", code, "--name", code, "--category", "test", "-o", "json"));
        line.addAll(List.of(more));
        json(served().by(line.toArray(String[]::new)));
    }

    private String assign(String slug, String module, String... more) {
        var line = new ArrayList<>(
                List.of("license", "assign", "-w", slug, "--module", module, "--node-id", top(slug), "-o", "name"));
        line.addAll(List.of(more));
        Spoken given = served().by(line.toArray(String[]::new));
        assertThat(given.exitCode()).as(given.err()).isZero();
        return given.out().strip();
    }

    @Test
    void aLicenceLivesAtTheCommandLine() {
        workspace("life");
        module("life.stock");
        String id = assign("life", "life.stock", "--seats", "20");

        assertThat(json(served().by("license", "get", id, "-w", "life", "-o", "json"))
                        .at("/constraints/seats")
                        .asInt())
                .isEqualTo(20);
        assertThat(served().by("license", "list", "-w", "life").out()).contains(id, "life.stock", "active");
        assertThat(served().by("license", "suspend", id, "-w", "life").exitCode())
                .isZero();
        assertThat(served().by("license", "resume", id, "-w", "life").exitCode())
                .isZero();
        assertThat(json(served().by("license", "renew", id, "-w", "life", "--effective-to", "2099-12-31", "-o", "json"))
                        .path("effective_to")
                        .asString())
                .isEqualTo("2099-12-31");
        assertThat(served().by("license", "terminate", id, "-w", "life").err()).contains("--yes");
        assertThat(served().by("license", "terminate", id, "-w", "life", "--yes")
                        .exitCode())
                .isZero();
        assertThat(served().by("license", "history", id, "-w", "life", "--include-archive", "-o", "tsv")
                        .out()
                        .lines()
                        .map(line -> line.split("\t", -1)[1]))
                .containsExactly("terminated", "renewed", "resumed", "suspended", "assigned");
    }

    @Test
    void itIsToldWhyAModuleIsOnOrOff() {
        workspace("why");
        module("why.base");
        module("why.top", "--dependencies", "why.base");
        module("why.core", "--always-on");
        module("why.none");
        String base = assign("why", "why.base");
        String above = assign("why", "why.top");
        String node = top("why");

        Spoken on = served().by("license", "explain", node, "-w", "why");
        assertThat(on.exitCode()).as(on.err()).isZero();
        assertThat(on.out())
                .contains("org ")
                .contains("   workspace why (" + node + ") on ")
                .contains("+ why.base: licensed here (" + base + ")")
                .contains("+ why.top: licensed here (" + above + ")")
                .contains("+ why.core: always on")
                .contains("- why.none: no licence here or above");
        served().by("license", "suspend", base, "-w", "why");
        Spoken off = served().by("license", "explain", node, "why.top", "-w", "why");
        assertThat(off.out())
                .contains("- why.top: needs why.base, which is off")
                .doesNotContain("why.none");
        assertThat(json(served().by("license", "explain", node, "-w", "why", "-o", "json"))
                        .path("path"))
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(served().by("license", "explain", node, "why.unknown", "-w", "why")
                        .exitCode())
                .isEqualTo(3);
        assertThat(served().by("license", "explain", node, "why.none", "-w", "why", "-o", "tsv")
                        .out())
                .startsWith("why.none\tfalse\tNOT_LICENSED");
    }

    @Test
    void aBundleIsGivenAsAWhole() {
        workspace("bundles");
        module("bundles.one");
        module("bundles.two");
        served().post(
                        "/v1/module-bundles",
                        Map.of("code", "bundles.all", "name", "All", "modules", List.of("bundles.one", "bundles.two")));

        assertThat(served().by("bundle", "list", "-o", "tsv").out())
                .contains("bundles.all\tAll\tbundles.one,bundles.two\n");
        Spoken given = served().by(
                        "bundle", "assign", "bundles.all", "-w", "bundles", "--node-id", top("bundles"), "-o", "json");
        assertThat(json(given)).hasSize(2);
        assertThat(served().by("bundle", "assign", "bundles.none", "-w", "bundles", "--node-id", top("bundles"))
                        .exitCode())
                .isEqualTo(3);
        assertThat(served().by("module", "list", "-o", "name").out()).contains("bundles.one\n");
    }

    private String unit(String slug, String parent) {
        return served().madeId("/t/" + slug + "/v1/nodes", Map.of("name", "unit", "parent_id", parent));
    }

    private Spoken preview(String slug, String... more) {
        var line = new ArrayList<>(List.of("license", "preview", "-w", slug, "--node-id", top(slug), "-o", "tsv"));
        line.addAll(List.of(more));
        return served().by(line.toArray(String[]::new));
    }

    @Test
    void aDryRunTellsWhatWouldBeAndChangesNothing() {
        workspace("dry");
        module("dry.one");
        module("dry.two");
        String node = top("dry");
        String unit = unit("dry", node);
        String license = assign("dry", "dry.one");

        assertThat(preview("dry", "--end", license).out())
                .contains(
                        node + "\tdry.one\ttrue\tfalse\tNOT_LICENSED\n",
                        unit + "\tdry.one\ttrue\tfalse\tNOT_LICENSED\n");
        assertThat(preview("dry", "--add", "dry.two@" + unit).out())
                .contains(unit + "\tdry.two\tfalse\ttrue\tGRANTED\n")
                .doesNotContain(node);
        assertThat(preview("dry", "--move", license + "@" + unit).out())
                .contains(node + "\tdry.one\ttrue\tfalse\tNOT_LICENSED\n");
        Spoken taken = preview("dry", "--add", "dry.one@" + node);
        assertThat(taken.exitCode()).isEqualTo(2);
        assertThat(taken.err()).contains("--add names a node that has a licence of the module already");
        assertThat(preview("dry", "--move", license).err()).contains("--move takes two things with '@' between them");
        assertThat(json(served().by("license", "get", license, "-w", "dry", "-o", "json"))
                        .path("version")
                        .asInt())
                .isOne();
    }

    @Test
    void theTreeShowsWhereEachComesFrom() {
        workspace("tree");
        module("tree.one");
        module("tree.two");
        String node = top("tree");
        String unit = unit("tree", node);
        String leaf = unit("tree", unit);
        String above = assign("tree", "tree.one");
        String near = json(served().by(
                                "license",
                                "assign",
                                "-w",
                                "tree",
                                "--module",
                                "tree.two",
                                "--node-id",
                                unit,
                                "-o",
                                "json"))
                .path("id")
                .asString();

        Spoken tree = served().by("license", "tree", node, "-w", "tree");
        assertThat(tree.exitCode()).as(tree.err()).isZero();
        assertThat(tree.out())
                .startsWith("workspace tree (" + node + ")\n")
                .contains("   + tree.one: licensed here (" + above + ")\n")
                .containsSubsequence(
                        "   unit unit (" + unit + ")\n",
                        "      + tree.one: licensed above (" + above + " on " + node + ")\n",
                        "      + tree.two: licensed here (" + near + ")\n",
                        "      unit unit (" + leaf + ")\n",
                        "         + tree.two: licensed above (" + near + " on " + unit + ")\n");
        assertThat(served().by("license", "tree", unit, "-w", "tree", "-o", "tsv")
                        .out())
                .contains(leaf + "\tunit\tunit\ttree.two\tGRANTED\t" + near + "\t" + unit + "\n");
        assertThat(json(served().by("license", "tree", node, "-w", "tree", "-o", "json")))
                .hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void aLicenceIsChangedMovedAndActivated() {
        workspace("change");
        module("change.one");
        String unit = unit("change", top("change"));
        String license = assign("change", "change.one", "--trial", "--effective-to", "2099-12-31");

        assertThat(json(served().by(
                                        "license",
                                        "activate",
                                        license,
                                        "-w",
                                        "change",
                                        "--effective-to",
                                        "2098-12-31",
                                        "-o",
                                        "json"))
                        .path("status")
                        .asString())
                .isEqualTo("active");
        JsonNode changed = json(served().by(
                        "license", "update", license, "-w", "change", "--seats", "7", "--scope", "exact", "-o",
                        "json"));
        assertThat(changed.at("/constraints/seats").asInt()).isEqualTo(7);
        assertThat(changed.path("scope").asString()).isEqualTo("exact");
        assertThat(json(served().by("license", "move", license, unit, "-w", "change", "-o", "json"))
                        .path("node_id")
                        .asString())
                .isEqualTo(unit);
    }

    @Test
    void seatsAndUsageAreCountedAtTheCommandLine() {
        workspace("seats");
        module("seats.one");
        String license = assign("seats", "seats.one", "--seats", "1", "--usage-cap", "5");
        String user = served().madeId("/t/seats/v1/users", Map.of("email", "a@seats.test", "display_name", "A"));
        String other = served().madeId("/t/seats/v1/users", Map.of("email", "b@seats.test", "display_name", "B"));

        assertThat(served().by("seat", "assign", license, user, "-w", "seats").exitCode())
                .isZero();
        Spoken full = served().by("seat", "assign", license, other, "-w", "seats");
        assertThat(full.exitCode()).isEqualTo(1);
        assertThat(full.err()).contains("all 1 seats are taken");
        assertThat(served().by("seat", "list", license, "-w", "seats", "-o", "name")
                        .out())
                .isEqualTo(user + "\n");
        assertThat(served().by("usage", "add", license, "--key", "k", "--amount", "4", "-w", "seats")
                        .exitCode())
                .isZero();
        assertThat(served().by("usage", "add", license, "--key", "k", "--amount", "4", "-w", "seats")
                        .exitCode())
                .as("the same key")
                .isZero();
        assertThat(served().by("usage", "get", license, "-w", "seats", "-o", "tsv")
                        .out())
                .startsWith(license + "\t4\t5\t1\t1\t");
        assertThat(served().by("seat", "release", license, user, "-w", "seats").exitCode())
                .isZero();
        assertThat(served().by("seat", "list", license, "-w", "seats", "-o", "name")
                        .out())
                .isEmpty();
    }

    @Test
    void theCatalogueIsKeptAtTheCommandLine() {
        module("cat.one");
        module("cat.two");
        assertThat(json(served().by("module", "update", "cat.two", "--dependencies", "cat.one", "-o", "json"))
                        .path("dependencies"))
                .hasSize(1);
        assertThat(served().by("module", "delete", "cat.one", "--yes").err()).contains("depends on this one");
        assertThat(json(served().by(
                                        "bundle",
                                        "create",
                                        "--code",
                                        "cat.all",
                                        "--name",
                                        "All",
                                        "--modules",
                                        "cat.one,cat.two",
                                        "-o",
                                        "json"))
                        .path("modules"))
                .hasSize(2);
        assertThat(json(served().by("bundle", "update", "cat.all", "--modules", "cat.one", "-o", "json"))
                        .path("modules"))
                .hasSize(1);
        assertThat(served().by("bundle", "get", "cat.all", "-o", "name").out()).isEqualTo("cat.all\n");
        assertThat(served().by("module", "delete", "cat.two").err()).contains("--yes");
        assertThat(served().by("module", "delete", "cat.two", "--yes").exitCode())
                .isZero();
        assertThat(served().by("bundle", "delete", "cat.all", "--yes").exitCode())
                .isZero();
        assertThat(served().by("module", "get", "cat.two").exitCode()).isEqualTo(3);
    }
}
