package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// How people leave: because an application sends them, or by themselves.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LogoutJourneysTest {
    private static final String PASSWORD = "seven quiet otters";
    private static final String VERIFIER = "a-verifier-that-is-long-enough-for-rfc-7636-0123";

    /// The SHA-256 of that (RFC 7636 section 4.2).
    private static final String CHALLENGE = "tc4Pk3TDgrYrzibKhVIFTqXosORWMY6WY1b3Dejn9kM";

    private final Installation installation = new Installation();
    private final Shop shop = new Shop();

    @AfterAll
    void end() {
        shop.close();
        installation.close();
    }

    /// An application: remembers what browsers bring.
    private static final class Shop implements AutoCloseable {
        private final HttpServer server;
        private final List<String> visits = new CopyOnWriteArrayList<>();

        Shop() {
            try {
                server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            server.createContext("/", this::take);
            server.start();
        }

        String address() {
            return "http://127.0.0.1:" + server.getAddress().getPort();
        }

        List<String> visitsTo(String path) {
            return visits.stream().filter(visit -> visit.startsWith(path + "?")).toList();
        }

        private void take(HttpExchange exchange) throws IOException {
            try (exchange) {
                visits.add(exchange.getRequestURI().toString());
                byte[] page = "<!doctype html><title>Shop</title><h1>Shop</h1>".getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "text/html;charset=utf-8");
                exchange.sendResponseHeaders(200, page.length);
                exchange.getResponseBody().write(page);
            }
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static String encoded(Map<String, String> members) {
        return members.entrySet().stream()
                .map(member -> member.getKey() + "=" + URLEncoder.encode(member.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    @Test
    void anApplicationSignsSomebodyOutEverywhere() throws Exception {
        Installation.Workspace harbour = installation.makeWorkspace("harbour", "Harbour");
        String email = installation.makeUser(harbour, "mara", PASSWORD);
        Client.Answer made = harbour.owner().post("/v1/clients", """
                {"name":"Shop","first_party":true,"redirect_uris":["%1$s/callback"],
                 "post_logout_redirect_uris":["%1$s/bye"],"frontchannel_logout_uri":"%1$s/front",
                 "token_endpoint_auth_method":"none"}""".formatted(shop.address()));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        String clientId = made.json().get("client_id").asString();
        try (Person mara = installation.person()) {
            String idToken = signIn(mara, harbour, email, clientId);
            mara.open(harbour.base() + "/oidc/v1/end_session?"
                    + encoded(Map.of(
                            "id_token_hint",
                            idToken,
                            "post_logout_redirect_uri",
                            shop.address() + "/bye",
                            "state",
                            "s")));
            mara.page().waitForURL(shop.address() + "/bye?state=s");

            assertThat(shop.visitsTo("/front")).singleElement().asString().contains("iss=", "sid=ses_");
            assertThat(mara.isInside("harbour")).isFalse();
        }
    }

    /// Signs somebody in by the application and answers the ID token.
    private String signIn(Person person, Installation.Workspace workspace, String email, String clientId)
            throws Exception {
        String callback = shop.address() + "/callback";
        person.open(workspace.base() + "/oauth/v2/authorize?"
                + encoded(Map.of(
                        "response_type",
                        "code",
                        "client_id",
                        clientId,
                        "redirect_uri",
                        callback,
                        "scope",
                        "openid",
                        "code_challenge",
                        CHALLENGE,
                        "code_challenge_method",
                        "S256")));
        person.type("identifier", email);
        person.go();
        person.type("password", PASSWORD);
        person.go();
        person.page().waitForURL(url -> url.startsWith(callback));
        String query = URI.create(person.page().url()).getRawQuery();
        String code = query.replaceFirst(".*code=([^&]+).*", "$1");
        Client owner = workspace.owner();
        HttpRequest exchange = HttpRequest.newBuilder(
                        URI.create(owner.address() + workspace.base() + "/oauth/v2/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(Map.of(
                                "grant_type", "authorization_code",
                                "client_id", clientId,
                                "redirect_uri", callback,
                                "code_verifier", VERIFIER))
                        + "&code=" + code))
                .build();
        var answer = owner.http().send(exchange, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode tokens = new Client.Answer(200, answer.body(), Map.of()).json();
        return tokens.get("id_token").asString();
    }

    @Test
    void whoIsAskedStaysOrLeaves() {
        Installation.Workspace mill = installation.makeWorkspace("mill", "Mill");
        String email = installation.makeUser(mill, "nils", PASSWORD);
        for (Person nils : List.of(installation.person(), installation.personWithoutScripts())) {
            try (nils) {
                nils.signIn(mill.base(), email, PASSWORD);
                nils.open(mill.base() + "/oidc/v1/end_session");
                nils.examine("logout-asked");
                nils.press("Stay signed in");
                nils.examine("logout-stayed");
                assertThat(nils.isInside("mill")).isTrue();

                nils.open(mill.base() + "/oidc/v1/end_session");
                nils.press("Sign out");
                assertThat(nils.heading()).isEqualTo("You are signed out");
                nils.examine("logout-done");
                assertThat(nils.isInside("mill")).isFalse();
            }
        }
    }

    @Test
    void anAddressThatIsNotRegisteredIsToldOnAPage() {
        Installation.Workspace quarry = installation.makeWorkspace("quarry", "Quarry");
        try (Person olga = installation.person()) {
            olga.open(quarry.base() + "/oidc/v1/end_session?"
                    + encoded(Map.of("post_logout_redirect_uri", "https://elsewhere.example/")));
            assertThat(olga.text()).contains("post_logout_redirect_uri needs an id_token_hint or a client_id");
            olga.examine("logout-refused");
        }
    }
}
