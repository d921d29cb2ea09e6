package dev.keystead.bench;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// People of a Keystead that is thrown away, and the application that they use.
final class KeysteadPeople {
    private static final String EMAIL = "holder%d@example.test";
    private static final String PASSWORD = "password";

    /// A vector of Argon2's reference implementation, cheap on purpose: signing in is not what is measured.
    private static final String HASH =
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

    private static final Pattern ACCESS_TOKEN = Pattern.compile("\"access_token\":\"([^\"]+)\"");
    private static final String BACK = "http://127.0.0.1:9/cb";

    private final String base;
    private final Connections connections;
    private final String administrator;
    private int people;

    /// @param base the address of the server, without a slash at its end
    KeysteadPeople(String base, Connections connections, String apiKey) {
        this.base = base;
        this.connections = connections;
        this.administrator = "Bearer " + apiKey;
    }

    /// One member of an answer that must be the right one.
    static String member(HttpAnswer answer, int right, String name, String deed) throws IOException {
        expect(answer, right, deed);
        return JsonText.find(answer.text(), name)
                .orElseThrow(() -> new IOException(deed + ": there is no `" + name + "` in " + answer));
    }

    static void expect(HttpAnswer answer, int right, String deed) throws IOException {
        if (answer.status() != right) {
            throw new IOException(deed + " expects HTTP " + right + " but got " + answer);
        }
    }

    private HttpAnswer ask(String method, String path, String json) throws IOException {
        HttpRequest request = new HttpRequest(method, url(path), "", json.isEmpty() ? "" : "application/json", json);
        return connections.send(request.withHeader("Authorization", administrator));
    }

    /// Somebody new.
    ///
    /// @return their number
    int make() throws IOException {
        int number = people++;
        String email = EMAIL.formatted(number);
        String wish = new JsonLine()
                .with("email", email)
                .with("display_name", "Holder")
                .toString();
        String id = member(ask("POST", "/v1/users", wish), 201, "id", "making a user");
        expect(
                ask(
                        "PUT",
                        "/v1/users/" + id + "/password-hash",
                        new JsonLine().with("hash", HASH).toString()),
                204,
                "importing a password");
        return number;
    }

    /// Signs somebody in by the steps for programs.
    ///
    /// @return the header `Authorization` of their session
    String signIn(int number) throws IOException {
        HttpAnswer begun = connections.send(HttpRequest.postJson(
                url("/v1/flows"),
                new JsonLine().with("identifier", EMAIL.formatted(number)).toString()));
        String flow = member(begun, 201, "id", "beginning to sign in");
        String browser = member(begun, 201, "browser_key", "beginning to sign in");
        HttpAnswer ended = connections.send(HttpRequest.postJson(
                        url("/v1/flows/" + flow + "/steps/password"),
                        new JsonLine().with("password", PASSWORD).toString())
                .withHeader("Keystead-Browser", browser));
        Matcher token = ACCESS_TOKEN.matcher(ended.text());
        if (ended.status() != 200 || !token.find()) {
            throw new IOException("signing in by a password answered " + ended);
        }
        return "Bearer " + token.group(1);
    }

    /// An application whose tokens somebody with a key uses.
    OidcTarget application(int number) throws IOException {
        String wish = "{\"client_id\":\"web\",\"name\":\"web\",\"type\":\"confidential\",\"first_party\":true,"
                + "\"token_endpoint_auth_method\":\"client_secret_basic\",\"grant_types\":[\"authorization_code\"],"
                + "\"redirect_uris\":[\"" + BACK + "\"],\"scopes\":[\"openid\",\"email\"]}";
        String secret = member(ask("POST", "/v1/clients", wish), 201, "client_secret", "making an application");
        return OidcTarget.from(PropertiesTarget.of(
                "the suite",
                Map.ofEntries(
                        Map.entry("peer", "keystead"),
                        Map.entry("authorize", address("/oauth/v2/authorize")),
                        Map.entry("token", address("/oauth/v2/token")),
                        Map.entry("introspect", address("/oauth/v2/introspect")),
                        Map.entry("userinfo", address("/oidc/v1/userinfo")),
                        Map.entry("web-client-id", "web"),
                        Map.entry("web-client-secret", secret),
                        Map.entry("redirect-uri", BACK),
                        Map.entry("scope", "openid email"),
                        Map.entry("user-format", EMAIL),
                        Map.entry("user-first", Integer.toString(number)),
                        Map.entry("user-count", "1"),
                        Map.entry("password", PASSWORD),
                        Map.entry("username-field", "identifier"),
                        Map.entry("password-field", "password"))));
    }

    private String address(String path) {
        return base + path;
    }

    private HttpUrl url(String path) {
        return HttpUrl.parse(base + path);
    }
}
