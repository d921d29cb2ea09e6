package dev.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Organisations, workspaces, their people and machines at the command line, against a whole server.
@TestInstance(Lifecycle.PER_CLASS)
class WorkspaceCommandsTest {
    private static final String PASSWORD = "granite owl 7 west";

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

    /// A line whose words have no blanks.
    private Spoken say(String line, String... more) {
        return served().by(Stream.concat(Stream.of(line.split(" ", -1)), Stream.of(more))
                .toArray(String[]::new));
    }

    private JsonNode json(String line, String... more) {
        Spoken spoken = say(line + " -o json", more);
        assertThat(spoken.exitCode()).as(line + ": " + spoken.err()).isZero();
        return Json.tree(spoken.out());
    }

    private String name(String line, String... more) {
        Spoken spoken = say(line + " -o name", more);
        assertThat(spoken.exitCode()).as(line + ": " + spoken.err()).isZero();
        return spoken.out().strip();
    }

    private void done(String line) {
        Spoken spoken = say(line);
        assertThat(spoken.exitCode()).as(line + ": " + spoken.err()).isZero();
    }

    private String workspace(String slug) {
        return name("workspace create --slug " + slug + " --name " + slug);
    }

    private String user(String slug, String name) {
        return name("user create -w " + slug + " --email " + name + "@x.test --display-name " + name);
    }

    @Test
    void organisationsAndWorkspacesLiveAtTheCommandLine() {
        JsonNode made = json("org create --name Crescer --slug crescer");
        String org = made.path("id").asString();
        String id = workspace("spare");

        String own = json("workspace get " + id).path("org_id").asString();
        assertThat(json("org update " + own + " --name Novo").path("name").asString())
                .isEqualTo("Novo");
        assertThat(json("org set-settings " + own, "--settings", "{\"theme\":\"light\"}")
                        .at("/settings/theme")
                        .asString())
                .isEqualTo("light");
        assertThat(say("org suspend " + org).err()).contains("--yes");
        assertThat(json("org suspend " + org + " --yes").path("status").asString())
                .isEqualTo("suspended");
        done("org activate " + org);
        assertThat(json("workspace update " + id + " --name Other").path("name").asString())
                .isEqualTo("Other");
        assertThat(json("workspace set-plan " + id + " --plan team")
                        .path("plan")
                        .asString())
                .isEqualTo("team");
        assertThat(json("workspace set-settings " + id, "--settings", "{\"theme\":\"dark\"}")
                        .at("/effective/theme")
                        .asString())
                .isEqualTo("dark");
        assertThat(json("workspace settings " + id).at("/settings/theme").asString())
                .isEqualTo("dark");
        assertThat(say("workspace set-settings " + id + " --settings [1]").err())
                .contains("--settings is a JSON object");
        done("workspace suspend " + id + " --yes");
        done("workspace activate " + id);
        assertThat(json("workspace move " + id + " --org-id " + org + " --yes")
                        .path("org_id")
                        .asString())
                .isEqualTo(org);
        done("org delete " + org + " --with-content --yes");
        done("org restore " + org);
    }

    @Test
    void membersRolesAndGroupsOfTheChosenWorkspace() {
        workspace("crew");
        String ana = user("crew", "ana");

        assertThat(json("member add " + ana + " -w crew --role viewer")
                        .path("role")
                        .asString())
                .isEqualTo("viewer");
        assertThat(json("member update " + ana + " -w crew --role member --affiliation board")
                        .path("affiliation")
                        .asString())
                .isEqualTo("board");
        assertThat(name("member list -w crew --role member")).isEqualTo(ana);
        String role = name("role create -w crew --name support --rights read:user,read:group");
        assertThat(name("role assign " + role + " " + ana + " -w crew")).isEqualTo(ana);
        assertThat(name("role holders " + role + " -w crew")).isEqualTo(ana);
        done("role unassign " + role + " " + ana + " -w crew");
        done("role delete " + role + " -w crew --yes");
        String group = name("group create -w crew --name editors");
        assertThat(json("group update " + group + " -w crew --name authors")
                        .path("name")
                        .asString())
                .isEqualTo("authors");
        done("group add " + group + " " + ana + " -w crew");
        assertThat(name("group members " + group + " -w crew")).isEqualTo(ana);
        done("group remove " + group + " " + ana + " -w crew");
        done("group delete " + group + " -w crew --yes");
        done("member remove " + ana + " -w crew --yes");
        assertThat(json("member get " + ana + " -w crew").path("left_at").isNull())
                .isFalse();
    }

    @Test
    void aTreeIsDrawnAndItsNodesMove() {
        workspace("forest");
        String top = name("node list -w forest --kind workspace");
        String sales = name("node create -w forest --parent-id " + top + " --name Sales");
        String north = name("node create -w forest --parent-id " + top + " --name North");
        done("node move " + north + " -w forest --parent-id " + sales);

        assertThat(say("node tree " + top + " -w forest").out())
                .startsWith("workspace forest (" + top + ")\n")
                .contains("   unit Sales (" + sales + ")\n      unit North (" + north + ")\n");
        assertThat(say("node tree " + top + " -w forest --depth 1 -o tsv").out())
                .contains("1\t" + sales)
                .doesNotContain(north);
        Spoken circle = say("node move " + sales + " -w forest --parent-id " + north);
        assertThat(circle.exitCode()).as(circle.err()).isNotZero();
        done("node delete " + north + " -w forest --yes");
        String sub = name("subtenant create -w forest --slug staging --name Staging --environment staging");
        String ana = user("forest", "fay");
        done("member add " + ana + " -w forest --role viewer");
        done("subtenant grant " + sub + " " + ana + " editor -w forest");
        assertThat(name("subtenant roles " + sub + " -w forest")).isEqualTo(ana);
        done("subtenant revoke " + sub + " " + ana + " editor -w forest");
        done("subtenant delete " + sub + " -w forest --yes");
        done("subtenant restore " + sub + " -w forest");
        String project = name("project create -w forest --slug web --name Web");
        done("project archive " + project + " -w forest");
        done("project restore " + project + " -w forest");
    }

    @Test
    void aDomainIsClaimedLookedForAndGivenUp() {
        workspace("named");
        JsonNode claimed = json("domain claim acme-cli.com -w named");

        assertThat(claimed.path("status").asString()).isEqualTo("pending");
        assertThat(say("domain list -w named").out()).contains("acme-cli.com", "dns_txt");
        assertThat(say("domain verify acme-cli.com -w named").exitCode()).isNotZero();
        assertThat(say("domain update acme-cli.com -w named --serves perhaps").err())
                .contains("--serves is true or false");
        assertThat(json("domain update acme-cli.com -w named --serves false")
                        .path("serves")
                        .asBoolean())
                .isFalse();
        done("domain delete acme-cli.com -w named --yes");
        assertThat(say("domain get acme-cli.com -w named").exitCode()).isEqualTo(3);
    }

    @Test
    void machinesAndBadges() {
        workspace("works");
        String bot = name("bot create -w works --handle works-sync.bot --display-name Sync");
        JsonNode account = json(
                "service-account create -w works --service-identity-id " + bot + " --name night --scopes read:user");
        String id = account.at("/service_account/id").asString();

        assertThat(account.path("client_secret").asString()).isNotEmpty();
        assertThat(json("service-account rotate " + id + " -w works --yes")
                        .path("client_secret")
                        .asString())
                .isNotEqualTo(account.path("client_secret").asString());
        assertThat(json("service-account update " + id + " -w works --status suspended")
                        .path("status")
                        .asString())
                .isEqualTo("suspended");
        done("service-account delete " + id + " -w works --yes");
        done("bot suspend " + bot + " -w works");
        done("bot activate " + bot + " -w works");
        done("bot delete " + bot + " -w works --yes");

        String ana = user("works", "wen");
        done("member add " + ana + " -w works --role member");
        String badge = name("badge issue " + ana + " -w works --kind staff");
        assertThat(say("badge list -w works").out()).contains(badge, "staff");
        assertThat(json("badge revoke " + badge + " -w works --yes", "--reason", "left us")
                        .path("status")
                        .asString())
                .isEqualTo("revoked");
        String key = name("badge keys -w works");
        assertThat(name("badge rotate-key " + key + " -w works")).isNotEqualTo(key);
    }

    private String join(String handle) {
        String token = json("invite create").path("invite_token").asString();
        return served().made(
                        "/v1/invites:redeem",
                        Map.of(
                                "invite_token", token,
                                "handle", handle,
                                "display_name", handle,
                                "email", handle + "@sample.test",
                                "password", PASSWORD))
                .path("user_id")
                .asString();
    }

    @Test
    void aCascadeIsCountedConfirmedWatchedAndUndone() {
        String rosa = join("rosa-cascade");
        String admin = json("invite lineage " + rosa).path(0).path("user_id").asString();
        Map<String, String> environment =
                Map.of("KEYSTEAD_SERVER", served().address().toString(), "KEYSTEAD_KEY", served().key());
        String[] start = {"cascade", "start", rosa, "--reason", "abuse", "-o", "json"};

        assertThat(say("invite tree " + admin).out()).contains("rosa-cascade (" + rosa + ")");
        assertThat(json("cascade start " + rosa + " --reason abuse --dry-run")
                        .at("/forecast/found")
                        .asInt())
                .isZero();
        Spoken unasked = say("cascade start " + rosa + " --reason abuse");
        assertThat(unasked.exitCode()).isEqualTo(2);
        assertThat(unasked.err()).contains("0 people below", "--yes");
        assertThat(Spoken.by(served().around(environment, rosa + "\n"), start).err())
                .contains("Type 'rosa-cascade'", "Nothing was done.");
        Spoken begun = Spoken.by(served().around(environment, "rosa-cascade\n"), start);
        assertThat(begun.exitCode()).as(begun.err()).isZero();
        JsonNode job = Json.tree(begun.out());
        assertThat(job.path("status").asString()).isEqualTo("completed");
        String id = job.path("id").asString();
        assertThat(begun.err()).contains("keystead cascade watch " + id);
        assertThat(json("user get " + rosa).path("status").asString()).isEqualTo("suspended");
        assertThat(name("cascade accounts " + id)).isEqualTo(rosa);
        assertThat(json("cascade watch " + id).path("found").asInt()).isEqualTo(1);
        assertThat(json("cascade undo " + id + " --yes").path("status").asString())
                .isEqualTo("reversed");
        assertThat(json("user get " + rosa).path("status").asString()).isNotEqualTo("suspended");
    }

    @Test
    void trustHandlesAndInvitationsAreOperated() {
        String ines = join("ines-trust");

        assertThat(json("trust recompute " + ines).path("score").isNumber()).isTrue();
        assertThat(json("trust explain " + ines + " --passkey true --more-strikes 1")
                        .path("score_after")
                        .isNumber())
                .isTrue();
        assertThat(json("invite set-quota " + ines + " --period-allowed 7")
                        .path("period_allowed")
                        .asInt())
                .isEqualTo(7);
        assertThat(json("invite set-quota " + ines + " --set-by-hand false")
                        .path("set_by_hand")
                        .asBoolean())
                .isFalse();
        String invite = name("invite create --reason-code friend");
        assertThat(json("invite revoke " + invite).path("status").asString()).isEqualTo("revoked");
        assertThat(json("handle get ines-trust").path("user_id").asString()).isEqualTo(ines);
        String proposal = name("handle reserve umbrella-brand --category brand --reason ours");
        assertThat(say("handle approve " + proposal + " --yes").exitCode())
                .as("whoever proposed it cannot approve it")
                .isNotZero();
        done("handle reject " + proposal);
        assertThat(json("user revoke " + ines + " --reason policy --yes")
                        .path("revocation_id")
                        .asString())
                .startsWith("rvk_");
    }
}
