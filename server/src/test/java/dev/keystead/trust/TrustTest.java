package dev.keystead.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.Insider;
import dev.keystead.server.Samples;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import dev.keystead.workspace.Reserved;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TrustTest {
    private static final int LINEAGE = 3000;

    private final TestServer server = TestServer.start("--roles", "web");
    private final Family family = new Family(server.look());
    private final Client operator = server.asAdministrator();

    @AfterAll
    void stop() {
        server.close();
    }

    private void night() {
        TestJobs.run(server, "trust");
    }

    private static String trustOf(UserId user) {
        return "/v1/users/" + user.text() + "/trust";
    }

    private static int points(JsonNode trust, String component) {
        return trust.path("components")
                .valueStream()
                .filter(part -> part.path("component").asString().equals(component))
                .findFirst()
                .orElseThrow()
                .path("points")
                .intValue();
    }

    @Test
    void aPersonSeesTheirOwnScoreAndWhyBeforeTheFirstNight() {
        Person person = server.makePerson("newcomer");
        JsonNode trust = server.as(person.key()).get("/v1/me/trust").json();
        assertThat(trust.path("score").intValue()).isEqualTo(LINEAGE);
        assertThat(trust.path("invites_per_period").intValue()).isEqualTo(5);
        assertThat(trust.path("invites_in_all").intValue()).isEqualTo(50);
        assertThat(trust.path("computed_at").isMissingNode()
                        || trust.path("computed_at").isNull())
                .isTrue();
        assertThat(trust.path("components").size()).isEqualTo(6);
        assertThat(trust.path("components").path(0).path("why").asString()).contains("invitations");
        assertThat(family.score(person.user())).as("nothing was kept").isEqualTo(-1);
    }

    @Test
    void wordsAreInTheLanguageOfWhoAsks() {
        Person person = server.makePerson("leitora");
        JsonNode trust = server.as(person.key())
                .with("Accept-Language", "pt-BR")
                .get("/v1/me/trust")
                .json();
        assertThat(trust.path("components").path(0).path("name").asString()).isEqualTo("Linhagem");
    }

    @Test
    void theNightKeepsTheScoreItsHistoryAndWhatMayBeInvited() {
        Person person = server.makePerson("sleeper");
        night();
        assertThat(family.score(person.user())).isEqualTo(LINEAGE);
        assertThat(server.count("select count(*) from identity.invite_quotas where user_id = '%s'"
                                .formatted(person.user().value())
                        + " and period_allowed = 5 and total_allowed = 50 and total_issued = 0"))
                .isOne();
        family.change(person.user(), "email_verified_at = now()");
        night();
        assertThat(family.score(person.user())).isEqualTo(LINEAGE + 400);
        Answer history = server.as(person.key()).get("/v1/me/trust/history");
        assertThat(history.json().path("items").size())
                .as("two changes of one day are one")
                .isOne();
        assertThat(history.json().path("items").path(0).path("score").intValue())
                .isEqualTo(LINEAGE + 400);
    }

    @Test
    void historyComesInPages() {
        Person person = server.makePerson("historian");
        night();
        server.execute("""
                insert into identity.trust_history (tenant_id, user_id, computed_on, score, lineage, tenure, verification,
                    stewardship, activity, penalties, computed_at)
                select tenant_id, user_id, current_date - n, n, 0, 0, 0, 0, 0, 0, now() - n * interval '1 day'
                from identity.trust_scores, generate_series(1, 5) n where user_id = '%s'""".formatted(person.user().value()));
        JsonNode first =
                operator.get(trustOf(person.user()) + "/history?limit=4").json();
        assertThat(first.path("items").size()).isEqualTo(4);
        JsonNode second = operator.get(trustOf(person.user()) + "/history?limit=4&cursor="
                        + first.path("next_cursor").asString())
                .json();
        assertThat(second.path("items").size()).isEqualTo(2);
        assertThat(second.path("items").path(1).path("score").intValue()).isEqualTo(5);
        assertThat(operator.get(trustOf(person.user()) + "/history?cursor=nonsense")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void whatDidNotChangeIsNotWritten() {
        UserId person = family.person("unmoved", 800);
        night();
        String version =
                "select xmin::text::bigint from identity.trust_scores where user_id = '" + person.value() + "'";
        String quota = "select xmin::text::bigint from identity.invite_quotas where user_id = '" + person.value() + "'";
        long score = server.count(version);
        long allowed = server.count(quota);
        night();
        assertThat(server.count(version)).isEqualTo(score);
        assertThat(server.count(quota)).isEqualTo(allowed);
    }

    @Test
    void whatAnOperatorDecidedAboutInvitationsStays() {
        UserId person = family.person("favoured", 1);
        night();
        server.execute("update identity.invite_quotas set period_allowed = 77, total_allowed = 777, set_by_hand = true"
                + " where user_id = '" + person.value() + "'");
        family.change(person, "email_verified_at = now(), created_at = now() - interval '900 days'");
        night();
        assertThat(family.score(person)).isEqualTo(LINEAGE + 400 + 2000);
        JsonNode trust = operator.get(trustOf(person)).json();
        assertThat(trust.path("invites_per_period").intValue()).isEqualTo(77);
        assertThat(trust.path("decided_by_hand").booleanValue()).isTrue();
    }

    @Test
    void factsAreFoundWhereTheyStand() {
        UserId top = family.person("top", 1);
        UserId middle = family.invited(top, "middle", 1);
        UserId person = family.invited(middle, "judged", 365);
        family.invited(person, "good", 31);
        family.invited(person, "fresh", 29);
        UserId gone = family.invited(person, "gone", 200);
        family.change(gone, "status = 'suspended'");
        UserId revoked = family.invited(person, "revoked", 200);
        family.strike(revoked, 180);
        family.change(revoked, "status = 'suspended'");
        UserId below = family.invited(gone, "below", 100);
        family.strike(below, 0);
        family.strike(person, 360);
        family.change(person, "email_verified_at = now()");
        Samples.app(server, Reserved.SYSTEM_WORKSPACE, person);
        night();
        JsonNode trust = operator.get(trustOf(person)).json();
        assertThat(points(trust, "lineage")).isEqualTo(1470);
        assertThat(points(trust, "tenure")).isEqualTo(1790);
        assertThat(points(trust, "verification")).isEqualTo(700);
        assertThat(points(trust, "stewardship")).isEqualTo(200);
        assertThat(points(trust, "activity")).isZero();
        assertThat(points(trust, "penalties")).isEqualTo(-(500 + 300 + 150));
        assertThat(trust.path("score").intValue()).isEqualTo(1470 + 1790 + 700 + 200 - 950);
    }

    @Test
    void aDayOnceSeenStaysSeenThoughTheSessionMovedOn() {
        UserId person = family.person("visitor", 1);
        Samples.session(server, Reserved.SYSTEM_WORKSPACE, person);
        server.execute("update session.sessions set created_at = now() - interval '100 days',"
                + " last_active_at = now() - interval '10 days' where user_id = '" + person.value() + "'");
        night();
        String days =
                "select cardinality(active_on) from identity.trust_scores where user_id = '" + person.value() + "'";
        assertThat(server.count(days)).as("the first day is too long ago").isOne();
        server.execute("update session.sessions set last_active_at = now() where user_id = '" + person.value() + "'");
        night();
        assertThat(server.count(days)).isEqualTo(2);
        server.execute("update identity.trust_scores set active_on = array[current_date - 95, current_date - 3]"
                + " where user_id = '" + person.value() + "'");
        night();
        assertThat(server.count(days))
                .as("the day that is too old went, today came")
                .isEqualTo(2);
    }

    @Test
    void staffAreTrustedWhateverElse() {
        UserId operating = new UserId(UUID.fromString("00000000-0000-7000-8000-000000000003"));
        night();
        assertThat(family.score(operating)).isGreaterThanOrEqualTo(8_000);
    }

    @Test
    void anOperatorHasAScoreComputedAtOnce() {
        UserId person = family.person("hurried", 1);
        night();
        int before = family.score(person);
        family.change(person, "email_verified_at = now()");
        Answer answer = operator.post(trustOf(person) + ":recompute");
        assertThat(answer.json().path("score").intValue()).isEqualTo(before + 400);
        assertThat(family.score(person)).isEqualTo(before + 400);
        assertThat(server.count("select count(*) from audit.written where event_type = 'trust.recompute'"
                        + " and resource_id = '" + person.text() + "'"))
                .isOne();
    }

    @Test
    void whatWouldBeIsShownPartByPartAndKeptNowhere() {
        UserId person = family.person("supposed", 1);
        night();
        int before = family.score(person);
        JsonNode supposed = operator.post(
                        trustOf(person) + ":explain",
                        "{\"more_strikes\":1,\"passkey\":true,\"more_revoked_invitees\":1}")
                .json();
        assertThat(supposed.path("score_before").intValue()).isEqualTo(before);
        assertThat(supposed.path("score_after").intValue()).isEqualTo(before - 2000 - 600 + 600);
        JsonNode penalties = supposed.path("components").path(5);
        assertThat(penalties.path("component").asString()).isEqualTo("penalties");
        assertThat(penalties.path("before").intValue()).isZero();
        assertThat(penalties.path("after").intValue()).isEqualTo(-2600);
        assertThat(family.score(person)).isEqualTo(before);
        assertThat(operator.post(trustOf(person) + ":explain", "{\"active_days\":91}")
                        .status())
                .isEqualTo(400);
        assertThat(operator.post(trustOf(person) + ":explain", "{\"charm\":1}").status())
                .isEqualTo(400);
    }

    @Test
    void whoeverHasNoScoreIsNotFound() {
        TestServer.Elsewhere place = server.makeOrganisation("elsewhere");
        Person managed = server.makeOwner(place);
        assertThat(server.as(managed.key()).get("/v1/me/trust").status()).isEqualTo(404);
        assertThat(operator.get(trustOf(managed.user())).status()).isEqualTo(404);
        assertThat(operator.get(trustOf(UserId.make())).status()).isEqualTo(404);
        assertThat(operator.get(trustOf(UserId.make()) + "/history").status()).isEqualTo(404);
        assertThat(operator.post(trustOf(UserId.make()) + ":recompute").status())
                .isEqualTo(404);
        assertThat(operator.post(trustOf(UserId.make()) + ":explain", "{}").status())
                .isEqualTo(404);
        Person person = server.makePerson("stranger");
        assertThat(server.as(place.key()).get(trustOf(person.user())).status())
                .as("rights on the installation end at the workspace")
                .isEqualTo(403);
        assertThat(server.as(person.key()).get(trustOf(managed.user())).status())
                .as("whoever is no member sees nothing")
                .isEqualTo(404);
    }

    @Test
    void aRoundThatWasInterruptedGoesOnWhereItWas() {
        UserId done = family.person("before", 1);
        UserId left = family.person("behind", 1);
        for (int i = 0; shard(left) == shard(done); i++) {
            left = family.person("behind" + i, 1);
        }
        night();
        family.change(done, "email_verified_at = now()");
        family.change(left, "email_verified_at = now()");
        int score = family.score(left);
        // As a node leaves it that dies in the middle: two parts are not done, and in one of them this person is.
        server.execute("update identity.trust_shards set done_at = null, place = '%s' where shard = %d"
                .formatted(done.value(), shard(done)));
        server.execute("update identity.trust_shards set done_at = null, place = '%s' where shard = %d"
                .formatted(new UUID(0, 0), shard(left)));
        night();
        assertThat(family.score(left)).isEqualTo(score + 400);
        assertThat(family.score(done))
                .as("whoever was done before is not done again in this round")
                .isEqualTo(score);
        assertThat(server.count("select count(*) from identity.trust_shards where done_at is null"))
                .isZero();
        night();
        assertThat(family.score(done)).isEqualTo(score + 400);
    }

    private long shard(UserId user) {
        return server.count("select shard from identity.users where id = '" + user.value() + "'");
    }

    @Test
    void severalNodesShareARoundAndEverybodyIsDoneOnce() {
        family.tree(family.person("crowd", 1), "crowd", 1500, 40);
        long people = server.count("select count(*) from identity.users where kind = 'individual'"
                + " and deleted_at is null and tenant_id = '" + Reserved.SYSTEM_WORKSPACE.value() + "'");
        var other = CompletableFuture.runAsync(this::night);
        night();
        other.join();
        night();
        assertThat(server.count("select count(*) from identity.trust_shards")).isEqualTo(256);
        assertThat(server.count("select sum(people) from identity.trust_shards"))
                .isEqualTo(people);
        assertThat(server.count("select count(*) from identity.trust_scores")).isEqualTo(people);
    }

    @Test
    void thePageSaysItInPlainWords() {
        Person person = server.makePerson("pagereader");
        night();
        var inside = Insider.enter(server, Reserved.SYSTEM_WORKSPACE, "system", person.user());
        Answer page = inside.page("/account/trust");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text())
                .contains("3000 of 10000 points")
                .contains("<table class=\"stacked\">")
                .contains("Stewardship");
        assertThat(inside.page("/account/trust?ui_locales=es").text()).contains("Linaje");
    }
}
