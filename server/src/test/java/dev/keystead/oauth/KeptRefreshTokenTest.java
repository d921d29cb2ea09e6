package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import org.junit.jupiter.api.Test;

/// Refresh tokens that stay as they are because they are bound to a key.
class KeptRefreshTokenTest {
    private static final Town TOWN = Town.make();
    private static final Person ADA = TOWN.person("ada");

    private static String refreshToken(ProvingApplication bank) {
        Answer tokens = bank.exchange(bank.code(ADA));
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
        return tokens.json().path("refresh_token").asString();
    }

    private static String of(ProvingApplication bank) {
        return " and client_id = (select id from oauth.clients where client_id = '"
                + bank.registered().id() + "')";
    }

    @Test
    void aTokenThatIsInUseLivesOnAndOneThatIsNotDies() {
        ProvingApplication bank = ProvingApplication.fapi2(TOWN, "ES256");
        String token = refreshToken(bank);
        String idle = refreshToken(bank);
        TOWN.change("session.grants", "expires_at = now() + interval '1 minute'", of(bank));

        Answer refreshed = bank.refresh(token);
        assertThat(refreshed.status()).as(refreshed.text()).isEqualTo(200);
        assertThat(refreshed.json().path("refresh_token").asString()).isEqualTo(token);
        String moved = "and expires_at > now() + interval '1 hour'" + of(bank);
        assertThat(TOWN.count("session.grants", moved)).isEqualTo(1);

        TOWN.change(
                "session.grants",
                "expires_at = now() - interval '1 second'",
                "and expires_at < now() + interval '1 hour'" + of(bank));
        assertThat(bank.refresh(idle).error()).isEqualTo("invalid_grant");
        assertThat(TOWN.count("session.grants", moved)).isEqualTo(1);
        assertThat(bank.refresh(token).status()).isEqualTo(200);
    }

    @Test
    void aTokenThatIsUsedOftenIsWrittenSeldom() {
        ProvingApplication bank = ProvingApplication.fapi2(TOWN, "ES256");
        String token = refreshToken(bank);
        TOWN.change("session.grants", "expires_at = now() + interval '1 minute'", of(bank));
        bank.refresh(token);
        // A mark that any further write would take away.
        TOWN.change("session.grants", "updated_at = created_at", of(bank));
        for (int i = 0; i < 5; i++) {
            assertThat(bank.refresh(token).status()).isEqualTo(200);
        }
        assertThat(TOWN.count("session.grants", "and updated_at = created_at" + of(bank)))
                .isEqualTo(1);
    }

    @Test
    void nothingLivesLongerThanItsLastDay() {
        ProvingApplication bank = ProvingApplication.fapi2(TOWN, "ES256");
        String token = refreshToken(bank);
        TOWN.change(
                "session.grants",
                "expires_at = now() + interval '1 minute', ends_at = now() + interval '10 minutes'",
                of(bank));
        assertThat(bank.refresh(token).status()).isEqualTo(200);
        assertThat(TOWN.count("session.grants", "and expires_at = ends_at" + of(bank)))
                .isEqualTo(1);
    }
}
