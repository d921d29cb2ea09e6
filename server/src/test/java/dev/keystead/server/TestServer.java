package dev.keystead.server;

import dev.keystead.apikey.ApiKeys;
import dev.keystead.directory.Directory;
import dev.keystead.directory.NewUser;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.domain.TestDns;
import dev.keystead.job.Job;
import dev.keystead.mail.Mails;
import dev.keystead.member.Resource;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Configuration;
import dev.keystead.platform.config.ConfigurationOutcome;
import dev.keystead.platform.config.Sources;
import dev.keystead.platform.db.Login;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.id.Prefix;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import dev.keystead.workspace.OrgId;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.WorkspaceId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A whole server on a database of its own, for tests that speak HTTP.
public final class TestServer implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final KeysteadServer server;
    private final TestPostgres.Database database;
    private final Path dataFolder;
    private final String key;

    private TestServer(KeysteadServer server, TestPostgres.Database database, Path dataFolder, String key) {
        this.server = server;
        this.database = database;
        this.dataFolder = dataFolder;
        this.key = key;
    }

    /// One server per JVM for the tests that need nothing special.
    public static TestServer shared() {
        return Shared.SERVER;
    }

    private static final class Shared {
        private static final TestServer SERVER = start();
    }

    public static TestServer start(String... flags) {
        return start(TestPostgres.shared().createDatabase(), flags);
    }

    public static TestServer start(TestPostgres.Database database, String... flags) {
        Config config = config(database, flags);
        KeysteadServer server = KeysteadServer.start(config, _ -> {});
        String link = server.setupLink().map(URI::toString).orElse("token=");
        String token = link.substring(link.indexOf("token=") + "token=".length());
        String key = token.isEmpty()
                ? ""
                : send(server.address(), "POST", "/v1/system/bootstrap", "", "{\"token\":\"" + token + "\"}", Map.of())
                        .json()
                        .path("api_key")
                        .asString();
        return new TestServer(server, database, config.dataDir(), key);
    }

    /// The configuration of a server on this database.
    public static Config config(TestPostgres.Database database, String... flags) {
        try {
            Path folder = Files.createTempDirectory("keystead-test");
            String address = database.jdbcUrl().replaceFirst("^jdbc:postgresql://", "");
            var all = new ArrayList<>(List.of(
                    "--database-url",
                    "postgresql://" + database.user() + ":" + database.password() + "@" + address,
                    "--deployment-name",
                    database.name(),
                    "--domain-dns-servers",
                    TestDns.shared().setting(),
                    "--data-dir",
                    folder.toString()));
            all.addAll(List.of(flags));
            if (!all.contains("--http-port")) {
                all.addAll(List.of("--http-port", "0"));
            }
            return switch (Configuration.load(new Sources(folder, Map.of(), all))) {
                case ConfigurationOutcome.Loaded(Configuration values) -> Config.from(values);
                case ConfigurationOutcome.Refused refused -> throw new IllegalArgumentException(refused.text());
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public URI address() {
        return server.address();
    }

    public TestPostgres.Database database() {
        return database;
    }

    /// Where the server keeps what is not in the database.
    public Path dataFolder() {
        return dataFolder;
    }

    /// The first administrator's key.
    public String key() {
        return key;
    }

    /// A workspace in an organisation of its own, with a key that may do everything there.
    public record Elsewhere(WorkspaceId workspace, OrgId org, String slug, String key) {}

    /// Makes an organisation with its home workspace.
    public Elsewhere makeOrganisation(String slug) {
        Answer made = asAdministrator().post("/v1/orgs", "{\"name\":\"%s\",\"slug\":\"%s\"}".formatted(slug, slug));
        JsonNode home = made.json().path("home");
        return new Elsewhere(
                Prefix.WORKSPACE
                        .parse(home.path("id").asString(), WorkspaceId::new)
                        .orElseThrow(),
                Prefix.ORG.parse(made.id(), OrgId::new).orElseThrow(),
                slug,
                made.json().path("key").path("api_key").asString());
    }

    /// A person with a key that may do whatever the person's role allows.
    public record Person(UserId user, String key) {}

    /// Makes an individual account and its key, as its own sign-in will.
    public Person makePerson(String name) {
        Wiring wiring = server.wiring();
        Scope system = Scope.tenant(Reserved.SYSTEM_WORKSPACE.value());
        return system.call(() -> wiring.database().write(transaction -> {
            Directory directory = wiring.directory();
            User user = directory.create(transaction, directory.individual(name, name, "en", "UTC"));
            return new Person(user.id(), key(transaction, user.id()));
        }));
    }

    /// Gives an individual account a key.
    public Person makeKey(UserId user) {
        return write(Reserved.SYSTEM_WORKSPACE, transaction -> new Person(user, key(transaction, user)));
    }

    /// Gives a user of a workspace a key.
    public Person makeKey(TypedId workspace, UserId user) {
        return write(workspace, transaction -> new Person(user, key(transaction, user)));
    }

    /// Makes a user of a workspace who owns it, with a key of their own.
    public Person makeOwner(Elsewhere place) {
        Wiring wiring = server.wiring();
        return Scope.tenant(place.workspace().value())
                .call(() -> wiring.database().write(transaction -> {
                    var wanted = new NewUser(
                            User.Kind.MANAGED,
                            Optional.empty(),
                            "owner@" + place.slug() + ".test",
                            Optional.empty(),
                            "Owner",
                            "en",
                            "UTC");
                    User user = wiring.directory().create(transaction, wanted);
                    wiring.members().addFounder(transaction, place.workspace(), user);
                    return new Person(user.id(), key(transaction, user.id()));
                }));
    }

    private String key(Transaction transaction, UserId user) {
        var wish = new ApiKeys.Wish(Optional.of(user), "own", Resource.allRights(), Optional.empty());
        return server.wiring()
                .keys()
                .make(transaction, wish, "did:internal:test")
                .secret()
                .text();
    }

    Wiring wiring() {
        return server.wiring();
    }

    /// Every route of the running server.
    public List<Route> routes() {
        return server.wiring().routes().routes();
    }

    /// What the running server does by itself.
    public List<Job> timetable() {
        return server.wiring().timetable();
    }

    /// The application's own role, for looking at the database as the server does.
    public Login appLogin() {
        return server.appLogin();
    }

    /// The secret of a new one-time link for the first administrator.
    public String newSetupToken() {
        return server.wiring().setup().newLink().text();
    }

    /// Runs the job once that removes what has expired.
    public long sweepWhatExpired() {
        return server.wiring().work().expiry().run().run();
    }

    /// A number that the superuser reads, past every wall.
    public long count(String sql) {
        return look().count(sql);
    }

    /// Changes the database as its superuser.
    public void execute(String sql) {
        look().execute(sql);
    }

    /// The database as its superuser sees it.
    public Look look() {
        return new Look(database);
    }

    /// What the running server writes to people with.
    public Mails mails() {
        return server.wiring().mails();
    }

    /// Does work in a transaction of a workspace, as a route does.
    public <T> T write(TypedId workspace, Database.Work<T> work) {
        return Scope.tenant(workspace.value())
                .call(() -> server.wiring().database().write(work));
    }

    /// Hears no more of what other nodes change.
    public void stopListening() {
        server.wiring().caches().close();
    }

    /// Runs the erasure job once.
    public long eraseWhoIsDue() {
        return server.wiring().work().erasure().run();
    }

    /// An answer: status, headers, and the body as text or JSON.
    public record Answer(HttpResponse<String> response) {
        public int status() {
            return response.statusCode();
        }

        public String text() {
            return response.body();
        }

        public JsonNode json() {
            return JSON.readTree(response.body());
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        public String error() {
            return json().path("error").asString();
        }

        public String id() {
            return json().path("id").asString();
        }
    }

    /// A client with a key.
    public Client as(String credential) {
        return new Client(address(), credential, Map.of());
    }

    public Client asAdministrator() {
        return as(key);
    }

    public record Client(URI base, String credential, Map<String, String> headers) {
        public Client with(String name, String value) {
            var all = new HashMap<>(headers);
            all.put(name, value);
            return new Client(base, credential, all);
        }

        public Answer get(String path) {
            return TestServer.send(base, "GET", path, credential, null, headers);
        }

        public Answer post(String path, String body) {
            return TestServer.send(base, "POST", path, credential, body, headers);
        }

        public Answer post(String path) {
            return TestServer.send(base, "POST", path, credential, null, headers);
        }

        public Answer patch(String path, String body) {
            return TestServer.send(base, "PATCH", path, credential, body, headers);
        }

        public Answer delete(String path) {
            return TestServer.send(base, "DELETE", path, credential, null, headers);
        }

        public Answer send(String method, String path, @Nullable String body) {
            return TestServer.send(base, method, path, credential, body, headers);
        }
    }

    private static Answer send(
            URI base,
            String method,
            String path,
            String credential,
            @Nullable String body,
            Map<String, String> headers) {
        var request = HttpRequest.newBuilder(URI.create(base + path));
        if (!credential.isEmpty()) {
            request.header("Authorization", "Bearer " + credential);
        }
        if (body != null && !headers.containsKey("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::header);
        request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        try {
            return new Answer(CLIENT.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
