package dev.keystead.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.login.Town;
import dev.keystead.platform.log.HeardLog;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.platform.tls.TestAuthority;
import dev.keystead.server.TestServer;
import dev.keystead.server.Until;
import io.nats.client.NKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A broker that lets in only whom it knows, and speaks TLS.
class NatsLoginTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String USER = "authorization { user: keystead, password: \"p4ss w0rd\" }\n";

    @TempDir
    private Path folder;

    private final TestAuthority authority = new TestAuthority("Loopback");

    private static TestServer server(NatsServer nats, String... more) {
        var flags = new ArrayList<>(List.of("--nats-url", nats.url(), "--master-key", Town.MASTER_KEY));
        flags.addAll(List.of(more));
        return TestServer.start(flags.toArray(String[]::new));
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private String tls() throws IOException {
        TestAuthority.Issued own = authority.issue("nats", "127.0.0.1");
        return "tls { cert_file: \"%s\", key_file: \"%s\" }\n"
                .formatted(file("nats.pem", own.certificatePem()), file("nats.key", own.keyPem()));
    }

    /// Events that are written now arrive.
    private static void delivers(TestServer server) {
        var crowd = new Crowd(server);
        crowd.write(10, 5);
        crowd.untilPublished();
        assertThat(crowd.published()).isEqualTo(10);
    }

    @Test
    void eventsGoOverTlsToABrokerThatAsksForAPassword() throws IOException {
        try (NatsServer nats = NatsServer.start(tls() + USER);
                TestServer server = server(
                        nats,
                        "--nats-ca",
                        authority.writeRoot(folder.resolve("ca.pem")).toString(),
                        "--nats-user",
                        "keystead",
                        "--nats-password",
                        "p4ss w0rd")) {
            delivers(server);
        }
    }

    @Test
    void anAuthorityThatIsNotTrustedIsToldAndEventsWaitUntilItIs() throws IOException {
        String other = new TestAuthority("Other")
                .writeRoot(folder.resolve("other.pem"))
                .toString();
        try (NatsServer nats = NatsServer.start(tls());
                TestServer web = server(nats, "--roles", "web")) {
            var crowd = new Crowd(web);
            crowd.write(10, 5);
            try (HeardLog log = new HeardLog();
                    TestServer worker = worker(web, nats, "--nats-ca", other)) {
                assertThat(worker).isNotNull();
                Until.holds(
                        "it is told",
                        LIMIT,
                        () -> log.has("The certificate of NATS is not trusted; name its authority in nats.ca"));
                assertThat(crowd.published()).isZero();
            }
            String right = authority.writeRoot(folder.resolve("ca.pem")).toString();
            try (TestServer worker = worker(web, nats, "--nats-ca", right)) {
                assertThat(worker).isNotNull();
                crowd.untilPublished();
                assertThat(crowd.published()).isEqualTo(10);
            }
        }
    }

    private static TestServer worker(TestServer web, NatsServer nats, String... more) {
        var flags = new ArrayList<>(
                List.of("--nats-url", nats.url(), "--master-key", Town.MASTER_KEY, "--roles", "worker"));
        flags.addAll(List.of(more));
        return TestServer.start(web.database(), flags.toArray(String[]::new));
    }

    @Test
    void aWrongPasswordIsToldAndEventsArriveOnceItIsRight() {
        try (NatsServer nats = NatsServer.start("authorization { user: keystead, password: other }\n");
                HeardLog log = new HeardLog();
                TestServer server = server(nats, "--nats-user", "keystead", "--nats-password", "p4ss w0rd")) {
            var crowd = new Crowd(server);
            crowd.write(10, 5);
            Until.holds("it is told", LIMIT, () -> log.has("NATS refuses our login; check nats.user"));
            assertThat(crowd.published()).isZero();
            assertThat(log.text()).doesNotContain("p4ss w0rd");
            nats.kill();
            nats.configure(USER);
            nats.run();
            crowd.untilPublished();
            assertThat(crowd.published()).isEqualTo(10);
        }
    }

    @Test
    void aTokenLogsIn() {
        try (NatsServer nats = NatsServer.start("authorization { token: \"a token of tests\" }\n");
                TestServer server = server(nats, "--nats-token", "a token of tests")) {
            delivers(server);
        }
    }

    @Test
    void theSeedOfAnNkeyLogsIn() throws Exception {
        NKey key = NKey.createUser(new SecureRandom());
        String settings = "authorization { users: [ { nkey: %s } ] }\n".formatted(new String(key.getPublicKey()));
        try (NatsServer nats = NatsServer.start(settings);
                TestServer server =
                        server(nats, "--nats-credentials", file("user.nk", new String(key.getSeed()) + "\n"))) {
            delivers(server);
        }
    }

    @Test
    void aFileOfCredentialsLogsIn() throws IOException {
        var accounts = new NatsAccounts();
        try (NatsServer nats = NatsServer.start(accounts.settings());
                TestServer server = server(nats, "--nats-credentials", file("user.creds", accounts.credentials()))) {
            delivers(server);
        }
    }

    @Test
    void onlyOneWayToLogInIsTaken() {
        assertThatThrownBy(() -> TestServer.start(
                                "--nats-url",
                                "nats://127.0.0.1:4222",
                                "--nats-user",
                                "a",
                                "--nats-password",
                                "b",
                                "--nats-token",
                                "c")
                        .close())
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("Only one of nats.user, nats.token and nats.credentials");
        assertThatThrownBy(() -> TestServer.start("--nats-token", "c").close())
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("without nats.url");
        assertThatThrownBy(() -> TestServer.start(
                                "--nats-url", "nats://127.0.0.1:4222", "--nats-credentials", "/nowhere/at.all")
                        .close())
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("cannot be read");
    }
}
