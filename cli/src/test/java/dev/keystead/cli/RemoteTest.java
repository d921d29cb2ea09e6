package dev.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.keystead.platform.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Commands that speak to a server, against a whole one.
@TestInstance(Lifecycle.PER_CLASS)
class RemoteTest {
    private Path folder = Path.of("");
    private @Nullable ServedForTests started;

    @BeforeAll
    void serve(@TempDir Path temporary) throws IOException {
        folder = temporary;
        started = ServedForTests.start(folder).administered();
    }

    private ServedForTests served() {
        return Objects.requireNonNull(started);
    }

    @AfterAll
    void stop() {
        served().close();
    }

    private static JsonNode json(Spoken spoken) {
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
        return Json.tree(spoken.out());
    }

    private String workspace(String slug) {
        json(served().by("workspace", "create", "--slug", slug, "--name", slug, "-o", "json"));
        return slug;
    }

    private Spoken makeUser(String slug, String name) {
        return served().by(
                        "user",
                        "create",
                        "-w",
                        slug,
                        "--email",
                        name + "@x.test",
                        "--display-name",
                        name,
                        "-o",
                        "name");
    }

    @Test
    void whatIsCreatedIsListedAndRead() {
        String slug = workspace("people");
        Spoken made = makeUser(slug, "ana");
        String id = made.out().strip();

        assertThat(id).startsWith("usr_");
        Spoken table = served().by("user", "list", "-w", slug);
        assertThat(table.out().lines().toList()).hasSize(2);
        assertThat(table.out()).startsWith("ID ").contains(id, "ana@x.test");
        assertThat(json(served().by("user", "get", id, "-w", slug, "-o", "json"))
                        .path("display_name")
                        .asString())
                .isEqualTo("ana");
        assertThat(served().by("user", "ls", "-w", slug, "-o", "tsv", "--columns", "id,email")
                        .out())
                .isEqualTo(id + "\tana@x.test\n");
        assertThat(served().by("user", "get", id, "-w", slug).out()).contains("display_name", "email_verified  false");
    }

    @Test
    void everyPageOfAListIsWrittenAndNoItemTwice() {
        String slug = workspace("many");
        for (int i = 0; i < 205; i++) {
            makeUser(slug, "person" + i);
        }
        List<String> names = served().by("user", "list", "-w", slug, "-o", "name")
                .out()
                .lines()
                .toList();

        assertThat(new HashSet<>(names)).hasSize(205).hasSameSizeAs(names);
        assertThat(json(served().by("user", "list", "-w", slug, "-o", "json"))).hasSize(205);
        assertThat(served().by("user", "list", "-w", slug, "-o", "name", "--limit", "203")
                        .out())
                .hasLineCount(203);
    }

    @Test
    void anEmptyListIsAnEmptyArrayAndASentence() {
        String slug = workspace("empty");

        assertThat(json(served().by("group", "list", "-w", slug, "-o", "json"))).isEmpty();
        Spoken table = served().by("group", "list", "-w", slug);
        assertThat(table.out()).isEmpty();
        assertThat(table.err()).contains("There is none.");
    }

    @Test
    void anApplicationIsMadeFromAFileAndFlags() throws IOException {
        String slug = workspace("apps");
        Path file = Files.writeString(folder.resolve("client.json"), "{\"name\":\"Shop\",\"type\":\"public\"}");
        JsonNode made = json(served().by(
                        "client",
                        "create",
                        "-w",
                        slug,
                        "--from",
                        file.toString(),
                        "--token-endpoint-auth-method",
                        "none",
                        "--redirect-uris",
                        "https://a.example/x,https://a.example/y",
                        "--name",
                        "Store",
                        "-o",
                        "json"));

        assertThat(made.at("/client/name").asString()).isEqualTo("Store");
        assertThat(made.at("/client/type").asString()).isEqualTo("public");
        assertThat(made.at("/client/redirect_uris")).hasSize(2);
        assertThat(served().by("client", "list", "-w", slug).out()).contains("Store");
    }

    @Test
    void theOtherNounsAnswer() {
        String slug = workspace("others");

        assertThat(json(served().by("key", "rotate", "-w", slug, "--yes", "-o", "json"))
                        .path("keys"))
                .isNotEmpty();
        assertThat(json(served().by("key", "list", "-w", slug, "-o", "json"))).isNotEmpty();
        assertThat(json(served().by("invite", "list", "-w", slug, "-o", "json")))
                .isEmpty();
        assertThat(served().by("workspace", "list", "-o", "tsv", "--columns", "slug")
                        .out())
                .contains("others\n");
        assertThat(served().by("audit", "list", "--action", "workspace.create", "--limit", "1")
                        .out())
                .contains("workspace.create");
        assertThat(json(Spoken.by(
                                served().around(
                                                Map.of(
                                                        "KEYSTEAD_SERVER",
                                                        served().address().toString()),
                                                ""),
                                "handle",
                                "check",
                                "nobody-has-this",
                                "-o",
                                "json"))
                        .path("available")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void whatIsRefusedEndsWithItsCodeAndTheServersWords() {
        String slug = workspace("refusals");
        makeUser(slug, "twice");

        Spoken gone = served().by("user", "get", "usr_01k9y7c2vff0z8n3q5s6t4w1xe", "-w", slug);
        assertThat(gone.exitCode()).isEqualTo(3);
        assertThat(gone.err()).contains("not found (req_");
        assertThat(gone.out()).isEmpty();
        Spoken twice = makeUser(slug, "twice");
        assertThat(twice.exitCode()).isEqualTo(1);
        assertThat(twice.err()).contains("exists already");
        Spoken wrong = served().by("user", "create", "-w", slug, "--email", "x", "--display-name", "X");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("--email ");
        Spoken stranger = Spoken.by(
                served().around(
                                Map.of("KEYSTEAD_SERVER", served().address().toString(), "KEYSTEAD_KEY", "ks_wrong"),
                                ""),
                "user",
                "list");
        assertThat(stranger.exitCode()).isEqualTo(4);
        assertThat(served().by("user", "list", "-w", "no-such-place").exitCode())
                .isEqualTo(3);
        assertThat(served().by("user", "create", "-w", slug).err()).contains("--email is missing");
    }

    @Test
    void whereAndAsWhomMustBeKnownBeforeAnythingIsSent() {
        assertThat(Spoken.by(served().around(Map.of(), ""), "user", "list").err())
                .contains("Which server?");
        assertThat(Spoken.by(served().around(Map.of("KEYSTEAD_SERVER", "https://id.example"), ""), "user", "list")
                        .err())
                .contains("Which key?");
        for (String address : List.of("http://id.example", "ftp://x", "https://me@id.example", "https://x/?q=1")) {
            Spoken spoken =
                    Spoken.by(served().around(Map.of("KEYSTEAD_KEY", "k"), ""), "user", "list", "--server", address);
            assertThat(spoken.exitCode()).as(address).isEqualTo(2);
            assertThat(spoken.err()).contains("is no address of a server");
        }
        assertThat(served().by("user", "list", "--key", "hush-hush").err())
                .contains("'--key'")
                .doesNotContain("hush-hush");
    }

    @Test
    void aKeyIsReadFromAFileOrStandardInput() throws IOException {
        Map<String, String> place = Map.of("KEYSTEAD_SERVER", served().address().toString());
        Path file = Files.writeString(folder.resolve("key"), served().key() + "\n");

        assertThat(Spoken.by(served().around(place, ""), "workspace", "list", "--key-file", file.toString())
                        .exitCode())
                .isZero();
        assertThat(Spoken.by(
                                served().around(place, served().key() + "\n", false),
                                "workspace",
                                "list",
                                "--key-file",
                                "-")
                        .exitCode())
                .isZero();
        Files.writeString(file, "two words");
        assertThat(Spoken.by(served().around(place, ""), "workspace", "list", "--key-file", file.toString())
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void aContextKeepsItsKeyForItsServerAlone() throws IOException {
        String slug = workspace("kept");
        makeUser(slug, "kim");
        Path file = folder.resolve("contexts/contexts.json");
        Map<String, String> environment = Map.of("KEYSTEAD_CONTEXTS", file.toString());
        String server = served().address().toString();

        Spoken set = Spoken.by(
                served().around(environment, served().key(), false),
                "context",
                "set",
                "here",
                "--server",
                server,
                "-w",
                slug,
                "--key-file",
                "-");
        assertThat(set.exitCode()).as(set.err()).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Spoken.by(served().around(environment, ""), "user", "list").out())
                .contains("kim@x.test");
        Spoken list = Spoken.by(served().around(environment, ""), "context", "list");
        assertThat(list.out()).contains("here", server, "kept").doesNotContain(served().key());
        assertThat(Spoken.by(served().around(environment, ""), "user", "list", "--server", "http://127.0.0.1:1")
                        .err())
                .contains("Which key?");
        Spoken.by(served().around(environment, ""), "context", "set", "here", "--server", "http://localhost:1");
        assertThat(Files.readString(file)).doesNotContain(served().key());
        assertThat(Spoken.by(served().around(environment, ""), "context", "use", "there")
                        .exitCode())
                .isEqualTo(3);

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(Spoken.by(served().around(environment, ""), "user", "list").err())
                .contains("chmod 600");
    }

    private Spoken create(String slug, String name, String... more) {
        String line = "user create -w " + slug + " --email " + name + "@x.test --display-name " + name;
        return served().by(Stream.concat(Stream.of(line.split(" ", -1)), Stream.of(more))
                .toArray(String[]::new));
    }

    @Test
    void aLostAnswerIsAskedForAgainAndTheChangeIsMadeOnce() throws IOException {
        String slug = workspace("lost");
        try (var road = new FaultyRoad(served().address(), 2)) {
            Spoken made = create(slug, "once", "--server", road.address().toString(), "-o", "name");

            assertThat(made.exitCode()).as(made.err()).isZero();
            assertThat(made.err()).contains("trying again");
            assertThat(served().by("user", "list", "-w", slug, "-o", "name").out())
                    .isEqualTo(made.out());
        }
    }

    @Test
    void whenEveryAnswerIsLostTheKeyOfTheRepeatIsTold() throws IOException {
        String slug = workspace("dark");
        try (var road = new FaultyRoad(served().address(), 1_000)) {
            Spoken lost = create(slug, "dark", "--server", road.address().toString(), "--idempotency-key", "mine-1");
            assertThat(lost.exitCode()).isEqualTo(1);
            assertThat(lost.err()).contains("--idempotency-key mine-1");
        }
        Spoken again = create(slug, "dark", "--idempotency-key", "mine-1");
        assertThat(again.exitCode()).as(again.err()).isZero();
    }

    @Test
    void aServerThatIsBusyIsAskedAgainAFewTimes() throws IOException {
        var asked = new AtomicInteger();
        HttpServer busy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        busy.createContext("/", exchange -> {
            boolean enough = asked.incrementAndGet() > 2;
            byte[] body = (enough
                            ? "{\"items\":[{\"id\":\"usr_\\u001b[2J\\u202ex\"}],\"next_cursor\":null}"
                            : "{\"error\":\"temporarily unavailable\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Retry-After", "0");
            exchange.sendResponseHeaders(enough ? 200 : 503, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        busy.start();
        try {
            String address = "http://127.0.0.1:" + busy.getAddress().getPort();
            for (String form : List.of("table", "json", "tsv", "name")) {
                Spoken spoken = served().by("user", "list", "--server", address, "-o", form);
                assertThat(spoken.exitCode()).as(spoken.err()).isZero();
                assertThat(spoken.out()).contains("usr_").doesNotContain("\u001b", "\u202e");
            }
            asked.set(Integer.MIN_VALUE);
            Spoken never = served().by("user", "list", "--server", address);
            assertThat(never.exitCode()).isEqualTo(1);
            assertThat(asked.get()).isEqualTo(Integer.MIN_VALUE + 4);
        } finally {
            busy.stop(0);
        }
    }

    @Test
    void whatCannotBeUndoneIsConfirmedByItsName() {
        String slug = workspace("careful");
        Map<String, String> environment =
                Map.of("KEYSTEAD_SERVER", served().address().toString(), "KEYSTEAD_KEY", served().key());
        String[] line = {"key", "rotate", "-w", slug, "--algorithm", "ES256", "-o", "json"};

        assertThat(Spoken.by(served().around(environment, ""), line).err()).contains("--yes");
        assertThat(Spoken.by(served().around(environment, "no\n"), line).err()).contains("Nothing was done.");
        assertThat(Spoken.by(served().around(environment, "rotate\n"), line).exitCode())
                .isZero();
    }

    @Test
    void aCertificateCountsWhenItsAuthorityWasNamed(@TempDir Path other) throws IOException {
        try (var secure = ServedForTests.start(other, "--tls-certificate", "self-signed")) {
            String[] line = {"handle", "check", "nobody-has-this", "--ca"};
            String file = other.resolve("data/self-signed.pem").toString();

            assertThat(secure.by("handle", "check", "nobody-has-this").exitCode())
                    .isEqualTo(1);
            Spoken known = secure.by(with(line, file));
            assertThat(known.exitCode()).as(known.err()).isZero();
            assertThat(secure.by(with(line, other.resolve("none").toString())).exitCode())
                    .isEqualTo(2);
        }
    }

    private static String[] with(String[] line, String last) {
        return Stream.concat(Stream.of(line), Stream.of(last)).toArray(String[]::new);
    }
}
