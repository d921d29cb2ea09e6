package dev.keystead.oauth.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.oauth.Application;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Which types of authorization details a workspace knows (RFC 9396 section 10).
class DetailsTypesTest {
    private static final String MEMBER = "authorization_details_types_supported";

    private final Town town = Town.make();

    private Application register(String... types) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("authorization_details_types", List.of(types));
        return Application.register(town, settings);
    }

    private JsonNode metadata(String path) {
        Answer answer = town.server().as("").get(path);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json();
    }

    private String announced() {
        JsonNode told = metadata(town.path() + "/.well-known/openid-configuration");
        assertThat(metadata("/.well-known/oauth-authorization-server" + town.path())
                        .path(MEMBER))
                .isEqualTo(told.path(MEMBER));
        return told.path(MEMBER).toString();
    }

    @Test
    void whatApplicationsAreRegisteredForIsAnnounced() {
        assertThat(metadata(town.path() + "/.well-known/openid-configuration").has(MEMBER))
                .as("RFC 8414 section 3.2 has no empty lists")
                .isFalse();
        Application bank = register("payment", "account");
        Application shop = register("payment", "delivery");
        assertThat(announced()).isEqualTo("[\"account\",\"delivery\",\"payment\"]");

        change(bank, "{\"authorization_details_types\":[\"loan\"]}");
        assertThat(announced()).isEqualTo("[\"delivery\",\"loan\",\"payment\"]");
        assertThat(town.administrator().delete("/v1/clients/" + shop.id()).status())
                .isEqualTo(204);
        assertThat(announced()).isEqualTo("[\"loan\"]");
        change(bank, "{\"authorization_details_types\":[]}");
        assertThat(metadata(town.path() + "/.well-known/openid-configuration").has(MEMBER))
                .isFalse();
    }

    private void change(Application application, String members) {
        Answer changed = town.administrator().patch("/v1/clients/" + application.id(), members);
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    }

    @Test
    void anotherWorkspaceAnnouncesItsOwn() {
        register("payment");
        assertThat(metadata(Town.make().path() + "/.well-known/openid-configuration")
                        .has(MEMBER))
                .isFalse();
    }

    /// Nobody here has looked at them, and anybody could have the workspace say anything.
    @Test
    void whoRegistersItselfIsToldItsTypesAndNobodyElseIs() {
        town.decide("registration", "{\"mode\":\"open\"}");
        register("payment");
        Answer made = town.server().as("").post(town.path() + "/oauth/v2/register", """
                {"redirect_uris":["https://app.test/cb"],"authorization_details_types":["payment","nonsense"]}""");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().path("authorization_details_types").toString()).isEqualTo("[\"payment\",\"nonsense\"]");
        assertThat(announced()).isEqualTo("[\"payment\"]");
    }
}
