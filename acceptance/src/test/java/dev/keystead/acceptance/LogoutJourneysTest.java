package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// How people leave: because an application sends them, or by themselves.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LogoutJourneysTest {
    private static final String PASSWORD = "seven quiet otters";
    private static final String VERIFIER = "a-verifier-that-is-long-enough-for-rfc-7636-0123";

    /// The SHA-256 of that (RFC 7636 section 4.2).
    private static final String CHALLENGE = "tc4Pk3TDgrYrzibKhVIFTqXosORWMY6WY1b3Dejn9kM";

    private final Installation installation = new Installation();
    private final Application shop = Application.overHttp();

    @AfterAll
    void end() {
        shop.close();
        installation.close();
    }

    @Test
    void anApplicationSignsSomebodyOutEverywhere() {
        Installation.Workspace harbour = installation.makeWorkspace("harbour", "Harbour");
        String email = installation.makeUser(harbour, "mara", PASSWORD);
        String clientId =
                harbour.register("""
                {"name":"Shop","first_party":true,"redirect_uris":["%1$s/callback"],
                 "post_logout_redirect_uris":["%1$s/bye"],"frontchannel_logout_uri":"%1$s/front",
                 "token_endpoint_auth_method":"none"}""".formatted(shop.address())).get("client_id").asString();
        try (Person mara = installation.person()) {
            String idToken = signIn(mara, harbour, email, clientId);
            mara.open(harbour.base() + "/oidc/v1/end_session?"
                    + Client.encoded(Map.of(
                            "id_token_hint",
                            idToken,
                            "post_logout_redirect_uri",
                            shop.address() + "/bye",
                            "state",
                            "s")));
            mara.page().waitForURL(shop.address() + "/bye?state=s");

            assertThat(shop.visitsTo("/front")).singleElement().asString().contains("iss=", "sid=ses_");
            assertThat(mara.isInside("harbour")).isFalse();
        }
    }

    /// Signs somebody in by the application and answers the ID token.
    private String signIn(Person person, Installation.Workspace workspace, String email, String clientId) {
        String callback = shop.address() + "/callback";
        person.open(workspace.base() + "/oauth/v2/authorize?"
                + Client.encoded(Map.of(
                        "response_type",
                        "code",
                        "client_id",
                        clientId,
                        "redirect_uri",
                        callback,
                        "scope",
                        "openid",
                        "code_challenge",
                        CHALLENGE,
                        "code_challenge_method",
                        "S256")));
        person.type("identifier", email);
        person.go();
        person.type("password", PASSWORD);
        person.go();
        person.page().waitForURL(url -> url.startsWith(callback));
        String query = URI.create(person.page().url()).getRawQuery();
        String code = query.replaceFirst(".*code=([^&]+).*", "$1");
        Client.Answer answer = workspace
                .owner()
                .postForm(
                        workspace.base() + "/oauth/v2/token",
                        Map.of(
                                "grant_type", "authorization_code",
                                "client_id", clientId,
                                "redirect_uri", callback,
                                "code_verifier", VERIFIER,
                                "code", code),
                        "");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json().get("id_token").asString();
    }

    @Test
    void whoIsAskedStaysOrLeaves() {
        Installation.Workspace mill = installation.makeWorkspace("mill", "Mill");
        String email = installation.makeUser(mill, "nils", PASSWORD);
        for (Person nils : List.of(installation.person(), installation.personWithoutScripts())) {
            try (nils) {
                nils.signIn(mill.base(), email, PASSWORD);
                nils.open(mill.base() + "/oidc/v1/end_session");
                nils.examine("logout-asked");
                nils.press("Stay signed in");
                nils.examine("logout-stayed");
                assertThat(nils.isInside("mill")).isTrue();

                nils.open(mill.base() + "/oidc/v1/end_session");
                nils.press("Sign out");
                assertThat(nils.heading()).isEqualTo("You are signed out");
                nils.examine("logout-done");
                assertThat(nils.isInside("mill")).isFalse();
            }
        }
    }

    @Test
    void anAddressThatIsNotRegisteredIsToldOnAPage() {
        Installation.Workspace quarry = installation.makeWorkspace("quarry", "Quarry");
        try (Person olga = installation.person()) {
            olga.open(quarry.base() + "/oidc/v1/end_session?"
                    + Client.encoded(Map.of("post_logout_redirect_uri", "https://elsewhere.example/")));
            assertThat(olga.text()).contains("post_logout_redirect_uri needs an id_token_hint or a client_id");
            olga.examine("logout-refused");
        }
    }
}
