package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.login.Visit;
import dev.keystead.server.TestServer.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A machine that is too busy to judge has found nothing wrong: nobody is locked out by that.
class BusyHashingTest {
    private static final int MANY = 7;

    private final TestServer server = TestServer.start("--master-key", Town.MASTER_KEY);
    private final Town town = Town.on(server);
    private final Person ada = town.person("ada");

    @AfterEach
    void stop() {
        server.close();
    }

    private void takeNoMoreHashes() {
        server.wiring().door().close();
    }

    private void nothingWasCounted() {
        assertThat(town.count("auth.lockouts", "and kind in ('account', 'source', 'browser') and failed_attempts > 0"))
                .isZero();
    }

    @Test
    void aPasswordThatWasNotJudgedDoesNotCount() {
        Visit visit = town.visit();
        visit.identify(ada.email());
        takeNoMoreHashes();
        for (int i = 0; i < MANY; i++) {
            assertThat(visit.password(Town.PASSWORD).status()).isEqualTo(503);
        }
        assertThat(visit.read().json().path("tries_left").asInt()).isEqualTo(5);
        nothingWasCounted();
    }

    @Test
    void aRecoveryCodeThatWasNotJudgedDoesNotCount() {
        town.app(ada);
        String code = town.recoveryCodes(ada).getFirst();
        Visit visit = town.visit();
        assertThat(Visit.status(visit.signIn(ada.email(), Town.PASSWORD))).isEqualTo("mfa_required");
        takeNoMoreHashes();
        for (int i = 0; i < MANY; i++) {
            assertThat(visit.code("recovery-code", code).status()).isEqualTo(503);
        }
        assertThat(visit.read().json().path("tries_left").asInt()).isEqualTo(5);
        nothingWasCounted();
    }

    @Test
    void anOldPasswordThatWasNotJudgedDoesNotCount() {
        Insider insider =
                Insider.enterAgo(server, town.place().workspace(), town.place().slug(), ada.id());
        takeNoMoreHashes();
        for (int i = 0; i < MANY; i++) {
            Answer answer = insider.api()
                    .send(
                            "PUT",
                            town.path() + "/v1/me/password",
                            "{\"old_password\":\"%s\",\"password\":\"granite owl 7 west\"}".formatted(Town.PASSWORD));
            assertThat(answer.status()).as(answer.text()).isEqualTo(503);
        }
        nothingWasCounted();
    }
}
