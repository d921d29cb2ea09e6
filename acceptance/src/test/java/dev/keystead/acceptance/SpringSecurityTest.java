package dev.keystead.acceptance;

import static dev.keystead.acceptance.TlsInstallation.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// A Spring Boot application: people sign in by `oauth2Login`, programs call it with access tokens.
@ExtendWith(TlsInstallation.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpringSecurityTest {
    /// As the application's configuration calls its interface.
    private static final String RESOURCE = "https://orders.example";

    private final TlsInstallation installation;
    private final Installation.Workspace barn;
    private final String email;
    private final SpringShop shop;

    SpringSecurityTest(TlsInstallation installation) {
        this.installation = installation;
        this.barn = installation.makeWorkspace("barn");
        this.email = installation.makeUser(barn, "berta");
        int port = Ports.free();
        JsonNode client = barn.register("""
                {"name":"Spring shop","redirect_uris":["http://127.0.0.1:%1$d/login/oauth2/code/keystead"],
                 "post_logout_redirect_uris":["http://127.0.0.1:%1$d/bye"],
                 "backchannel_logout_uri":"http://127.0.0.1:%1$d/logout/connect/back-channel/keystead"}""".formatted(port));
        this.shop = SpringShop.open(
                installation,
                barn,
                client.get("client_id").asString(),
                client.get("client_secret").asString(),
                port);
    }

    @AfterAll
    void end() {
        shop.close();
    }

    private Visitor signedIn() {
        Visitor berta = installation.visitor();
        berta.open(shop.address() + "/");
        berta.signIn(email, PASSWORD);
        if (berta.has("allow")) {
            berta.press("allow");
        }
        assertThat(berta.place()).as(shop.said()).startsWith(shop.address() + "/");
        assertThat(berta.said("person")).isEqualTo(email);
        return berta;
    }

    @Test
    void somebodySignsInAndLeavesByTheApplication() {
        try (Visitor berta = signedIn()) {
            berta.open(shop.address() + "/logout");
            berta.pressFirst("button");
            assertThat(berta.place()).isEqualTo(shop.address() + "/bye");

            berta.open(shop.address() + "/");
            assertThat(berta.place()).as("Keystead asks for a name again").startsWith(barn.issuer());
            assertThat(berta.has("identifier")).isTrue();
        }
    }

    @Test
    void whoeverLeavesKeysteadLeavesTheApplicationToo() {
        try (Visitor berta = signedIn()) {
            berta.open(barn.issuer() + "/oidc/v1/end_session");
            berta.press("sign-out");
            // The notice goes from server to server, so the application knows it a moment later.
            Until.isTrue("the application has forgotten her", () -> {
                berta.open(shop.address() + "/");
                return berta.place().startsWith(barn.issuer());
            });
            assertThat(berta.has("identifier")).isTrue();
        }
    }

    @Test
    void theInterfaceTakesTheTokensThatAreForItAndNoOthers() {
        Program program = Program.in(installation, barn);
        Client.Answer taken = call("/orders", program.token(RESOURCE));
        assertThat(taken.status()).as(taken + shop.said()).isEqualTo(200);
        assertThat(taken.json().get("subject").asString()).isEqualTo(program.clientId());

        assertRefused(call("/orders", program.token("https://stock.example")), "aud");
        Program stranger = Program.in(installation, installation.makeWorkspace("silo"));
        assertRefused(call("/orders", stranger.token(RESOURCE)), "Signed JWT rejected");
        assertRefused(call("/orders", Program.forged(program.token(RESOURCE))), "Signed JWT rejected");
        assertRefused(call("/tomorrow/orders", program.token(RESOURCE)), "expired");
    }

    private Client.Answer call(String path, String token) {
        return Client.of(URI.create(shop.address())).with(token).get(path);
    }

    private static void assertRefused(Client.Answer answer, String why) {
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.headers().get("www-authenticate"))
                .contains("invalid_token")
                .contains(why);
    }
}
