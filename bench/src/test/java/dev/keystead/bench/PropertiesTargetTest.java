package dev.keystead.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PropertiesTargetTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before any test.
    Path folder;

    private static void refused(Map<String, String> keys, String... parts) {
        assertThatThrownBy(() -> OidcTarget.from(PropertiesTarget.of("the test", keys)))
                .isInstanceOf(Refusal.class)
                .hasMessageContainingAll(parts);
    }

    private static Map<String, String> keysWith(String key, String value) {
        Map<String, String> keys = new HashMap<>(LocalOidc.keys("http://127.0.0.1:1"));
        keys.put(key, value);
        return keys;
    }

    @Test
    void anUnknownKeyIsRefusedByName() {
        refused(keysWith("passwrod", "x"), "`passwrod`", "the test", "password");
    }

    @Test
    void aHostThatIsNotLoopbackIsRefusedBeforeAnythingIsSent() {
        refused(keysWith("token", "http://login.example.test/token"), "login.example.test", "loopback");
    }

    @ParameterizedTest
    @CsvSource({
        "user-count, none, whole number",
        "user-count, 0, whole number",
        "user-format, user, the same for every number",
        "user-format, user%q, format for one number",
        "tenant-format, %s%s, format for one number",
        "client-auth, magic, basic",
        "introspect-client, api, web",
        "seed, magic, code_flow",
        "skip-form, (, regular expression",
        "token, https://127.0.0.1/, http://"
    })
    void aValueOfTheWrongFormIsRefusedByName(String key, String value, String sentence) {
        refused(keysWith(key, value), value, sentence);
    }

    @Test
    void theKeysThatAFlowLacksAreNamed() {
        PropertiesTarget keys = PropertiesTarget.of("the test", Map.of("token", "http://127.0.0.1:1/token"));
        OidcTarget target = OidcTarget.from(keys);
        assertThatThrownBy(() -> OidcTarget.refuseMissing(keys, target, OidcFlow.REFRESH))
                .isInstanceOf(Refusal.class)
                .hasMessageContainingAll("`refresh` needs", "web-client-id", "authorize", "redirect-uri")
                .hasMessageNotContaining(" token,");
    }

    @Test
    void theCommandLineWinsOverTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("some.properties"), "token = http://127.0.0.1:1/a \nscope=openid");
        PropertiesTarget keys = PropertiesTarget.read(file, Map.of("scope", "email"));
        assertThat(keys.text("token")).isEqualTo("http://127.0.0.1:1/a");
        assertThat(keys.text("scope")).isEqualTo("email");
        assertThat(keys.label()).isEqualTo("some");
    }

    @Test
    void aFileThatIsAbsentOrBrokenIsRefused() throws IOException {
        assertThatThrownBy(() -> PropertiesTarget.read(folder.resolve("absent"), Map.of()))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("There is no file");
        Path broken = Files.writeString(folder.resolve("broken"), "a=\\u12");
        assertThatThrownBy(() -> PropertiesTarget.read(broken, Map.of()))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("cannot be read");
    }

    @Test
    void everyPeerOfTheRepositoryCanRunEveryFlow() throws IOException {
        List<String> peers = new ArrayList<>();
        try (var files = Files.newDirectoryStream(Path.of("peers"), "*.properties")) {
            for (Path file : files) {
                PropertiesTarget keys = PropertiesTarget.read(file, Map.of("tenant-count", "10"));
                OidcTarget target = OidcTarget.from(keys);
                for (OidcFlow flow : OidcFlow.values()) {
                    OidcTarget.refuseMissing(keys, target, flow);
                }
                peers.add(target.label());
            }
        }
        assertThat(peers).contains("keycloak", "keycloak-tenants", "oidc-provider", "spring-as");
    }
}
