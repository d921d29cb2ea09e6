package dev.keystead.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserRoutesTest {
    private static int workspaces;

    private final TestServer server = TestServer.shared();
    private Client client = server.asAdministrator();
    private String base = "";

    @BeforeEach
    void aWorkspaceOfItsOwn() {
        String slug = "users-" + (char) ('a' + workspaces / 26) + (char) ('a' + workspaces++ % 26);
        assertThat(client.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"Users\"}".formatted(slug))
                        .status())
                .isEqualTo(201);
        base = "/t/" + slug + "/v1/users";
    }

    private Answer create(String email, String name) {
        return client.post(base, "{\"email\":\"%s\",\"display_name\":\"%s\"}".formatted(email, name));
    }

    @Test
    void aCreatedUserCanBeRead() {
        Answer created = create("Ada@Example.org", "Ada Lovelace");
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.id()).matches("usr_[0-9a-z]{26}");
        assertThat(created.header("Location")).isEqualTo("/v1/users/" + created.id());
        assertThat(created.header("ETag")).isEqualTo("\"1\"");
        Answer read = client.get(base + "/" + created.id());
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.json()).isEqualTo(created.json());
        assertThat(read.json().path("email").asString()).isEqualTo("Ada@Example.org");
        assertThat(read.json().path("status").asString()).isEqualTo("active");
    }

    @Test
    void anAddressIsTakenWhateverItsCase() {
        create("ada@example.org", "Ada");
        Answer second = create("ADA@example.org", "Another Ada");
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.error()).contains("e-mail address or handle exists already");
    }

    @Test
    void aDeletedUsersAddressIsFreeAgain() {
        String first = create("ada@example.org", "Ada").id();
        assertThat(client.delete(base + "/" + first).status()).isEqualTo(204);
        assertThat(client.get(base + "/" + first).status()).isEqualTo(404);
        assertThat(client.delete(base + "/" + first).status()).isEqualTo(404);
        assertThat(create("ada@example.org", "Ada").status()).isEqualTo(201);
    }

    @Test
    void aChangeNeedsTheVersionThatWasRead() {
        String user = base + "/" + create("ada@example.org", "Ada").id();
        Answer changed = client.with("If-Match", "\"1\"").patch(user, "{\"display_name\":\"Ada King\"}");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.header("ETag")).isEqualTo("\"2\"");
        assertThat(client.with("If-Match", "\"1\"")
                        .patch(user, "{\"locale\":\"pt-BR\"}")
                        .status())
                .isEqualTo(412);
        assertThat(client.get(user).json().path("locale").asString()).isEqualTo("en");
        assertThat(client.patch(user, "{}").header("ETag")).isEqualTo("\"2\"");
    }

    @Test
    void ofManyChangesAtOnceOnAVersionOneWins() throws Exception {
        String user = base + "/" + create("ada@example.org", "Ada").id();
        var tries = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 16; i++) {
            String body = "{\"display_name\":\"Ada %d\"}".formatted(i);
            tries.add(() -> client.with("If-Match", "\"1\"").patch(user, body).status());
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> result : threads.invokeAll(tries)) {
                statuses.add(result.get());
            }
            assertThat(statuses)
                    .containsOnlyOnce(200)
                    .filteredOn(status -> status != 200)
                    .containsOnly(412);
        }
    }

    @Test
    void aSuspendedUserCanBeReactivatedOnce() {
        String user = base + "/" + create("ada@example.org", "Ada").id();
        assertThat(client.post(user + ":suspend").json().path("status").asString())
                .isEqualTo("suspended");
        Answer again = client.post(user + ":suspend");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.error()).isEqualTo("the user is suspended, not active");
        assertThat(client.post(user + ":reactivate").json().path("status").asString())
                .isEqualTo("active");
    }

    @Test
    void aListIsReadInPagesThatMissNobody() {
        var made = new ArrayList<String>();
        for (int i = 0; i < 25; i++) {
            made.add(create("user%02d@example.org".formatted(i), "User " + i).id());
        }
        var seen = new ArrayList<String>();
        String next = base + "?limit=10";
        int pages = 0;
        while (!next.isEmpty()) {
            Answer page = client.get(next);
            page.json().path("items").forEach(item -> seen.add(item.path("id").asString()));
            String cursor = page.json().path("next_cursor").asString("");
            next = cursor.isEmpty() ? "" : base + "?limit=10&cursor=" + cursor;
            // Somebody joins while the list is read: the pages already seen do not shift.
            made.add(create("late%d@example.org".formatted(pages), "Late").id());
            pages++;
        }
        assertThat(seen).doesNotHaveDuplicates().containsAll(made.subList(0, 25));
        assertThat(seen).isSorted();
    }

    @ParameterizedTest
    @CsvSource({"ada@, 1", "ADA, 2", "grace, 1", "hop, 1", "lovelace, 0", "%25, 0", "é, 1"})
    void aSearchFindsTheStartOfAddressHandleOrName(String start, int found) {
        create("ada@example.org", "Countess");
        client.post(base, "{\"email\":\"x@example.org\",\"handle\":\"hop\",\"display_name\":\"Grace\"}");
        create("z@example.org", "Adalbert Lovelace");
        create("e@example.org", "Édith");
        Answer page = client.get(base + "?q=" + URLEncoder.encode(start.replace("%25", "%"), StandardCharsets.UTF_8));
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.json().path("items").size()).isEqualTo(found);
    }

    @Test
    void aSearchIsReadInPagesThatShowEachMatchOnce() {
        for (int i = 0; i < 6; i++) {
            create("ada%d@example.org".formatted(i), "Ada " + i);
            client.post(
                    base,
                    "{\"email\":\"x%d@example.org\",\"handle\":\"ada%d\",\"display_name\":\"Ada\"}".formatted(i, i));
            create("z%d@example.org".formatted(i), "Ada");
        }
        create("other@example.org", "Other");
        var seen = new ArrayList<String>();
        String next = base + "?q=ADA&limit=4";
        while (!next.isEmpty()) {
            Answer page = client.get(next);
            page.json()
                    .path("items")
                    .forEach(item -> seen.add(item.path("email").asString()));
            String cursor = page.json().path("next_cursor").asString("");
            next = cursor.isEmpty() ? "" : base + "?q=ADA&limit=4&cursor=" + cursor;
        }
        assertThat(seen).hasSize(18).doesNotHaveDuplicates();
        assertThat(seen.subList(0, 6)).as("addresses first, in their order").isSorted();
        assertThat(seen.subList(6, 12)).as("then handles").allMatch(email -> email.startsWith("x"));
        assertThat(seen.subList(12, 18)).as("then names").allMatch(email -> email.startsWith("z"));
    }

    @Test
    void aListCanBeOfOneStatus() {
        String suspended = create("ada@example.org", "Ada").id();
        create("grace@example.org", "Grace");
        client.post(base + "/" + suspended + ":suspend");
        Answer page = client.get(base + "?status=suspended");
        assertThat(page.json().path("items").size()).isEqualTo(1);
        assertThat(page.json().path("items").get(0).path("id").asString()).isEqualTo(suspended);
        assertThat(client.get(base + "?q=ada&status=active")
                        .json()
                        .path("items")
                        .size())
                .isZero();
        assertThat(client.get(base + "?status=deactivated").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|display_name",
                "{\"email\":\"a@b.co\"}|display_name",
                "{\"display_name\":\"A\"}|email",
                "{\"email\":\"nobody\",\"display_name\":\"A\"}|email",
                "{\"email\":\"a@b.co\",\"display_name\":\"\"}|display_name",
                "{\"email\":\"a@b.co\",\"display_name\":\"A\",\"handle\":\"A\"}|handle",
                "{\"email\":\"a@b.co\",\"display_name\":\"A\",\"handle\":\"ends-\"}|handle",
                "{\"email\":\"a@b.co\",\"display_name\":\"A\",\"locale\":\"klingon language\"}|locale",
                "{\"email\":\"a@b.co\",\"display_name\":\"A\",\"timezone\":\"Mars/Olympus\"}|timezone",
                "{\"email\":\"a@b.co\",\"display_name\":\"A\",\"tenant_id\":\"x\"}|tenant_id",
                "{\"email\":\"a@b.co\",\"display_name\":\"A\",\"kind\":\"individual\"}|kind"
            })
    void wrongInputIsNamedAndNothingIsMade(String body, String member) {
        Answer refused = client.post(base, body);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains(member);
        assertThat(client.get(base).json().path("items").size()).isZero();
    }

    @Test
    void theAddressOfAnIndividualFollowsFromTheHandle() {
        Answer administrator = client.get("/v1/users?q=admin");
        var admin = administrator.json().path("items").get(0);
        assertThat(admin.path("kind").asString()).isEqualTo("individual");
        assertThat(admin.path("email").asString()).isEqualTo("admin@koder.dev");
        String address = "/v1/users/" + admin.path("id").asString();
        Answer refused = client.patch(address, "{\"email\":\"ada@example.org\"}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains("individual account");
        assertThat(client.patch(address, "{\"display_name\":\"Operator\"}").status())
                .isEqualTo(200);
    }

    @Test
    void whereDataBelongsAndAPictureAreKept() {
        String user = base + "/" + create("pia@example.org", "Pia").id();
        assertThat(client.get(user).json().path("region").asString()).isEqualTo("default");

        Answer changed = client.patch(
                user, "{\"region\":\"eu-west-1\",\"avatar_url\":\"https://pictures.example.org/pia.png\"}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(client.get(user).json().path("region").asString()).isEqualTo("eu-west-1");
        assertThat(client.get(base + "?q=pia")
                        .json()
                        .path("items")
                        .path(0)
                        .path("avatar_url")
                        .asString())
                .isEqualTo("https://pictures.example.org/pia.png");
        assertThat(client.get(user + "/export").text()).contains("eu-west-1", "pictures.example.org/pia.png");
        assertThat(client.patch(user, "{\"avatar_url\":null}")
                        .json()
                        .path("avatar_url")
                        .isNull())
                .isTrue();
        for (String wrong : List.of("http://x.example/a.png", "https://me@x.example/a", "javascript:alert(1)", "x")) {
            assertThat(client.patch(user, "{\"avatar_url\":\"%s\"}".formatted(wrong))
                            .status())
                    .as(wrong)
                    .isEqualTo(400);
        }
        assertThat(client.patch(user, "{\"region\":\"Not a region\"}").status()).isEqualTo(400);
    }

    @Test
    void whoDiedIsKeptOutUntilThatIsTakenBack() {
        String user = base + "/" + create("dora@example.org", "Dora").id();
        assertThat(client.post(user + ":mark-deceased", "{\"deceased_at\":\"2999-01-01T00:00:00Z\"}")
                        .status())
                .isEqualTo(400);
        assertThat(client.post(user + ":unmark-deceased").error()).isEqualTo("the user is not marked as deceased");

        Answer marked = client.post(user + ":mark-deceased", "{\"deceased_at\":\"2026-01-31T00:00:00Z\"}");
        assertThat(marked.status()).as(marked.text()).isEqualTo(200);
        assertThat(marked.json().path("deceased_at").asString()).isEqualTo("2026-01-31T00:00:00Z");
        assertThat(marked.json().path("status").asString()).isEqualTo("suspended");
        assertThat(client.post(user + ":mark-deceased", "{}").status()).isEqualTo(409);
        assertThat(client.post(user + ":reactivate").error()).contains("marked as deceased");
        assertThat(client.patch(user, "{\"handle\":\"dora-two\"}").error()).contains("stays as it is");
        assertThat(client.patch(user, "{\"display_name\":\"Dora L.\"}").status())
                .isEqualTo(200);

        Answer back = client.post(user + ":unmark-deceased");
        assertThat(back.json().path("status").asString()).isEqualTo("active");
        assertThat(back.json().path("deceased_at").isNull()).isTrue();
        client.post(user + ":suspend");
        client.post(user + ":mark-deceased", "{}");
        assertThat(client.post(user + ":unmark-deceased").json().path("status").asString())
                .as("as it was")
                .isEqualTo("suspended");
        client.post(user + ":mark-deceased", "{}");
        assertThat(client.delete(user).status()).isEqualTo(204);
    }
}
