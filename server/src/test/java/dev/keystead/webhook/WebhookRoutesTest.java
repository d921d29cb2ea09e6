package dev.keystead.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.AtOnce;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.webhook.Hooks.Hook;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Webhooks on a server that calls the public internet alone.
class WebhookRoutesTest {
    private final TestServer server = TestServer.shared();
    private final Hooks hooks = new Hooks(server);
    private final Client administrator = hooks.administrator();

    @Test
    void theSecretIsShownOnceAndKeptEncrypted() {
        Hook hook = hooks.make("https://example.com/hook", "*");
        assertThat(hook.secret()).matches("whsec_[A-Za-z0-9+/]{43}=");
        assertThat(administrator.get("/v1/webhooks/" + hook.id()).text()).doesNotContain("whsec_");
        assertThat(administrator.get("/v1/webhooks").text()).contains(hook.id()).doesNotContain("whsec_");
        assertThat(server.count("select count(*) from admin.webhooks where id = app.id_uuid('" + hook.id()
                        + "') and position(decode('" + hook.secret().substring(6) + "', 'base64') in secret) > 0"))
                .isZero();
    }

    @Test
    void aWebhookIsChangedAndDeleted() {
        Hook hook = hooks.make("https://example.com/hook", "*");
        Answer changed = administrator.patch(
                "/v1/webhooks/" + hook.id(),
                "{\"event_types\":[\"identity.user.*\"],\"enabled\":false,\"description\":\"paused\"}");
        assertThat(changed.json().path("enabled").asBoolean()).isFalse();
        assertThat(changed.header("ETag")).isEqualTo("\"2\"");
        assertThat(administrator
                        .with("If-Match", "\"1\"")
                        .patch("/v1/webhooks/" + hook.id(), "{\"enabled\":true}")
                        .status())
                .isEqualTo(412);
        assertThat(administrator.delete("/v1/webhooks/" + hook.id()).status()).isEqualTo(204);
        assertThat(administrator.get("/v1/webhooks/" + hook.id()).status()).isEqualTo(404);
        assertThat(administrator
                        .get("/v1/webhooks/" + hook.id() + "/deliveries")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void webhooksThatAreMadeAtOnceAreNoMoreThanThereMayBe() throws Exception {
        server.execute("""
                insert into admin.webhooks (tenant_id, id, url, description, event_types, enabled, secret, created_by,
                    version, created_at, updated_at)
                select '%s', app.new_id(), 'https://example.com/' || n, '', array['*'], false,
                    decode(repeat('00', 40), 'hex'), 'did:internal:test', 1, now(), now()
                from generate_series(1, %d) n""".formatted(hooks.place().workspace().value(), Webhooks.MOST - 1));
        List<Integer> answers = AtOnce.numbered(
                12,
                number -> administrator
                        .post(
                                "/v1/webhooks",
                                "{\"url\":\"https://example.com/new-%d\",\"event_types\":[\"*\"]}".formatted(number))
                        .status());
        assertThat(answers).containsOnly(201, 409).containsOnlyOnce(201);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com/hook",
                "http://127.0.0.1/hook",
                "ftp://example.com/hook",
                "https://user:secret@example.com/hook",
                "https://example.com/hook#part",
                "https:///hook",
                "not an address"
            })
    void anAddressThatCannotBeCalledIsRefused(String url) {
        Answer answer = administrator.post("/v1/webhooks", "{\"url\":\"%s\",\"event_types\":[\"*\"]}".formatted(url));
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().path("fields").path("url").isString()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"user.created", "identity.*", "identity.user.created", "identity.user.created.v1 ", ""})
    void aTypeThatCannotBeIsRefused(String type) {
        Answer answer = administrator.post(
                "/v1/webhooks", "{\"url\":\"https://example.com/\",\"event_types\":[\"%s\"]}".formatted(type));
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    }

    /// The name of an address may lead inside; that is found when it is called.
    @ParameterizedTest
    @ValueSource(strings = {"https://127.0.0.1/hook", "https://localhost/hook", "https://[::1]/hook"})
    void nobodyIsCalledInside(String url) {
        Hook hook = hooks.make(url, "*");
        Answer pinged = administrator.post("/v1/webhooks/" + hook.id() + ":test");
        assertThat(pinged.json().path("result").asString()).isEqualTo("The address is not on the public internet.");
    }

    @Test
    void whatIsTurnedOffIsNotSentAgain() {
        Hook hook = hooks.make("https://example.com/hook", "*");
        administrator.patch("/v1/webhooks/" + hook.id(), "{\"enabled\":false}");
        Answer again = administrator.post(
                "/v1/webhooks/" + hook.id() + "/deliveries/evt_01k9zzzzzzzzzzzzzzzzzzzzzz:redeliver");
        assertThat(again.status()).isEqualTo(404);
    }
}
