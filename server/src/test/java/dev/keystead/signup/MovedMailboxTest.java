package dev.keystead.signup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.login.Visit;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What was mailed to an address speaks for that address alone, also when its account has another one by now.
class MovedMailboxTest {
    private static final String CHOSEN = "granite owl 7 west";

    private final Town town = Town.make();
    private final TestServer.Client anybody = town.server().as("");
    private final Person eve = town.person("eve");
    private final String other = "other@" + town.place().slug() + ".test";

    private Insider inside() {
        return Insider.enter(
                town.server(), town.place().workspace(), town.place().slug(), eve.id());
    }

    private void moveMailbox() {
        Answer changed = inside().form("/account", "/account/address", Map.of("contact_email", other));
        assertThat(changed.status()).as(changed.text()).isEqualTo(303);
    }

    private void nothingIsProven() {
        assertThat(town.count(
                        "identity.users",
                        "and id = '%s' and email_verified_at is not null"
                                .formatted(eve.id().value())))
                .as("nobody has read a mail to the new address")
                .isZero();
    }

    /// Otherwise anybody has somebody else's address counted as theirs.
    @Test
    void aCodeThatWentToTheOldAddressDoesNotProveTheNewOne() {
        Visit visit = town.visit();
        visit.identify(eve.email());
        visit.askForMail();
        String code = town.inbox().await(eve.email(), 1).code();
        moveMailbox();
        assertThat(Visit.isInside(visit.code("otp", code))).isFalse();
        nothingIsProven();
    }

    @Test
    void aLinkThatWentToTheOldAddressDoesNotProveTheNewOne() {
        Browser browser = town.browser();
        browser.identify(eve.email());
        browser.submit("/sign-in/" + browser.flow() + "/magic-link", Map.of());
        String token = town.inbox().await(eve.email(), 1).token();
        moveMailbox();
        assertThat(browser.open("/sign-in/link?token=" + token).status()).isEqualTo(404);
        assertThat(browser.submit("/sign-in/link", Map.of("token", token)).status())
                .isEqualTo(410);
        nothingIsProven();
    }

    @Test
    void aCodeProvesTheAddressThatItWentTo() {
        Visit visit = town.visit();
        visit.identify(eve.email());
        visit.askForMail();
        town.inbox().await(eve.email(), 1);
        moveMailbox();
        visit.askForMail();
        String code = town.inbox().await(other, 2).code();
        assertThat(Visit.isInside(visit.code("otp", code))).isTrue();
        assertThat(town.count("identity.users", "and email_verified_at is not null"))
                .isOne();
    }

    /// Whoever reads the mailbox that somebody has left gets nothing by what is still lying there.
    @Test
    void aLinkForANewPasswordDiesWithTheAddressThatItWentTo() {
        anybody.post(town.path() + "/v1/password-resets", "{\"identifier\":\"" + eve.email() + "\"}");
        String token = town.inbox().await(eve.email(), 1).token();
        moveMailbox();
        assertThat(town.browser().open("/password-reset?token=" + token).status())
                .isEqualTo(404);
        Answer set = anybody.post(
                town.path() + "/v1/password-resets:confirm",
                "{\"token\":\"%s\",\"password\":\"%s\"}".formatted(token, CHOSEN));
        assertThat(set.status()).isEqualTo(401);
        assertThat(Visit.isInside(town.visit().signIn(eve.email(), Town.PASSWORD)))
                .isTrue();
    }

    /// An administrator who typed a wrong address and corrects it has not let its owner in.
    @Test
    void anInvitationToAWrongAddressDiesWhenTheAddressIsCorrected() {
        Person ada = town.stranger("ada");
        String user = "/v1/users/" + ada.id().text();
        assertThat(town.administrator().post(user + ":invite").status()).isEqualTo(202);
        String token = town.inbox().await(ada.email(), 1).token();
        Answer corrected = town.administrator()
                .send("PATCH", user, "{\"email\":\"right@" + town.place().slug() + ".test\"}");
        assertThat(corrected.status()).as(corrected.text()).isEqualTo(200);
        Browser stranger = town.browser();
        assertThat(stranger.open("/welcome?token=" + token).status()).isEqualTo(404);
        stranger.open("/password-reset");
        assertThat(stranger.submit("/welcome", Map.of("token", token, "password", CHOSEN))
                        .status())
                .isEqualTo(404);
        assertThat(town.count(
                        "identity.credentials",
                        "and user_id = '%s'".formatted(ada.id().value())))
                .isZero();
    }

    /// It is for the first password: whoever finds the mail days later must not set another one.
    @Test
    void anInvitationDoesNotOutliveAnotherFirstPassword() {
        Person ada = town.stranger("ada");
        town.administrator().post("/v1/users/" + ada.id().text() + ":invite");
        String invitation = town.inbox().await(ada.email(), 1).token();
        anybody.post(town.path() + "/v1/password-resets", "{\"identifier\":\"" + ada.email() + "\"}");
        String reset = town.inbox().await(ada.email(), 2).token();
        assertThat(anybody.post(
                                town.path() + "/v1/password-resets:confirm",
                                "{\"token\":\"%s\",\"password\":\"%s\"}".formatted(reset, CHOSEN))
                        .status())
                .isEqualTo(204);
        assertThat(town.browser().open("/welcome?token=" + invitation).status()).isEqualTo(404);
    }

    /// Each new address gets a mail: a stranger's mailbox must not be filled by going to and fro.
    @Test
    void movingTheMailboxToAndFroFillsNobodysMailbox() {
        Insider insider = inside();
        int status = 200;
        for (int i = 0; i < 12 && status == 200; i++) {
            String address = i % 2 == 0 ? "\"" + other + "\"" : "null";
            status = insider.api()
                    .send("PATCH", town.path() + "/v1/me", "{\"contact_email\":" + address + "}")
                    .status();
        }
        assertThat(status).isEqualTo(429);
        assertThat(town.inbox().to(other))
                .filteredOn(mail -> mail.text().contains("verify_email"))
                .hasSizeLessThanOrEqualTo(5);
    }

    @Test
    void programsDoNotHaveTheLinkMailedWithoutEnd() {
        Insider insider = inside();
        int status = 202;
        for (int i = 0; i < 8 && status == 202; i++) {
            status = insider.api()
                    .post(town.path() + "/v1/me/email-verifications")
                    .status();
        }
        assertThat(status).isEqualTo(429);
    }

    @Test
    void anInvitationIsNotMailedWithoutEnd() {
        Person ada = town.stranger("ada");
        int status = 202;
        for (int i = 0; i < 8 && status == 202; i++) {
            status = town.administrator()
                    .post("/v1/users/" + ada.id().text() + ":invite")
                    .status();
        }
        assertThat(status).isEqualTo(429);
    }
}
