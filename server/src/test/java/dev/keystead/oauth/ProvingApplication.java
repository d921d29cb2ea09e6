package dev.keystead.oauth;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An application that proves itself by signed assertions, if it does at all, and shows its key with every
/// request. Like a good client, it keeps the nonce that it was given last.
public final class ProvingApplication {
    private final Town town;
    private final Application registered;
    private final boolean isPublic;
    private final HolderKey clientKey;
    private final HolderKey key;
    private String nonce = "";

    private ProvingApplication(
            Town town, Application registered, boolean isPublic, HolderKey clientKey, HolderKey key) {
        this.town = town;
        this.registered = registered;
        this.isPublic = isPublic;
        this.clientKey = clientKey;
        this.key = key;
    }

    /// One that is held to FAPI 2.0.
    public static ProvingApplication fapi2(Town town, String algorithm) {
        HolderKey clientKey = HolderKey.of(algorithm);
        return registered(town, fapi2Settings(clientKey), clientKey);
    }

    /// One that is registered for this key.
    public static ProvingApplication registered(Town town, Map<String, Object> settings, HolderKey clientKey) {
        Application registered = Application.register(town, settings);
        return new ProvingApplication(town, registered, false, clientKey, HolderKey.of(clientKey.algorithm()));
    }

    public static Map<String, Object> fapi2Settings(HolderKey clientKey) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("profile", "fapi2");
        settings.put("token_endpoint_auth_method", "private_key_jwt");
        settings.put("jwks", Map.of("keys", List.of(clientKey.jwk())));
        return settings;
    }

    /// One that cannot keep a secret.
    public static ProvingApplication open(Town town) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("token_endpoint_auth_method", "none");
        settings.put("grant_types", List.of("authorization_code", "refresh_token"));
        return new ProvingApplication(
                town, Application.register(town, settings), true, HolderKey.of("ES256"), HolderKey.of("ES256"));
    }

    /// The same application with another key to show.
    public ProvingApplication with(HolderKey other) {
        return new ProvingApplication(town, registered, isPublic, clientKey, other);
    }

    public Application registered() {
        return registered;
    }

    public HolderKey key() {
        return key;
    }

    public HolderKey clientKey() {
        return clientKey;
    }

    public String issuer() {
        return registered.issuer();
    }

    /// A form with what says who the application is.
    public Map<String, String> identified(Map<String, String> form) {
        return isPublic ? joined(form, Map.of("client_id", registered.id())) : identified(form, assertion());
    }

    public Map<String, String> identified(Map<String, String> form, String assertion) {
        return joined(
                form,
                Map.of(
                        "client_assertion_type",
                        "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                        "client_assertion",
                        assertion));
    }

    private String assertion() {
        return clientKey.assertion(registered.id(), issuer()).signed();
    }

    private static Map<String, String> joined(Map<String, String> form, Map<String, String> more) {
        var all = new LinkedHashMap<>(form);
        all.putAll(more);
        return all;
    }

    /// Pushes a request without a proof.
    public Answer push(Map<String, String> request) {
        return registered.post("/oauth/v2/par", identified(request), Map.of());
    }

    /// Pushes a request, and answers what a browser brings for it.
    public Map<String, String> pushed(Map<String, String> request) {
        String reference = push(request).json().path("request_uri").asString();
        return Map.of("client_id", registered.id(), "request_uri", reference);
    }

    public String code(Person person) {
        return code(town.browser(), person, registered.request());
    }

    public String code(Browser browser, Person person, Map<String, String> request) {
        return registered.code(browser, person, isPublic ? request : pushed(request));
    }

    public Answer exchange(String code) {
        return post("/oauth/v2/token", Application.exchanging(code));
    }

    public Answer refresh(String token) {
        return post("/oauth/v2/token", Map.of("grant_type", "refresh_token", "refresh_token", token));
    }

    /// Sends a form with a proof, and once more if the server wants its nonce in that.
    public Answer post(String path, Map<String, String> form) {
        Answer answer = noted(registered.post(
                path, identified(form), Map.of("DPoP", proof("POST", path).signed())));
        return wantsNonce(answer)
                ? noted(registered.post(
                        path,
                        identified(form),
                        Map.of("DPoP", proof("POST", path).signed())))
                : answer;
    }

    /// Asks about the person of a token.
    public Answer userinfo(String token) {
        Answer answer = noted(userinfo(token, proof("GET", "/oidc/v1/userinfo").with(token)));
        return wantsNonce(answer)
                ? noted(userinfo(token, proof("GET", "/oidc/v1/userinfo").with(token)))
                : answer;
    }

    public Answer userinfo(String token, HolderKey.Draft proof) {
        return registered.get("/oidc/v1/userinfo", Map.of("Authorization", "DPoP " + token, "DPoP", proof.signed()));
    }

    /// A proof for an endpoint, with the nonce that was given last.
    public HolderKey.Draft proof(String method, String path) {
        HolderKey.Draft draft = key.proof(method, issuer() + path);
        return nonce.isEmpty() ? draft : draft.claim("nonce", nonce);
    }

    private Answer noted(Answer answer) {
        if (!answer.header("DPoP-Nonce").isEmpty()) {
            nonce = answer.header("DPoP-Nonce");
        }
        return answer;
    }

    private static boolean wantsNonce(Answer answer) {
        return answer.status() >= 400 && answer.error().equals("use_dpop_nonce");
    }
}
