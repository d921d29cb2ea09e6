package dev.keystead.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.bot.Machines.Account;
import dev.keystead.login.AtOnce;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// How many requests machines may make.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BotLimitsTest {
    private final TestServer server = TestServer.start(
            "--roles",
            "web",
            "--bot-untrusted-per-second",
            "1",
            "--bot-third-party-per-second",
            "1000",
            "--bot-burst-seconds",
            "3");
    private final Machines machines = Machines.in(server, "limits");

    @AfterAll
    void stop() {
        server.close();
    }

    private Account untrusted() {
        Account account = machines.account();
        assertThat(machines.administrator()
                        .patch(Machines.path(account.identity()), "{\"trust_class\":\"untrusted\"}")
                        .status())
                .isEqualTo(200);
        return account;
    }

    /// Many requests at once, of which one is too many: the bucket holds three, and fills by one a second.
    private static Answer exhaust(Callable<Answer> request) throws Exception {
        return AtOnce.run(60, request).stream()
                .filter(answer -> answer.status() == 429)
                .findFirst()
                .orElseThrow(() -> new AssertionError("the machine was never stopped"));
    }

    private Callable<Answer> users(String token) {
        return () -> server.as(token).get("/v1/users");
    }

    @Test
    void anUntrustedMachineIsStoppedAndToldWhenToComeBack() throws Exception {
        Account account = machines.account();
        String token = account.token();
        machines.administrator().patch(Machines.path(account.identity()), "{\"trust_class\":\"untrusted\"}");
        Answer stopped = exhaust(users(token));
        assertThat(stopped.header("Retry-After")).isEqualTo("1");
        assertThat(stopped.error()).contains("try again later");
        exhaust(users(token));
        assertThat(machines.written("service_identity.throttle", account.identity()))
                .as("told once, not with each request")
                .isOne();
    }

    @Test
    void theOthersAreNotStopped() throws Exception {
        Account slow = untrusted();
        Account quick = machines.account();
        String slowToken = slow.token();
        String quickToken = quick.token();
        exhaust(users(slowToken));
        for (int i = 0; i < 20; i++) {
            assertThat(server.as(quickToken).get("/v1/users").status()).isEqualTo(200);
        }
        assertThat(machines.administrator().get("/v1/users").status()).isEqualTo(200);
    }

    @Test
    void allAccountsOfAMachineAndItsWishesForTokensCountTogether() throws Exception {
        Account account = machines.account();
        Account second = machines.account(account.identity(), "read:user");
        String token = account.token();
        machines.administrator().patch(Machines.path(account.identity()), "{\"trust_class\":\"untrusted\"}");
        Answer stopped = exhaust(second::ask);
        assertThat(stopped.header("Retry-After")).isNotEmpty();
        assertThat(stopped.error()).isEqualTo("temporarily_unavailable");
        exhaust(users(token));
    }
}
