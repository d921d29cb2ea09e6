package dev.keystead.platform.http;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.console.LandingPage;
import dev.keystead.console.LandingRoutes;
import dev.keystead.platform.config.AddressRange;
import dev.keystead.platform.config.HttpConfig;
import dev.keystead.platform.config.TlsConfig;
import dev.keystead.platform.html.Assets;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.site.AssetRoutes;
import dev.keystead.platform.http.site.ProbeRoutes;
import dev.keystead.platform.http.site.ReadinessCheck;
import dev.keystead.platform.http.site.ReferenceRoutes;
import dev.keystead.platform.text.Texts;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.ScopePrefix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/// A server on a free port, with the sample feature and a client for it.
final class TestServer implements AutoCloseable {
    static final UUID TENANT = UUID.fromString("0199f7a2-5b00-7c3e-8a51-000000000001");
    static final UUID ORG = UUID.fromString("0199f7a2-5b00-7c3e-8a51-000000000002");
    static final HttpLimits LIMITS = HttpLimits.USUAL;

    /// A server in the clear, which knows no hosts of workspaces.
    static final HttpConfig PLAIN = new HttpConfig(
            "127.0.0.1",
            0,
            null,
            64 * 1024,
            16 * 1024,
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(20),
            1024,
            List.of(),
            "",
            "",
            TlsConfig.OFF);

    private static final Idempotency ALWAYS_RUN = (_, _, _, work) -> work.get();

    final Widgets widgets;
    final RouteTable table;
    final AtomicBoolean databaseUp = new AtomicBoolean(true);
    final List<String> refusals = new CopyOnWriteArrayList<>();
    final List<String> observed = new CopyOnWriteArrayList<>();
    final HttpServer server;
    final int port;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private TestServer(
            Listening listening, HttpConfig http, Database database, Idempotency idempotency, List<Route> more) {
        var assets = Assets.ofProduct();
        var pages = new Pages(assets, "0.1.0");
        var draining = new Draining();
        this.widgets = new Widgets(pages);
        var probes = new ProbeRoutes(
                List.of(new ReadinessCheck("database", databaseUp::get)),
                draining,
                () -> "up 1\n",
                Optional.of("scrape-me"));
        var routes = new ArrayList<Route>(widgets.routes());
        routes.addAll(more);
        routes.addAll(probes.routes());
        routes.addAll(new AssetRoutes(assets).routes());
        routes.addAll(new LandingRoutes(
                        pages,
                        "0.1.0",
                        () -> new LandingPage.State.SetupPending(Optional.of("It looks like <link>.")),
                        probes::isReady,
                        Optional.of("/dev/inbox"))
                .routes());
        this.table = ReferenceRoutes.complete(routes, pages, "0.1.0");
        var address = new PublicAddress(http);
        var parts = new Router.Parts(
                database,
                TestServer::admit,
                (call, caller) -> refusals.add(caller.actor() + " " + call.route()),
                (_, _) -> {},
                idempotency,
                new CsrfGuard(new byte[32]),
                pages,
                Texts.load(),
                new WorkspaceAddresses(
                        address, host -> host.equals("login.acme.example") ? Optional.of("acme") : Optional.empty()));
        RequestObserver observer = new RequestObserver() {
            @Override
            public <T> T observe(Beginning request, Supplier<T> work, ToIntFunction<T> status) {
                T answer = work.get();
                observed.add(request.method() + " " + request.route() + " " + status.applyAsInt(answer));
                return answer;
            }
        };
        this.server = new HttpServer(listening, new Router(table, parts), observer, draining);
        this.port = server.start();
        address.bound(port);
    }

    static TestServer start() {
        return start(LIMITS);
    }

    static TestServer start(HttpLimits limits) {
        return listening(new Listening("127.0.0.1", 0, List.of(), limits), PLAIN);
    }

    static TestServer listening(Listening listening, HttpConfig http) {
        return new TestServer(listening, http, unreachable(), ALWAYS_RUN, List.of());
    }

    static TestServer behindProxies(String... proxies) {
        List<AddressRange> ranges =
                List.of(proxies).stream().map(AddressRange::of).toList();
        return listening(new Listening("127.0.0.1", 0, ranges, LIMITS), PLAIN);
    }

    static TestServer on(Database database, Idempotency idempotency, List<Route> more) {
        return new TestServer(new Listening("127.0.0.1", 0, List.of(), LIMITS), PLAIN, database, idempotency, more);
    }

    /// Parts for a router that will not be asked anything.
    static Router.Parts parts() {
        return new Router.Parts(
                unreachable(),
                TestServer::admit,
                (_, _) -> {},
                (_, _) -> {},
                ALWAYS_RUN,
                new CsrfGuard(new byte[32]),
                new Pages(Assets.ofProduct(), "0.1.0"),
                Texts.load(),
                new WorkspaceAddresses(new PublicAddress(PLAIN), _ -> Optional.empty()));
    }

    /// A database on a port where nothing listens.
    private static Database unreachable() {
        var config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://127.0.0.1:1/none");
        config.setConnectionTimeout(250);
        config.setInitializationFailTimeout(-1);
        config.setMinimumIdle(0);
        return Database.of(new HikariDataSource(config), ScopePrefix.SET_CONFIG);
    }

    private static Admission admit(
            Call call, Optional<Authenticator.Presented> presented, Authenticator.Wanted wanted) {
        Optional<String> token = presented.map(Authenticator.Presented::token);
        if (token.isEmpty()) {
            return new Admission.NoCredential();
        }
        if (wanted instanceof Authenticator.Wanted.BySlug(String slug) && !slug.equals("acme")) {
            return new Admission.Unreachable();
        }
        return switch (token.get()) {
            case "reader" -> admitted("read:widget");
            case "writer" -> admitted("write:widget");
            case "stranger" -> admitted("read:gadget");
            default -> new Admission.InvalidCredential();
        };
    }

    private static Admission admitted(String right) {
        Set<AccessScope> rights = Set.of(AccessScope.of(right));
        return new Admission.Admitted(
                new Caller("did:keystead:key_test", Optional.empty(), TENANT, ORG, rights, rights, Optional.empty()));
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, "", headers);
    }

    HttpResponse<String> postJson(String path, String body, String... headers) {
        var all = new ArrayList<>(List.of(headers));
        all.addAll(List.of("Content-Type", "application/json"));
        return send("POST", path, body, all.toArray(String[]::new));
    }

    HttpResponse<String> send(String method, String path, String body, String... headers) {
        var request = HttpRequest.newBuilder(uri(path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Sends bytes as they are and gives back all that comes until the server closes.
    String raw(String text) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        widgets.slowMayEnd.countDown();
        server.stop();
    }
}
