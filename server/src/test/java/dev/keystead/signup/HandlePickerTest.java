package dev.keystead.signup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Inbox;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// People choose their handle when they sign up.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HandlePickerTest {
    private final TestServer server = TestServer.start();
    private final Client anybody = server.as("");

    @AfterAll
    void stop() {
        server.close();
    }

    private void open() {
        String policy = "/v1/workspaces/" + Reserved.SYSTEM_WORKSPACE.text() + "/policies/sign-up";
        server.asAdministrator().send("PUT", policy, "{\"mode\":\"open\",\"allowed_domains\":[]}");
    }

    private static String newHandle() {
        return "s" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    private Answer register(String handle) {
        return anybody.post("/v1/registrations", """
                {"email":"%1$s@mail.test","handle":"%1$s","display_name":"Zoe","password":"granite owl 7 west"}""".formatted(handle));
    }

    @ParameterizedTest
    @CsvSource({
        "en,root,This handle is not available",
        "pt-BR,root,não está disponível",
        "es,root,no está disponible",
        "en,picked1y,looks too much like",
        "en,some.bot,A handle has 2 to 20",
        "en,very-free,This handle is free"
    })
    void thePageSaysWhileOneTypesWhetherItIsFree(String language, String handle, String sentence) {
        open();
        if (server.count("select count(*) from identity.users where handle = 'pickedly'") == 0) {
            server.makePerson("pickedly");
        }
        Answer told = anybody.with("Accept-Language", language).get("/sign-up/handle?handle=" + handle);
        assertThat(told.status()).as(told.text()).isEqualTo(200);
        assertThat(told.text())
                .contains(sentence)
                .contains("id=\"handle-told\"")
                .doesNotContain("<html");
    }

    @Test
    void theFormAsksWhileOneTypesAndWorksWithoutScripts() {
        open();
        assertThat(anybody.get("/sign-up").text()).contains("hx-get=\"/sign-up/handle\"", "htmx");
        Answer refused = register("root");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("fields").path("handle").asString()).contains("not available");
        String handle = newHandle();
        assertThat(register(handle).status()).isEqualTo(202);
        new Inbox(server).await(handle + "@mail.test", 1);
        assertThat(server.count("select count(*) from identity.handle_registry where handle = '" + handle + "'"))
                .isOne();
        assertThat(register(handle).status()).isEqualTo(400);
    }

    @Test
    void whereNobodySignsUpNothingIsTold() {
        TestServer.Elsewhere place = server.makeOrganisation("picker");
        assertThat(anybody.get("/t/" + place.slug() + "/sign-up/handle?handle=free")
                        .status())
                .isEqualTo(404);
    }
}
