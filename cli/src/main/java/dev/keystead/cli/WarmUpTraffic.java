package dev.keystead.cli;

import dev.keystead.cli.WarmUpLine.Answer;
import dev.keystead.platform.json.Json;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// What a server that is being warmed up is asked: some of everything, and what is asked most so often, and by so many
/// at once, that Java compiles it and keeps in its cache which way each of the hot paths usually goes.
///
/// @param demo what the server has been filled with
record WarmUpTraffic(URI address, Demo demo) {
    private static final int FEW = 20;
    private static final int MANY = 500;
    private static final int APPLICATIONS = 8;

    /// More at once would be taken for guesses at one password.
    private static final int PEOPLE = 3;

    void run() {
        atOnce(1, line -> {
            lookAround(line);
            administer(line);
        });
        atOnce(APPLICATIONS, this::actForItself);
        atOnce(PEOPLE, this::signInByApi);
        atOnce(PEOPLE, line -> new WarmUpBrowser(this, line).signIn(FEW));
    }

    private void atOnce(int number, Consumer<WarmUpLine> user) {
        Callable<Void> visit = () -> {
            try (var line = new WarmUpLine(address)) {
                user.accept(line);
            }
            return null;
        };
        try (var users = Executors.newFixedThreadPool(number)) {
            List<Future<Void>> visits = new ArrayList<>();
            for (int each = 0; each < number; each++) {
                visits.add(users.submit(visit));
            }
            for (Future<Void> each : visits) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void lookAround(WarmUpLine line) {
        for (String path : List.of("/", "/docs/api", "/openapi.json", "/metrics", "/nothing-here")) {
            line.get(path);
        }
    }

    private void administer(WarmUpLine line) {
        String key = bearer(demo.apiKey());
        for (int round = 0; round < FEW; round++) {
            line.get("/readyz");
            line.post("/v1/users", "{\"email\":\"warm" + round + "@example.test\",\"display_name\":\"Warm Up\"}", key)
                    .well();
            line.get("/v1/users?limit=10", key).well();
        }
    }

    private void actForItself(WarmUpLine line) {
        String pair = encoded(demo.machineId()) + ":" + encoded(demo.machineSecret());
        String client =
                "Authorization: Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
        for (int round = 0; round < MANY; round++) {
            Answer given = line.submit(oauth("token"), "grant_type=client_credentials", client)
                    .well();
            line.submit(oauth("introspect"), "token=" + given.member("access_token"), client)
                    .well();
            line.get(below("/.well-known/jwks.json")).well();
        }
    }

    /// By two requests, and by one.
    private void signInByApi(WarmUpLine line) {
        String flows = below("/v1/flows");
        for (int round = 0; round < FEW; round++) {
            line.forgetCookies();
            Answer flow = line.post(flows, Json.text(Map.of("identifier", demo.email())))
                    .well();
            line.post(
                            flows + "/" + flow.member("id") + "/steps/password",
                            Json.text(Map.of("password", demo.password())),
                            "Keystead-Browser: " + flow.member("browser_key"))
                    .well();
            line.post(flows, Json.text(Map.of("identifier", demo.email(), "password", demo.password())))
                    .well();
        }
    }

    String oauth(String endpoint) {
        return below("/oauth/v2/" + endpoint);
    }

    /// A path in the demonstration's workspace.
    String below(String path) {
        return "/t/" + demo.slug() + path;
    }

    static String bearer(String token) {
        return "Authorization: Bearer " + token;
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
