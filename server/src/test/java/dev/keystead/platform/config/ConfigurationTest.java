package dev.keystead.platform.config;

import static dev.keystead.platform.config.Loading.loaded;
import static dev.keystead.platform.config.Loading.problems;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which source wins, and what each mistake is answered with.
class ConfigurationTest {
    private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

    @TempDir
    Path folder;

    private void file(String text) throws IOException {
        Files.writeString(folder.resolve("keystead.properties"), text);
    }

    @Test
    void aLaterSourceWinsAndTellsItsPlace() throws IOException {
        assertThat(loaded(folder, Map.of()).value(Settings.HTTP_PORT)).isEqualTo(8080);
        assertThat(loaded(folder, Map.of()).origin(Settings.HTTP_PORT)).hasToString("default");

        file("# ours\n\nhttp.port = 1001\n");
        assertThat(loaded(folder, Map.of()).value(Settings.HTTP_PORT)).isEqualTo(1001);
        assertThat(loaded(folder, Map.of()).origin(Settings.HTTP_PORT)).hasToString("keystead.properties:3");

        Map<String, String> environment = Map.of("KEYSTEAD_HTTP_PORT", "1002", "HOME", "/root");
        assertThat(loaded(folder, environment).value(Settings.HTTP_PORT)).isEqualTo(1002);
        assertThat(loaded(folder, environment).origin(Settings.HTTP_PORT))
                .hasToString("KEYSTEAD_HTTP_PORT in the environment");

        Configuration flagged = loaded(folder, environment, "--http-port", "1003");
        assertThat(flagged.value(Settings.HTTP_PORT)).isEqualTo(1003);
        assertThat(flagged.origin(Settings.HTTP_PORT)).hasToString("the flag --http-port");
    }

    @Test
    void aFlagTakesItsValueBehindAnEqualsSignToo() {
        Configuration configuration = loaded(folder, Map.of(), "--http-max-body=1MiB", "--db-migrate", "false");

        assertThat(configuration.value(Settings.HTTP_MAX_BODY)).isEqualTo(1 << 20);
        assertThat(configuration.value(Settings.DB_MIGRATE)).isFalse();
    }

    @Test
    void dotsAndDashesBecomeUnderscoresInTheEnvironment() {
        Configuration configuration =
                loaded(folder, Map.of("KEYSTEAD_HTTP_MAX_BODY", "2MiB", "KEYSTEAD_DB_WORKER_POOL_SIZE", "7"));

        assertThat(configuration.value(Settings.HTTP_MAX_BODY)).isEqualTo(2 << 20);
        assertThat(configuration.value(Settings.DB_WORKER_POOL_SIZE)).isEqualTo(7);
    }

    @Test
    void anotherFileCanBeNamed() throws IOException {
        file("http.port = 1\n");
        Files.writeString(folder.resolve("other.properties"), "http.port = 2\n");

        Configuration configuration = loaded(folder, Map.of(), "--config", "other.properties");

        assertThat(configuration.value(Settings.HTTP_PORT)).isEqualTo(2);
        assertThat(configuration.origin(Settings.HTTP_PORT)).hasToString("other.properties:1");
    }

    @Test
    void aNamedFileMustExist() {
        assertThat(problems(folder, Map.of(), "--config", "absent.properties"))
                .containsExactly(
                        "The file absent.properties cannot be read (it does not exist); check the path and its "
                                + "permissions.");
    }

    @Test
    void theDatabaseUrlHasASecondFlag() {
        Secret<DatabaseUrl> url = loaded(folder, Map.of(), "--database-url", "postgresql://o:p@db:5432/k")
                .value(Settings.DB_URL);

        assertThat(requireNonNull(url).reveal().jdbcUrl()).isEqualTo("jdbc:postgresql://db:5432/k");
        assertThat(problems(folder, Map.of(), "--database-url", "postgresql://a/b", "--db-url", "postgresql://a/b"))
                .containsExactly("The flag --db-url is given twice; keep one.");
    }

    @Test
    void anUnknownNameIsToldWithItsPlaceAndTheNearestKnownOne() throws IOException {
        file("http.host = localhost\nhttp.prot = 80\n");

        assertThat(problems(folder, Map.of("KEYSTEAD_HTTP_PROT", "1"), "--htp-port", "80"))
                .containsExactly(
                        "The flag --htp-port is not a setting; did you mean http.port (--http-port)?",
                        "http.prot in keystead.properties:2 is not a setting; did you mean http.port?",
                        "KEYSTEAD_HTTP_PROT in the environment is not a setting; did you mean http.port "
                                + "(KEYSTEAD_HTTP_PORT)?");
    }

    @Test
    void theSecondFlagOfASettingIsKnownAsALikelyMistakeElsewhere() throws IOException {
        file("database.url = x\n");

        assertThat(problems(folder, Map.of("KEYSTEAD_DATABASE_URL", "x")))
                .containsExactly(
                        "database.url in keystead.properties:1 is not a setting; did you mean db.url?",
                        "KEYSTEAD_DATABASE_URL in the environment is not a setting; did you mean db.url "
                                + "(KEYSTEAD_DB_URL)?");
    }

    @Test
    void aNameThatIsLikeNoOtherPointsToTheList() throws IOException {
        file("completely.different.thing = 1\n");

        assertThat(problems(folder, Map.of()))
                .containsExactly("completely.different.thing in keystead.properties:1 is not a setting; the "
                        + "settings are listed in docs/reference/settings.md.");
    }

    @Test
    void theVariablesOfTheStartScriptAreNotSettings() {
        assertThat(problems(folder, Map.of("KEYSTEAD_HOME", "/opt", "KEYSTEAD_JAVA", "/jdk", "KEYSTEADY", "x")))
                .isEmpty();
    }

    @Test
    void aWrongValueIsToldWithItsKeyItsPlaceAndWhatIsAllowed() throws IOException {
        file("http.request-timeout = soon\n");

        assertThat(problems(folder, Map.of("KEYSTEAD_HTTP_PORT", "70000"), "--roles", "web,cook", "--log-level=loud"))
                .containsExactly(
                        "roles from the flag --roles: \"web,cook\" holds a word that is not known; allowed is one "
                                + "or more of web, worker, with commas.",
                        "http.port from KEYSTEAD_HTTP_PORT in the environment: \"70000\" is out of bounds; allowed "
                                + "is 0 to 65535.",
                        "http.request-timeout from keystead.properties:1: \"soon\" is not a duration such as 30s; "
                                + "allowed is 1s to 10m, in ms, s, m, h or d.",
                        "log.level from the flag --log-level: \"loud\" is not one of the known words; allowed is "
                                + "one of error, warn, info, debug, trace.");
    }

    @Test
    void aWrongValueOfALowerSourceDoesNotMatterWhenAHigherOneIsRight() throws IOException {
        file("http.port = x\n");

        assertThat(problems(folder, Map.of("KEYSTEAD_HTTP_PORT", "80"))).isEmpty();
    }

    @Test
    void aKeyTwiceInAFileIsAnError() throws IOException {
        file("http.port = 1\nhttp.host = a\nhttp.port : 2\n");

        assertThat(problems(folder, Map.of()))
                .containsExactly("http.port in keystead.properties:3 is already set in line 1; keep one.");
    }

    @Test
    void flagsThatMakeNoSenseAreTold() {
        assertThat(problems(
                        folder, Map.of(), "--http-port", "--http-host", "::1", "extra", "--http-host=a", "--log-level"))
                .containsExactly(
                        "The flag --http-port has no value; write --http-port VALUE.",
                        "Argument 4 is neither a flag nor the value of one; write --key value or --key=value.",
                        "The flag --http-host is given twice; keep one.",
                        "The flag --log-level has no value; write --log-level VALUE.");
    }

    @Test
    void aSecretCanBeGivenAsAFileFromEverySource() throws IOException {
        Files.writeString(folder.resolve("key"), KEY + "\n");

        for (Configuration configuration : new Configuration[] {
            loaded(folder, Map.of("KEYSTEAD_MASTER_KEY_FILE", "key")),
            loaded(folder, Map.of(), "--master-key-file", folder.resolve("key").toString())
        }) {
            Secret<byte[]> key = configuration.value(Settings.MASTER_KEY);
            assertThat(requireNonNull(key).reveal()).isEqualTo(new byte[32]);
        }
        file("master.key-file = key\n");
        assertThat(loaded(folder, Map.of()).shown(Settings.MASTER_KEY)).isEqualTo("(set)");
    }

    @Test
    void aSecretAndItsFileTogetherAreAnError() throws IOException {
        file("master.key = " + KEY + "\n");

        assertThat(problems(folder, Map.of("KEYSTEAD_MASTER_KEY_FILE", "key")))
                .containsExactly(
                        "master.key (keystead.properties:1) and master.key-file (KEYSTEAD_MASTER_KEY_FILE in the "
                                + "environment) are both given; keep one.");
    }

    @Test
    void aFileOfASecretMustBeReadable() {
        assertThat(problems(folder, Map.of("KEYSTEAD_DB_APP_PASSWORD_FILE", "absent")))
                .containsExactly("db.app.password-file from KEYSTEAD_DB_APP_PASSWORD_FILE in the environment: the file "
                        + "absent cannot be read (it does not exist); check the path and its permissions.");
    }

    @Test
    void onlySecretsHaveAFileForm() {
        assertThat(problems(folder, Map.of("KEYSTEAD_HTTP_PORT_FILE", "x")))
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem).startsWith("KEYSTEAD_HTTP_PORT_FILE in the environment is not a setting"));
    }

    @Test
    void aWrongSecretIsNeverRepeated() throws IOException {
        Files.writeString(folder.resolve("token"), "hunter2 hunter2 hunter2");

        assertThat(problems(
                        folder,
                        Map.of(
                                "KEYSTEAD_MASTER_KEY", "hunter2",
                                "KEYSTEAD_METRICS_TOKEN_FILE", "token",
                                "KEYSTEAD_DB_URL", "postgresql://hunter2:hunter2@bad host/db"),
                        "--db-app-pasword=hunter2",
                        "--db-worker-password",
                        "fine",
                        "hunter2"))
                .hasSize(5)
                .contains("master.key from KEYSTEAD_MASTER_KEY in the environment: the value has 5 bytes instead of "
                        + "32; allowed is empty, or 32 bytes in base64.")
                .noneMatch(problem -> problem.contains("hunter2"));
    }

    @Test
    void thePublicUrlFollowsFromHostAndPortUnlessGiven() {
        assertThat(http("127.0.0.1").publicUrl(8080)).hasToString("http://localhost:8080");
        assertThat(http("0.0.0.0").publicUrl(8080)).hasToString("http://localhost:8080");
        assertThat(http("::1").publicUrl(80)).hasToString("http://[::1]");
        assertThat(Config.from(loaded(folder, Map.of(), "--http-public-url", "https://id.example.com"))
                        .http()
                        .publicUrl(1))
                .hasToString("https://id.example.com");
    }

    @Test
    void thePublicUrlIsHttpsWhereTheServerSpeaksTls() {
        HttpConfig http = Config.from(loaded(folder, Map.of(), "--tls-certificate", "self-signed"))
                .http();

        assertThat(http.publicUrl(8443)).hasToString("https://localhost:8443");
        assertThat(http.publicUrl(443)).hasToString("https://localhost");
        assertThat(http.publicUrl(80)).hasToString("https://localhost:80");
    }

    private HttpConfig http(String host) {
        return Config.from(loaded(folder, Map.of(), "--http-host", host)).http();
    }
}
