package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.platform.json.Json;
import dev.keystead.server.TestServer.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// An application that people of a town sign in to: asks by way of browsers, and calls the endpoints
/// itself.
public final class Application {
    public static final String CALLBACK = "https://app.example/callback";
    public static final String VERIFIER = "a-verifier-that-is-long-enough-for-rfc-7636-0123";

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Town town;
    private final String id;
    private final String secret;
    private final String host;

    private Application(Town town, String id, String secret, String host) {
        this.town = town;
        this.id = id;
        this.secret = secret;
        this.host = host;
    }

    /// Registers an application by the administrator's means.
    public static Application register(Town town, Map<String, Object> settings) {
        Answer made = town.administrator().post("/v1/clients", Json.text(settings));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        JsonNode body = made.json();
        return new Application(
                town,
                body.path("client").path("client_id").asString(),
                body.path("client_secret").asString(),
                "");
    }

    /// One that keeps a secret and need not ask for consent.
    public static Application usual(Town town) {
        return register(town, usualSettings());
    }

    public static Map<String, Object> usualSettings() {
        var settings = new LinkedHashMap<String, Object>();
        settings.put("name", "The shop");
        settings.put("redirect_uris", List.of(CALLBACK));
        settings.put("grant_types", List.of("authorization_code", "refresh_token", "client_credentials"));
        settings.put("scopes", List.of("openid", "profile", "email", "offline_access", "read:thing"));
        settings.put("first_party", true);
        return settings;
    }

    public String id() {
        return id;
    }

    public String secret() {
        return secret;
    }

    /// The same application, which calls the workspace at its own host by way of a proxy that the server
    /// trusts.
    public Application atHost(String name) {
        return new Application(town, id, secret, name);
    }

    public String issuer() {
        URI server = town.server().address();
        return host.isEmpty() ? server + town.path() : server.getScheme() + "://" + host + ":" + server.getPort();
    }

    private HttpRequest.Builder calling(String path) {
        var request = HttpRequest.newBuilder(
                URI.create(town.server().address() + (host.isEmpty() ? town.path() : "") + path));
        return host.isEmpty() ? request : request.header("Forwarded", "for=127.0.0.1;host=" + host);
    }

    /// What a plain request for a code has.
    public Map<String, String> request() {
        var request = new LinkedHashMap<String, String>();
        request.put("client_id", id);
        request.put("response_type", "code");
        request.put("redirect_uri", CALLBACK);
        request.put("scope", "openid profile email");
        request.put("state", "a state");
        request.put("nonce", "a nonce");
        request.put("code_challenge", challenge(VERIFIER));
        request.put("code_challenge_method", "S256");
        return request;
    }

    /// The same with other parameters; an empty one is left out.
    public Map<String, String> request(String... changes) {
        Map<String, String> request = request();
        for (int i = 0; i < changes.length; i += 2) {
            if (changes[i + 1].isEmpty()) {
                request.remove(changes[i]);
            } else {
                request.put(changes[i], changes[i + 1]);
            }
        }
        return request;
    }

    /// Opens the authorization endpoint in a browser.
    public Answer ask(Browser browser, Map<String, String> request) {
        return browser.open("/oauth/v2/authorize?" + encoded(request));
    }

    /// Signs somebody in on the way that an answer points to, and answers what the last redirect leads to.
    public Answer signIn(Browser browser, Answer redirected, Person person) {
        browser.open(browser.local(redirected.header("Location")));
        Answer told = browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", person.email()));
        browser.open(browser.local(told.header("Location")));
        Answer inside = browser.step("password", "password", Town.PASSWORD);
        return browser.open(browser.local(inside.header("Location")));
    }

    /// The parameters with which a browser is sent back to the application.
    public static Map<String, String> answer(Answer redirected) {
        assertThat(redirected.status()).as(redirected.text()).isEqualTo(303);
        String location = redirected.header("Location");
        assertThat(location).startsWith(CALLBACK + "?");
        return parameters(URI.create(location).getRawQuery());
    }

    /// The parameters in the fragment, which the browser tells to no server.
    public static Map<String, String> fragment(Answer redirected) {
        assertThat(redirected.status()).as(redirected.text()).isEqualTo(303);
        String location = redirected.header("Location");
        assertThat(location).startsWith(CALLBACK + "#");
        return parameters(URI.create(location).getRawFragment());
    }

    /// Where the form of the page leads that asks for consent.
    public static String consentForm(Answer page) {
        assertThat(page.text()).contains("id=\"allow\"");
        return page.text().replaceFirst("(?s).*action=\"([^\"]*/oauth/v2/authorize/[^\"]*)\".*", "$1");
    }

    public static Map<String, String> parameters(String query) {
        return Arrays.stream(query.split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    }

    /// A code for somebody who signs in with a browser of their own.
    public String code(Person person) {
        return code(town.browser(), person, request());
    }

    public String code(Browser browser, Person person, Map<String, String> request) {
        return answer(signIn(browser, ask(browser, request), person)).get("code");
    }

    /// Tokens for a code.
    public Answer exchange(String code) {
        return token(exchanging(code));
    }

    /// What asks for the tokens of a code.
    public static Map<String, String> exchanging(String code) {
        return Map.of(
                "grant_type", "authorization_code", "code", code, "redirect_uri", CALLBACK, "code_verifier", VERIFIER);
    }

    /// Calls the token endpoint with the secret.
    public Answer token(Map<String, String> form) {
        return post("/oauth/v2/token", form);
    }

    /// Calls an endpoint with the secret.
    public Answer post(String path, Map<String, String> form) {
        return post(path, form, Map.of("Authorization", basic()));
    }

    public Answer post(String path, Map<String, String> form, Map<String, String> headers) {
        var request = calling(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(encoded(form)));
        headers.forEach(request::header);
        return send(request);
    }

    public Answer get(String path, Map<String, String> headers) {
        var request = calling(path).GET();
        headers.forEach(request::header);
        return send(request);
    }

    public String basic() {
        return "Basic "
                + Base64.getEncoder()
                        .encodeToString((encode(id) + ":" + encode(secret)).getBytes(StandardCharsets.UTF_8));
    }

    private static Answer send(HttpRequest.Builder request) {
        try {
            return new Answer(HTTP.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public static String challenge(String verifier) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String encoded(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(parameter -> encode(parameter.getKey()) + "=" + encode(parameter.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
