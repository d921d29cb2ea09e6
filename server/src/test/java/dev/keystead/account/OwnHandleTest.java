package dev.keystead.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.login.Inbox;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.Until;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// People change their own handle: by a program and on their page.
class OwnHandleTest {
    private static final TestServer SERVER = TestServer.shared();
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static String newHandle() {
        return "m" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    private static Insider insider(UserId user) {
        return Insider.enter(SERVER, Reserved.SYSTEM_WORKSPACE, "system", user);
    }

    private static Insider insider() {
        return insider(SERVER.makePerson(newHandle()).user());
    }

    private static Answer set(Insider insider, String handle) {
        return insider.api().send("PUT", "/v1/me/handle", "{\"handle\":\"%s\"}".formatted(handle));
    }

    private static void aYearGoesBy(UserId user) {
        SERVER.execute(
                "update identity.users set handle_changed_at = handle_changed_at - interval '366 days' where id = '"
                        + user.value() + "'");
    }

    @Test
    void theAddressFollowsAndSessionsAndTokensStay() {
        TestServer.Person person = SERVER.makePerson(newHandle());
        Insider insider = insider(person.user());
        Client key = SERVER.as(person.key());
        String handle = newHandle();
        Answer changed = set(insider, handle);
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().path("handle").asString()).isEqualTo(handle);
        assertThat(changed.json().path("email").asString()).isEqualTo(handle + "@koder.dev");
        assertThat(insider.api().get("/v1/me").json().path("handle").asString()).isEqualTo(handle);
        assertThat(insider.page("/account").status()).isEqualTo(200);
        assertThat(key.get("/v1/me").status()).isEqualTo(200);
    }

    @Test
    void onceAYear() {
        Insider insider = insider();
        assertThat(set(insider, newHandle()).status()).isEqualTo(200);
        Answer soon = set(insider, newHandle());
        assertThat(soon.status()).isEqualTo(409);
        assertThat(soon.error()).contains("can be changed again on");
        assertThat(insider.page("/account").text()).contains("You can change your handle again on");
        aYearGoesBy(insider.user());
        assertThat(set(insider, newHandle()).status()).isEqualTo(200);
    }

    @Test
    void whoeverDidNotProveThemselvesLatelyChangesNothing() {
        UserId user = SERVER.makePerson(newHandle()).user();
        Insider ago = Insider.enterAgo(SERVER, Reserved.SYSTEM_WORKSPACE, "system", user);
        assertThat(set(ago, newHandle()).status()).isEqualTo(403);
        Answer page = ago.form("/account", "/account/handle", Map.of("handle", newHandle()));
        assertThat(page.status()).isEqualTo(303);
        assertThat(page.header("Location")).contains("/step-up?");
        assertThat(SERVER.as(SERVER.makePerson(newHandle()).key())
                        .send("PUT", "/v1/me/handle", "{\"handle\":\"%s\"}".formatted(newHandle()))
                        .status())
                .as("a key proves nobody")
                .isEqualTo(403);
    }

    @Test
    void theUserOfAWorkspaceAsksTheWorkspace() {
        Elsewhere place = SERVER.makeOrganisation("hown" + newHandle());
        Insider insider = Insider.enter(
                SERVER, place.workspace(), place.slug(), SERVER.makeOwner(place).user());
        Answer refused = set(insider, newHandle());
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains("workspace's to change");
        assertThat(insider.page("/account").text()).doesNotContain("/account/handle");
    }

    @ParameterizedTest
    @CsvSource({
        "root,not available",
        "r00t,not available",
        "Not A Handle,A handle has 2 to 20",
        "some.bot,A handle has 2 to 20",
        "'',A handle has 2 to 20"
    })
    void thePageSaysWhyAHandleCannotBe(String handle, String sentence) {
        Insider insider = insider();
        Answer answer = insider.form("/account", "/account/handle", Map.of("handle", handle));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text()).contains(sentence).contains("id=\"handle-error\"");
    }

    @Test
    void thePageChangesItAndTellsTheOwner() {
        Insider insider = insider();
        String old = insider.api().get("/v1/me").json().path("email").asString();
        String handle = newHandle();
        Answer done = insider.form("/account", "/account/handle", Map.of("handle", handle));
        assertThat(done.status()).as(done.text()).isEqualTo(303);
        assertThat(done.header("Location")).isEqualTo("/account?done=handle");
        assertThat(insider.page("/account?done=handle").text()).contains("Your handle is changed", handle);
        var inbox = new Inbox(SERVER);
        Until.holds(
                "the old address is told",
                LIMIT,
                () -> inbox.to(old).stream().anyMatch(mail -> mail.text().contains("The handle of your account")));
        inbox.await(handle + "@koder.dev", 1);
    }

    @Test
    void thePageSaysWhileOneTypesWhetherItIsFree() {
        Insider insider = insider();
        String own = insider.api().get("/v1/me").json().path("handle").asString();
        assertThat(insider.page("/account/handle?handle=" + newHandle()).text()).contains("This handle is free");
        assertThat(insider.page("/account/handle?handle=root").text())
                .contains("not available")
                .contains("id=\"handle-told\"");
        assertThat(insider.page("/account/handle?handle=" + own).text()).contains("This handle is free");
        assertThat(insider.page("/account/handle?handle=").text()).doesNotContain("free");
        assertThat(insider.page("/account").text()).contains("hx-get=\"/account/handle\"");
    }

    @Test
    void theNameInOtherWorkspacesFollows() {
        Elsewhere place = SERVER.makeOrganisation("hcopy" + newHandle());
        Insider insider = insider();
        String members = "/v1/workspaces/" + place.workspace().text() + "/members";
        Client there = SERVER.as(place.key());
        there.post(
                members,
                "{\"user_id\":\"%s\",\"role\":\"viewer\"}"
                        .formatted(insider.user().text()));
        String handle = newHandle();
        assertThat(set(insider, handle).status()).isEqualTo(200);
        Until.holds("the copy is fresh", LIMIT, () -> there.get(members).text().contains(handle));
    }
}
