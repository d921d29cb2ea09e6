package dev.keystead.login;

import dev.keystead.credential.SoftKey;
import dev.keystead.platform.json.Json;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Somebody at the door who speaks JSON, known by a key of their own. Begins a sign-in when it is made.
public final class Visit {
    private final TestServer server;
    private final String path;
    private String userAgent = "visit/1";
    private String key;
    private String flow;

    Visit(TestServer server, String path) {
        this.server = server;
        this.path = path;
        this.key = "";
        this.flow = "";
        begin();
    }

    /// Another sign-in in the same browser.
    public Visit again() {
        begin();
        return this;
    }

    private void begin() {
        begin("{}");
    }

    /// Another sign-in in the same browser, of somebody who says at once who they are.
    public Answer beginAs(String name) {
        return begin(Json.text(Map.of("identifier", name)));
    }

    /// The same with the password, which may be refused.
    public Answer beginWith(String name, String password) {
        Answer begun = client().post(path + "/v1/flows", Json.text(Map.of("identifier", name, "password", password)));
        return begun.status() == 201 ? begun(begun) : begun;
    }

    private Answer begin(String body) {
        Answer begun = client().post(path + "/v1/flows", body);
        if (begun.status() != 201) {
            throw new IllegalStateException(begun.text());
        }
        return begun(begun);
    }

    private Answer begun(Answer begun) {
        flow = begun.id();
        key = begun.json().path("browser_key").asString();
        return begun;
    }

    /// The same browser on a step-up.
    public Visit stepUp(Answer inside) {
        Answer begun = server.as(accessToken(inside))
                .with("Keystead-Browser", key)
                .with("User-Agent", userAgent)
                .post(path + "/v1/me/step-ups");
        if (begun.status() != 201) {
            throw new IllegalStateException(begun.text());
        }
        flow = begun.id();
        return this;
    }

    public TestServer.Client client() {
        TestServer.Client client = server.as("").with("User-Agent", userAgent);
        return key.isEmpty() ? client : client.with("Keystead-Browser", key);
    }

    public Visit withAgent(String agent) {
        userAgent = agent;
        return this;
    }

    public String flow() {
        return flow;
    }

    /// Goes on with another flow id.
    public Visit with(String other) {
        flow = other;
        return this;
    }

    public Answer read() {
        return client().get(path + "/v1/flows/" + flow);
    }

    /// Takes a step with a body as it is.
    public Answer step(String word, String body) {
        return client().post(path + "/v1/flows/" + flow + "/steps/" + word, body);
    }

    public Answer identify(String name) {
        return step("identify", Json.text(Map.of("identifier", name)));
    }

    public Answer password(String password) {
        return step("password", Json.text(Map.of("password", password)));
    }

    /// Says who, and tries the password.
    public Answer signIn(String name, String password) {
        identify(name);
        return password(password);
    }

    public Answer code(String step, String code) {
        return step(step, Json.text(Map.of("code", code)));
    }

    public Answer askForMail() {
        return step("magic-link", "{}");
    }

    public Answer askPasskey() {
        return step("webauthn:begin", "{}");
    }

    public Answer passkey(SoftKey soft) {
        return answer(soft, askPasskey());
    }

    public Answer answer(SoftKey soft, Answer question) {
        JsonNode asked = question.json();
        return step(
                "webauthn",
                Json.text(Map.of(
                        "challenge",
                        asked.path("challenge").asString(),
                        "credential",
                        soft.get(asked.path("options").asString()))));
    }

    public static String status(Answer answer) {
        return answer.json().path("status").asString();
    }

    public static String accessToken(Answer inside) {
        return inside.json().path("tokens").path("access_token").asString();
    }

    public static String refreshToken(Answer inside) {
        return inside.json().path("tokens").path("refresh_token").asString();
    }

    public static boolean isInside(Answer answer) {
        return answer.status() < 300 && !accessToken(answer).isEmpty();
    }
}
