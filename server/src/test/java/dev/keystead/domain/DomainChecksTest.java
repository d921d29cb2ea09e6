package dev.keystead.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.job.Job;
import dev.keystead.login.AtOnce;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.server.TestServer.Answer;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.Rcode;

/// The job that looks after domains. Days are passed by changing what was written down.
class DomainChecksTest {
    private static final String TABLE = "identity.workspace_domains";

    private final Town town = Town.make();
    private final Claims claims = Claims.of(town);
    private final String domain = Claims.newDomain();
    private final String mailbox = "owner@" + town.place().slug() + ".test";
    private final Job job = town.server().timetable().stream()
            .filter(one -> one.name().equals("domain-checks"))
            .findFirst()
            .orElseThrow();

    @BeforeEach
    void makeOwner() {
        town.server().makeOwner(town.place());
    }

    private void aDayLater() {
        town.change(
                TABLE,
                "next_check_at = next_check_at - interval '25 hours', "
                        + "failing_since_at = failing_since_at - interval '25 hours'",
                "and domain = '" + domain + "'");
        job.run().run();
    }

    private String status() {
        return Claims.status(claims.read(domain));
    }

    @Test
    void aProofThatStaysIsFoundAgain() {
        claims.own(domain);
        aDayLater();
        aDayLater();
        assertThat(status()).isEqualTo("verified");
        assertThat(claims.entries("domain.warn")).isZero();
        assertThat(town.count(TABLE, "and next_check_at > now() + interval '23 hours'"))
                .isOne();
    }

    @Test
    void aProofThatIsGoneForSevenDaysTakesTheDomainAwayAfterANotice() {
        claims.own(domain);
        claims.serve(domain, true);
        TestDns.shared().forget("_keystead." + domain);

        aDayLater();
        assertThat(status()).isEqualTo("failing");
        assertThat(claims.state(domain).path("taken_away_at").isString()).isTrue();
        assertThat(claims.entries("domain.warn")).isOne();
        assertThat(town.inbox().await(mailbox, 1).text()).contains("_keystead." + domain);
        for (int day = 2; day <= 6; day++) {
            aDayLater();
            assertThat(status()).as("day %d", day).isEqualTo("failing");
        }
        assertThat(claims.entries("domain.warn")).isOne();
        assertThat(claims.registered(domain)).isOne();

        aDayLater();
        aDayLater();
        assertThat(status()).isEqualTo("pending");
        assertThat(claims.state(domain).path("serves").asBoolean()).isFalse();
        assertThat(claims.registered(domain)).isZero();
        assertThat(claims.entries("domain.release")).isOne();
        town.inbox().await(mailbox, 2);

        TestDns.shared().prove(claims.state(domain));
        assertThat(claims.verify(domain).status()).isEqualTo(200);
    }

    @Test
    void aProofThatComesBackEndsTheWait() {
        claims.own(domain);
        TestDns.shared().forget("_keystead." + domain);
        aDayLater();
        assertThat(status()).isEqualTo("failing");
        TestDns.shared().prove(claims.state(domain));
        aDayLater();
        assertThat(status()).isEqualTo("verified");
    }

    /// Otherwise a resolver of ours that fails would take all domains away.
    @Test
    void serversThatFailTakeNothingAway() {
        claims.own(domain);
        TestDns.shared().behave("_keystead." + domain, new TestDns.Behaviour.Failure(Rcode.SERVFAIL));
        for (int day = 1; day <= 9; day++) {
            aDayLater();
        }
        assertThat(status()).isEqualTo("verified");
        assertThat(claims.entries("domain.warn")).isZero();
    }

    @Test
    void whatWasProvenByMailIsNotLookedFor() {
        claims.own(domain);
        town.change(TABLE, "verification_method = 'email', next_check_at = now() - interval '1 hour'", "");
        TestDns.shared().forget("_keystead." + domain);
        job.run().run();
        assertThat(status()).isEqualTo("verified");
    }

    /// Has a link mailed, and opened.
    private void proveByMail(int mails) {
        Answer asked = claims.mail(domain, "{}");
        assertThat(asked.status()).as(asked.text()).isEqualTo(200);
        String token = town.inbox().await("admin@" + domain, mails).token();
        Browser reader = town.browser();
        reader.open("/verify-domain?token=" + token);
        assertThat(reader.submit("/verify-domain", Map.of("token", token)).status())
                .isEqualTo(200);
        assertThat(status()).isEqualTo("verified");
    }

    private void daysLater(int days) {
        town.change(TABLE, "checked_at = checked_at - interval '%d days'".formatted(days), "");
        aDayLater();
    }

    @Test
    void aProofByMailIsGoodForAYear() {
        claims.claim(domain, "email");
        proveByMail(1);
        claims.serve(domain, true);
        daysLater(357);
        assertThat(status()).isEqualTo("verified");
        daysLater(1);
        assertThat(status()).isEqualTo("failing");
        assertThat(claims.entries("domain.warn")).isOne();
        assertThat(town.inbox().await(mailbox, 1).text()).contains("by a link in a mail", "after 7 days");
        for (int day = 2; day <= 6; day++) {
            aDayLater();
            assertThat(status()).as("day %d", day).isEqualTo("failing");
        }
        aDayLater();
        aDayLater();
        assertThat(status()).isEqualTo("pending");
        assertThat(claims.state(domain).path("serves").asBoolean()).isFalse();
        assertThat(claims.registered(domain)).isZero();
        assertThat(claims.entries("domain.release")).isOne();
    }

    @Test
    void anotherLinkProvesADomainForAnotherYear() {
        claims.claim(domain, "email");
        proveByMail(1);
        claims.serve(domain, true);
        String since = claims.state(domain).path("verified_at").asString();
        daysLater(358);
        assertThat(status()).isEqualTo("failing");
        proveByMail(2);
        assertThat(claims.state(domain).path("taken_away_at").isNull()).isTrue();
        assertThat(claims.state(domain).path("serves").asBoolean()).isTrue();
        assertThat(claims.state(domain).path("verified_at").asString()).isEqualTo(since);
        for (int day = 1; day <= 9; day++) {
            aDayLater();
        }
        assertThat(status()).isEqualTo("verified");
        assertThat(claims.registered(domain)).isOne();
        assertThat(claims.entries("domain.warn")).isOne();
        daysLater(358);
        assertThat(status()).isEqualTo("failing");
    }

    @Test
    void nodesThatComeAtOnceLookOnce() throws Exception {
        claims.own(domain);
        TestDns.shared().forget("_keystead." + domain);
        town.change(TABLE, "next_check_at = now() - interval '1 hour'", "");
        AtOnce.run(4, () -> job.run().run());
        assertThat(claims.entries("domain.warn")).isOne();
    }

    @Test
    void aClaimThatNobodyProvesGoesAfterThirtyDays() {
        claims.claim(domain);
        job.run().run();
        assertThat(claims.read(domain).status()).isEqualTo(200);
        town.change(TABLE, "token_expires_at = now() - interval '1 second'", "");
        job.run().run();
        assertThat(claims.read(domain).status()).isEqualTo(404);
        assertThat(claims.entries("domain.expire")).isOne();
    }

    @Test
    void whatADeletedWorkspaceHeldIsFreeAgain() {
        String made = town.administrator()
                .post(
                        "/v1/workspaces",
                        "{\"slug\":\"%s\",\"name\":\"Short\"}"
                                .formatted("short-" + town.place().slug()))
                .id();
        String path = "/v1/workspaces/" + made + "/domains";
        TestDns.shared()
                .prove(town.administrator()
                        .post(path, "{\"domain\":\"" + domain + "\"}")
                        .json());
        assertThat(town.administrator().post(path + "/" + domain + ":verify").status())
                .isEqualTo(200);
        town.server()
                .execute(
                        "update identity.workspaces set status = 'deleted', deleted_at = now() where id = app.id_uuid('"
                                + made + "')");

        town.server()
                .execute("update identity.workspace_domains set next_check_at = now() - interval '1 hour'"
                        + " where domain = '" + domain + "'");

        job.run().run();

        assertThat(town.server().count("select count(*) from identity.domain_owners where domain = '" + domain + "'"))
                .isZero();
        assertThat(claims.own(domain)).isEqualTo(domain);
    }
}
