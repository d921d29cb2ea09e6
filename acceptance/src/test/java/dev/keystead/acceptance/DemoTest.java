package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `keystead dev`: one command, and every line that it prints works as it is printed.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DemoTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Folder folder = Folder.make();
    private Product product = Product.demo(folder.path());

    @AfterAll
    void stop() {
        product.close();
        folder.close();
    }

    @Test
    void theFirstPrintedCommandGetsATokenForTheMachine() throws IOException, InterruptedException {
        JsonNode token = curl(printed("  (curl \\S+/oauth/v2/token -u .*)"));

        assertThat(token.get("token_type").asString()).isEqualTo("Bearer");
        assertThat(token.get("access_token").asString()).startsWith("eyJ");
    }

    @Test
    void theOtherCommandsGetTokensForThePersonWhoSignsIn() throws IOException, InterruptedException {
        JsonNode device = curl(printed("  (curl \\S+/oauth/v2/device_authorization .*)"));

        try (Browser browser = Browser.start();
                Person ada = Person.at(browser, product.address())) {
            ada.page().navigate(device.get("verification_uri_complete").asString());
            ada.type("identifier", printed("Person +(\\S+)"));
            ada.go();
            ada.type("password", printed("Person +\\S+ +password (\\S+)"));
            ada.go();
            ada.go();
            ada.examine("demo-device");
            ada.press("Allow");
        }

        String deviceCode = device.get("device_code").asString();
        String fetching = printed("(?s)  (curl \\S+/oauth/v2/token -d client_id=.*?:device_code)\n");
        JsonNode tokens = curl(fetching.replace("device_code=...", "device_code=" + deviceCode));
        assertThat(tokens.has("id_token")).as(tokens.toString()).isTrue();
        assertThat(tokens.has("refresh_token")).isTrue();
    }

    @Test
    void theAdministratorsKeyReadsTheWorkspace() throws IOException, InterruptedException {
        String exported = printed("  (export KEYSTEAD_KEY=\\S+)");
        JsonNode users = curl(exported + "; " + printed("  (curl \\S+/v1/users .*)"));

        assertThat(users.get("items").toString()).contains("ada@demo.example");
    }

    @Test
    void aSecondRunGoesOnWithTheSame() {
        String machine = printed("Machine +(\\S+)");
        String password = printed("Person +\\S+ +password (\\S+)");
        product.stop();

        product = Product.demo(folder.path());

        assertThat(printed("Machine +(\\S+)")).isEqualTo(machine);
        assertThat(printed("Person +\\S+ +password (\\S+)")).isEqualTo(password);
    }

    @Test
    void anInstallationOfSomebodysOwnIsLeftAlone() {
        try (Folder own = Folder.make()) {
            try (Product served = Product.serve(own.path())) {
                served.administrator();
            }

            var ended = Product.run(own.path(), "dev", "--http-port", "0", "--data-dir", "data");

            assertThat(ended.exitCode()).isEqualTo(1);
            assertThat(ended.err()).contains("was not made by `keystead dev`");
        }
    }

    /// The group of a pattern in what was printed.
    private String printed(String pattern) {
        Until.isTrue("everything is printed", () -> product.out().contains("dev.json"));
        Matcher matcher = Pattern.compile(pattern).matcher(product.out());
        assertThat(matcher.find()).as(pattern + " in\n" + product.out()).isTrue();
        return matcher.group(1);
    }

    /// Runs a command line as a person would who copied it.
    private static JsonNode curl(String line) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", line.replace("curl ", "curl -sS "))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String answer = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return JSON.readTree(answer);
    }
}
