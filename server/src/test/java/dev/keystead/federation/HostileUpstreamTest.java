package dev.keystead.federation;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import dev.keystead.client.Signatures;
import dev.keystead.login.Town;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.text.ParseException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Providers that go wrong after somebody was sent to them, and how we prove ourselves to those that do not.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileUpstreamTest {
    private static final List<String> ENDPOINTS = List.of("/token", "/jwks", "/userinfo");

    private TestServer server;
    private Town town;
    private ForeignHouse house;

    @BeforeAll
    void start() {
        server = TestServer.start("--master-key", Town.MASTER_KEY, "--outbound-allow-private", "true");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void build() {
        town = Town.on(server);
        house = new ForeignHouse();
    }

    @AfterEach
    void tearDown() {
        house.close();
    }

    /// A connection that asks the userinfo endpoint too.
    private static String connect(Town town, ForeignHouse house, String method) {
        String secret = method.equals("private_key_jwt") ? "" : "\"client_secret\":\"" + ForeignHouse.SECRET + "\",";
        Answer made = town.administrator()
                .post("/v1/connections", """
                {"kind":"oidc","name":"House","issuer":"%s",%s
                 "oidc":{"preset":"none","client_id":"%s","auth_method":"%s",
                         "scopes":["openid","email","profile"],"userinfo":true},
                 "accounts":{"just_in_time":true,"allowed_domains":[],"trust_email":false,"trust_mfa":false}}""".formatted(house.issuer(), secret, ForeignHouse.CLIENT, method));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    private static void nothingHappened(Town town, Answer told, Traveller traveller, String where) {
        assertThat(told.status()).as(where + told.text()).isEqualTo(502);
        assertThat(told.header("Content-Type")).startsWith("text/html");
        assertThat(told.text()).as(where).contains("does not answer");
        assertThat(traveller.isInside()).as(where).isFalse();
        assertThat(town.count("identity.users", "")).as(where).isZero();
        assertThat(town.count("identity.external_identities", "")).as(where).isZero();
        assertThat(failures(town, "unreachable")).as(where).isOne();
    }

    private static long failures(Town town, String why) {
        return town.count(
                "auth.auth_events", "and event_type = 'federation_failed' and details ->> 'why' = '" + why + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "/token, LOOPBACK_REDIRECT",
        "/jwks, LOOPBACK_REDIRECT",
        "/userinfo, LOOPBACK_REDIRECT",
        "/token, TWENTY_MEGABYTES",
        "/jwks, TWENTY_MEGABYTES",
        "/userinfo, TWENTY_MEGABYTES"
    })
    void anEndpointThatMisbehavesLetsNobodyInAndLeadsNowhere(String where, Trouble.Kind what) {
        var traveller = new Traveller(town, house, connect(town, house, "client_secret_basic"));
        house.trouble.befall(where, what);
        Answer told = traveller.travel(Traveller.person("ada", "ada@house.example"));
        nothingHappened(town, told, traveller, where);
        assertThat(house.secretCalls()).isZero();
    }

    @Test
    void aFailureThatPassesKeepsNobodyOut() {
        String connection = connect(town, house, "client_secret_basic");
        var first = new Traveller(town, house, connection);
        first.travel(Traveller.person("ada", "ada@house.example"));
        assertThat(first.isInside()).isTrue();
        house.trouble.befall("/.well-known/openid-configuration", Trouble.Kind.LOOPBACK_REDIRECT);
        Answer tested = town.administrator().post("/v1/connections/" + connection + ":test");
        assertThat(tested.json().path("works").asBoolean()).as(tested.text()).isFalse();
        house.trouble.befall("", Trouble.Kind.NONE);
        var second = new Traveller(town, house, connection);
        second.travel(Traveller.person("bea", "bea@house.example"));
        assertThat(second.isInside()).isTrue();
    }

    /// All at once, because each of them is waited for.
    @Test
    void anEndpointThatNeverAnswersLetsNobodyIn() throws InterruptedException, ExecutionException {
        var houses = new ArrayList<ForeignHouse>();
        var towns = new ArrayList<Town>();
        var travellers = new ArrayList<Traveller>();
        for (String where : ENDPOINTS) {
            var slow = new ForeignHouse();
            var own = Town.on(server);
            slow.trouble.befall(where, Trouble.Kind.HANGS);
            houses.add(slow);
            towns.add(own);
            travellers.add(new Traveller(own, slow, connect(own, slow, "client_secret_basic")));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(ENDPOINTS.size())) {
            List<Future<Answer>> answers = travellers.stream()
                    .map(traveller ->
                            threads.submit(() -> traveller.travel(Traveller.person("bea", "bea@house.example"))))
                    .toList();
            for (int i = 0; i < ENDPOINTS.size(); i++) {
                nothingHappened(towns.get(i), answers.get(i).get(), travellers.get(i), ENDPOINTS.get(i));
            }
        } finally {
            houses.forEach(ForeignHouse::close);
        }
    }

    @Test
    void aTokenThatIsTooLongLetsNobodyIn() {
        var traveller = new Traveller(town, house, connect(town, house, "client_secret_basic"));
        var person = new LinkedHashMap<>(Traveller.person("cy", "cy@house.example"));
        person.put("more", "x".repeat(30_000));
        Answer told = traveller.travel(person);
        assertThat(told.status()).as(told.text()).isEqualTo(400);
        assertThat(told.text()).contains("does not hold");
        assertThat(traveller.isInside()).isFalse();
        assertThat(town.count("identity.users", "")).isZero();
        assertThat(failures(town, "token")).isOne();
    }

    @Test
    void theSecretCanGoInTheForm() {
        house.knows = (exchange, form) -> ForeignHouse.CLIENT.equals(form.get("client_id"))
                && ForeignHouse.SECRET.equals(form.get("client_secret"))
                && !exchange.getRequestHeaders().containsKey("Authorization");
        comesIn("client_secret_post");
    }

    /// The house knows nothing of the workspace but what everybody can read: its key set.
    @Test
    void theWorkspacesOwnKeyProvesIt() {
        var used = ConcurrentHashMap.<String>newKeySet();
        house.knows = (exchange, form) -> isAssertion(exchange, form)
                && used.add(claims(form.getOrDefault("client_assertion", "")).getJWTID());
        comesIn("private_key_jwt");
        assertThat(used).isNotEmpty();
    }

    private void comesIn(String method) {
        String connection = connect(town, house, method);
        Answer tested = town.administrator().post("/v1/connections/" + connection + ":test");
        assertThat(tested.json().path("works").asBoolean()).as(tested.text()).isTrue();
        var traveller = new Traveller(town, house, connection);
        assertThat(traveller
                        .travel(Traveller.person("dan", "dan@house.example"))
                        .status())
                .isEqualTo(303);
        assertThat(traveller.isInside()).isTrue();
        // Whoever does not take us for whom we are lets nobody in.
        house.knows = (_, _) -> false;
        Answer refused = town.administrator().post("/v1/connections/" + connection + ":test");
        assertThat(refused.json().path("works").asBoolean()).isFalse();
        assertThat(refused.text()).contains("invalid_client");
        var stranger = new Traveller(town, house, connection);
        assertThat(stranger.travel(Traveller.person("eve", "eve@house.example")).status())
                .isGreaterThanOrEqualTo(400);
        assertThat(stranger.isInside()).isFalse();
        assertThat(failures(town, "provider-error")).isOne();
    }

    /// RFC 7523 section 3, by what the workspace publishes.
    private boolean isAssertion(HttpExchange exchange, Map<String, String> form) {
        try {
            SignedJWT jwt = SignedJWT.parse(form.getOrDefault("client_assertion", ""));
            JWKSet keys = JWKSet.parse(
                    server.as("").get(town.path() + "/.well-known/jwks.json").text());
            JWTClaimsSet claims = jwt.getJWTClaimsSet();
            return "urn:ietf:params:oauth:client-assertion-type:jwt-bearer".equals(form.get("client_assertion_type"))
                    && !form.containsKey("client_secret")
                    && !exchange.getRequestHeaders().containsKey("Authorization")
                    && Signatures.isBy(keys.getKeyByKeyId(jwt.getHeader().getKeyID()), jwt)
                    && claims.getIssuer().equals(ForeignHouse.CLIENT)
                    && claims.getSubject().equals(ForeignHouse.CLIENT)
                    && claims.getAudience().equals(List.of(house.issuer() + "/token"))
                    && claims.getExpirationTime().toInstant().isAfter(Instant.now());
        } catch (ParseException e) {
            return false;
        }
    }

    private static JWTClaimsSet claims(String assertion) {
        try {
            return SignedJWT.parse(assertion).getJWTClaimsSet();
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
    }
}
