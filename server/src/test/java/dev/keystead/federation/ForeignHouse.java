package dev.keystead.federation;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.keystead.platform.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;

/// An identity provider that tells the truth until a test has it lie. It checks what a provider must: the client's
/// secret, the code and its verifier.
public final class ForeignHouse implements AutoCloseable {
    public static final String CLIENT = "keystead";
    public static final String SECRET = "a secret & more: ü";
    static final String SECRET_PLACE = "/secret";

    private static final RSAKey ANOTHER = key("other");

    private final HttpServer server;
    private final Map<String, Given> codes = new ConcurrentHashMap<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger keyCalls = new AtomicInteger();
    private final AtomicInteger secretCalls = new AtomicInteger();
    final Trouble trouble = new Trouble(released);
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private volatile RSAKey key = key("first");
    volatile Lie lie = Lie.NONE;

    /// Whether a request to the token endpoint is the client's.
    volatile BiPredicate<HttpExchange, Map<String, String>> knows = ForeignHouse::byBasic;

    /// What it lies about.
    enum Lie {
        NONE,
        UNSIGNED,
        OTHER_KEY,
        HMAC_OF_PUBLIC_KEY,
        ISSUER_OF_TOKEN,
        ISSUER_OF_DOCUMENT,
        AUDIENCE,
        OTHER_PARTY,
        EXPIRED,
        FUTURE,
        NONCE,
        ACCESS_TOKEN_HASH,
        NO_ID_TOKEN,
        NO_AUTH_TIME,
        USERINFO_OF_ANOTHER,
        HANGS,
        LOOPBACK_REDIRECT,
        TWENTY_MEGABYTES,
        NOT_JSON,
        NO_TOKEN_ENDPOINT,
        INSIDE_ADDRESS
    }

    private record Given(Map<String, Object> claims, String challenge) {}

    public ForeignHouse() {
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open("/.well-known/openid-configuration", this::document);
        open("/jwks", this::keys);
        open("/token", this::token);
        open("/userinfo", this::userinfo);
        open(SECRET_PLACE, exchange -> {
            secretCalls.incrementAndGet();
            answer(exchange, 200, "{}", "application/json");
        });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    private void open(String path, HttpHandler handler) {
        server.createContext(path, handler).getFilters().add(trouble);
    }

    private static RSAKey key(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    public String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// Signs with another key from now on.
    void rotate() {
        key = key(UUID.randomUUID().toString());
    }

    /// What its token endpoint was sent: forms, and what stood in the header.
    List<String> seen() {
        return seen;
    }

    int keyCalls() {
        return keyCalls.get();
    }

    /// How often somebody came to the place that only redirects lead to.
    int secretCalls() {
        return secretCalls.get();
    }

    /// Lets somebody in who was sent here, and answers the code that leads back.
    ///
    /// @param asked the query that they were sent with
    public String letIn(Map<String, String> asked, Map<String, Object> person) {
        var claims = new LinkedHashMap<String, Object>(person);
        claims.put("nonce", asked.get("nonce"));
        String code = UUID.randomUUID().toString();
        codes.put(code, new Given(claims, asked.getOrDefault("code_challenge", "")));
        return code;
    }

    private void document(HttpExchange exchange) throws IOException {
        switch (lie) {
            case HANGS -> hang();
            case LOOPBACK_REDIRECT -> {
                exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/secret");
                answer(exchange, 302, "", "text/plain");
                return;
            }
            case TWENTY_MEGABYTES -> {
                exchange.sendResponseHeaders(200, 0);
                var piece = new byte[64 * 1024];
                Arrays.fill(piece, (byte) ' ');
                try (exchange) {
                    for (int i = 0; i < 320; i++) {
                        exchange.getResponseBody().write(piece);
                    }
                } catch (IOException e) {
                    // Whoever reads stops early.
                }
                return;
            }
            case NOT_JSON -> {
                answer(exchange, 200, "<html>", "text/html");
                return;
            }
            default -> {
                // The truth, or nearly.
            }
        }
        var document = new LinkedHashMap<String, Object>();
        document.put("issuer", lie == Lie.ISSUER_OF_DOCUMENT ? "https://elsewhere.example" : issuer());
        document.put("authorization_endpoint", issuer() + "/authorize");
        if (lie != Lie.NO_TOKEN_ENDPOINT) {
            document.put("token_endpoint", lie == Lie.INSIDE_ADDRESS ? "http://169.254.169.254/" : issuer() + "/token");
        }
        document.put("jwks_uri", issuer() + "/jwks");
        document.put("userinfo_endpoint", issuer() + "/userinfo");
        document.put("end_session_endpoint", issuer() + "/end");
        document.put("authorization_response_iss_parameter_supported", true);
        answer(exchange, 200, Json.text(document), "application/json");
    }

    private void hang() {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void keys(HttpExchange exchange) throws IOException {
        keyCalls.incrementAndGet();
        answer(exchange, 200, Json.text(Map.of("keys", List.of(key.toPublicJWK().toJSONObject()))), "application/json");
    }

    private void token(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> form = query(body);
        seen.add(body);
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .map(header -> header.replaceFirst("Basic ", ""))
                .ifPresent(basic -> seen.add(new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8)));
        if (!knows.test(exchange, form)) {
            answer(exchange, 401, "{\"error\":\"invalid_client\"}", "application/json");
            return;
        }
        Given given = codes.remove(form.getOrDefault("code", ""));
        if (given == null || !challenge(form.getOrDefault("code_verifier", "")).equals(given.challenge())) {
            answer(exchange, 400, "{\"error\":\"invalid_grant\"}", "application/json");
            return;
        }
        var answer = new LinkedHashMap<String, Object>();
        answer.put("access_token", "access-" + given.claims().get("sub"));
        answer.put("token_type", "Bearer");
        if (lie != Lie.NO_ID_TOKEN) {
            answer.put("id_token", idToken(given.claims()));
        }
        answer(exchange, 200, Json.text(answer), "application/json");
    }

    private static boolean byBasic(HttpExchange exchange, Map<String, String> form) {
        String wanted = encoded(CLIENT) + ":" + encoded(SECRET);
        String basic = "Basic " + Base64.getEncoder().encodeToString(wanted.getBytes(StandardCharsets.UTF_8));
        return basic.equals(exchange.getRequestHeaders().getFirst("Authorization"));
    }

    private void userinfo(HttpExchange exchange) throws IOException {
        String token = exchange.getRequestHeaders().getFirst("Authorization").substring("Bearer access-".length());
        String subject = lie == Lie.USERINFO_OF_ANOTHER ? "somebody-else" : token;
        answer(
                exchange,
                200,
                Json.text(Map.of("sub", subject, "email", token + "@info.example", "email_verified", true)),
                "application/json");
    }

    private String idToken(Map<String, Object> person) {
        Instant now = Instant.now();
        var claims = new HashMap<String, Object>(person);
        claims.put("iss", lie == Lie.ISSUER_OF_TOKEN ? "https://elsewhere.example" : issuer());
        claims.put("aud", lie == Lie.AUDIENCE ? "somebody-else" : CLIENT);
        if (lie == Lie.OTHER_PARTY) {
            claims.put("aud", List.of(CLIENT, "somebody-else"));
            claims.put("azp", "somebody-else");
        }
        claims.put("iat", now.getEpochSecond() + (lie == Lie.FUTURE ? 3600 : 0));
        if (lie != Lie.NO_AUTH_TIME) {
            claims.putIfAbsent("auth_time", now.getEpochSecond());
        }
        claims.put("exp", now.getEpochSecond() + (lie == Lie.EXPIRED ? -300 : 7200));
        if (lie == Lie.NONCE) {
            claims.put("nonce", "made-up");
        }
        if (lie == Lie.ACCESS_TOKEN_HASH) {
            claims.put("at_hash", "bWFkZS11cC1tYWRlLXVw");
        }
        return sign(claims, "JWT");
    }

    /// A token as the house signs them, or lies about it.
    public String sign(Map<String, Object> claims, String type) {
        try {
            JWTClaimsSet set = JWTClaimsSet.parse(claims);
            if (lie == Lie.UNSIGNED) {
                return new PlainJWT(set).serialize();
            }
            if (lie == Lie.HMAC_OF_PUBLIC_KEY) {
                var jwt = new SignedJWT(
                        new JWSHeader.Builder(JWSAlgorithm.HS256)
                                .keyID(key.getKeyID())
                                .build(),
                        set);
                jwt.sign(new MACSigner(key.toRSAPublicKey().getEncoded()));
                return jwt.serialize();
            }
            var header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                    .keyID(key.getKeyID())
                    .type(new JOSEObjectType(type))
                    .build();
            var jwt = new SignedJWT(header, set);
            jwt.sign(new RSASSASigner(lie == Lie.OTHER_KEY ? ANOTHER : key));
            return jwt.serialize();
        } catch (JOSEException | ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    static Map<String, String> query(String text) {
        var all = new LinkedHashMap<String, String>();
        for (String pair : text.split("&", -1)) {
            int at = pair.indexOf('=');
            all.put(
                    URLDecoder.decode(pair.substring(0, at), StandardCharsets.UTF_8),
                    URLDecoder.decode(pair.substring(at + 1), StandardCharsets.UTF_8));
        }
        return all;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void answer(HttpExchange exchange, int status, String body, String type) throws IOException {
        try (exchange) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        released.countDown();
        server.stop(0);
    }
}
