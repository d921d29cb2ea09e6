package dev.keystead.bench;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// A small OpenID Connect login: authorize page with a form, a second page, a redirect with the code, and a
/// token endpoint that checks client, PKCE, single use of codes and rotation of refresh tokens.
final class LocalOidc implements LocalServer.Behaviour {
    static final String PASSWORD = "right password";
    static final String REDIRECT = "http://127.0.0.1:9/cb";

    private final AtomicLong next = new AtomicLong();
    /// The authorize requests under way, by cookie.
    private final Map<String, Map<String, String>> sessions = new ConcurrentHashMap<>();
    /// The challenge of each code that was not used yet.
    private final Map<String, String> codes = new ConcurrentHashMap<>();
    private final Set<String> refreshTokens = ConcurrentHashMap.newKeySet();
    private final Set<String> accessTokens = ConcurrentHashMap.newKeySet();
    private final Set<String> usersSeen = ConcurrentHashMap.newKeySet();
    private final Set<String> pathsSeen = ConcurrentHashMap.newKeySet();
    private final AtomicLong rotations = new AtomicLong();

    /// The keys that describe this login, as a properties file would.
    static Map<String, String> keys(String base) {
        Map<String, String> keys = new HashMap<>();
        OidcTarget.ENDPOINTS.forEach(endpoint -> keys.put(endpoint, base + "/" + endpoint));
        keys.putAll(Map.of(
                "peer", "local",
                "svc-client-id", "svc",
                "svc-client-secret", "svc secret",
                "web-client-id", "web",
                "web-client-secret", "web:secret",
                "redirect-uri", REDIRECT,
                "password", PASSWORD,
                "username-field", "login",
                "user-count", "10",
                "skip-form", "cancel"));
        return keys;
    }

    Set<String> usersSeen() {
        return usersSeen;
    }

    Set<String> pathsSeen() {
        return pathsSeen;
    }

    long rotations() {
        return rotations.get();
    }

    /// Forgets all refresh tokens, as a server does that revokes them.
    void revokeRefreshTokens() {
        refreshTokens.clear();
    }

    @Override
    public LocalServer.Answer answer(LocalServer.Asked asked) {
        pathsSeen.add(asked.path());
        return switch (asked.path().substring(asked.path().lastIndexOf('/') + 1)) {
            case "authorize" -> authorize(asked);
            case "login" -> login(asked);
            case "consent" -> consent(asked);
            case "token" -> token(asked);
            case "introspect" ->
                LocalServer.Answer.of(
                        200,
                        "{\"scope\":{}, \"active\" : "
                                + accessTokens.contains(asked.form().get("token")) + "}");
            case "userinfo" ->
                LocalServer.Answer.of(
                        accessTokens.stream()
                                        .anyMatch(token -> asked.findHeader("Authorization")
                                                .orElse("")
                                                .equals("Bearer " + token))
                                ? 200
                                : 401,
                        "{}");
            case "jwks", "discovery" -> LocalServer.Answer.of(200, "{\"keys\":[]}");
            default -> LocalServer.Answer.of(404, "nothing here");
        };
    }

    private LocalServer.Answer authorize(LocalServer.Asked asked) {
        Map<String, String> request = asked.queryParameters();
        if (!"S256".equals(request.get("code_challenge_method")) || !"web".equals(request.get("client_id"))) {
            return LocalServer.Answer.of(400, "a strange request");
        }
        String session = "s" + next.incrementAndGet();
        sessions.put(session, request);
        String page = """
                <form action="/cancel"><button name="cancel">cancel</button></form>
                <form method="post" action="login?from=page&amp;x=y">
                <input type="hidden" name="csrf" value="%s"><input name="login"><input name="password" type="password">
                <button>Sign in</button></form>""".formatted(session);
        return new LocalServer.Answer(200, page, Map.of("Set-Cookie", "session=" + session + "; HttpOnly"));
    }

    private LocalServer.Answer login(LocalServer.Asked asked) {
        String session = session(asked);
        Map<String, String> form = asked.form();
        if (!session.equals(form.get("csrf")) || !asked.query().equals("from=page&x=y")) {
            return LocalServer.Answer.of(403, "the form was not followed as written");
        }
        if (!PASSWORD.equals(form.get("password"))) {
            return LocalServer.Answer.of(200, "<form><input name=csrf><input name=login><input name=password></form>");
        }
        usersSeen.add(form.getOrDefault("login", ""));
        return LocalServer.Answer.redirect(asked.path().replace("login", "consent"));
    }

    private LocalServer.Answer consent(LocalServer.Asked asked) {
        Map<String, String> request = sessions.get(session(asked));
        if (request == null) {
            return LocalServer.Answer.of(403, "no session");
        }
        if (asked.method().equals("GET")) {
            return LocalServer.Answer.of(200, "<form method=post><button name=agree value=yes>Agree</button></form>");
        }
        if (!"yes".equals(asked.form().get("agree"))) {
            return LocalServer.Answer.redirect(request.get("redirect_uri") + "?error=access_denied");
        }
        String code = "code/" + next.incrementAndGet();
        codes.put(code, request.getOrDefault("code_challenge", ""));
        return LocalServer.Answer.redirect(
                request.get("redirect_uri") + "?code=" + FormBody.encode(code) + "&state=" + request.get("state"));
    }

    private static String session(LocalServer.Asked asked) {
        return asked.findHeader("Cookie").orElse("").replace("session=", "");
    }

    private LocalServer.Answer token(LocalServer.Asked asked) {
        Map<String, String> form = asked.form();
        String client = client(asked, form);
        return switch (form.getOrDefault("grant_type", "")) {
            case "client_credentials" -> client.equals("svc:svc secret") ? issue(false) : refuse("invalid_client");
            case "password" -> PASSWORD.equals(form.get("password")) ? issue(true) : refuse("invalid_grant");
            case "authorization_code" -> {
                String challenge = codes.remove(form.getOrDefault("code", ""));
                boolean proven =
                        challenge(form.getOrDefault("code_verifier", "")).equals(challenge);
                yield proven && client.equals("web:web:secret") ? issue(true) : refuse("invalid_grant");
            }
            case "refresh_token" -> {
                if (!refreshTokens.remove(form.getOrDefault("refresh_token", ""))) {
                    yield refuse("invalid_grant");
                }
                rotations.incrementAndGet();
                yield issue(true);
            }
            default -> refuse("unsupported_grant_type");
        };
    }

    /// `id:secret`, from the Authorization header (form-encoded in it, RFC 6749 section 2.3.1) or the
    /// parameters.
    private static String client(LocalServer.Asked asked, Map<String, String> form) {
        String basic = asked.findHeader("Authorization").orElse("");
        if (!basic.startsWith("Basic ")) {
            return form.get("client_id") + ":" + form.get("client_secret");
        }
        String pair = new String(Base64.getDecoder().decode(basic.substring(6)), StandardCharsets.UTF_8);
        return URLDecoder.decode(pair, StandardCharsets.UTF_8);
    }

    private LocalServer.Answer issue(boolean refreshable) {
        String access = "access-" + next.incrementAndGet();
        accessTokens.add(access);
        if (!refreshable) {
            return LocalServer.Answer.of(200, "{\"access_token\":\"" + access + "\"}");
        }
        String refresh = "refresh-" + next.incrementAndGet();
        refreshTokens.add(refresh);
        return LocalServer.Answer.of(
                200, "{\"access_token\":\"" + access + "\",\"refresh_token\":\"" + refresh + "\"}");
    }

    private static LocalServer.Answer refuse(String error) {
        return LocalServer.Answer.of(400, "{\"error\":\"" + error + "\"}");
    }

    private static String challenge(String verifier) {
        try {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
