package dev.keystead.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.AtOnce;
import dev.keystead.login.Town;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whoever runs the installation takes a domain away from the workspace that holds it.
class DomainReleaseTest {
    private final Town town = Town.make();
    private final Town next = Town.make();
    private final Claims claims = Claims.of(town);
    private final Claims others = Claims.of(next);
    private final TestServer server = town.server();
    private final Client operator = server.asAdministrator();
    private final String domain = Claims.newDomain();

    private static String path(String domain) {
        return "/v1/domains/" + domain + ":release";
    }

    private static String continueAt(Answer flow) {
        return flow.json().path("continue_at").asString("");
    }

    @Test
    void nobodyButAnOperatorDoesIt() {
        claims.own(domain);
        assertThat(server.as("").post(path(domain)).status()).isEqualTo(401);
        assertThat(server.as(town.place().key()).post(path(domain)).status()).isEqualTo(403);
        assertThat(server.as(next.place().key()).post(path(domain)).status()).isEqualTo(403);
        assertThat(others.entries("access.refuse")).isOne();
        assertThat(claims.registered(domain)).isOne();
        assertThat(claims.entries("domain.release")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobody-has-it.example", "localhost", "not_a_domain", "co.uk"})
    void whatNobodyHasIsNotThere(String name) {
        assertThat(operator.post(path(name)).status()).isEqualTo(404);
    }

    @Test
    void aClaimThatNobodyProvedIsNotTaken() {
        claims.claim(domain);
        assertThat(operator.post(path(domain)).status()).isEqualTo(404);
        assertThat(Claims.status(claims.read(domain))).isEqualTo("pending");
    }

    @Test
    void whatWasTakenAwayIsTheNextOnesWhoProvesIt() {
        server.makeOwner(town.place());
        claims.own(domain);
        others.claimAndProve(domain);
        assertThat(others.verify(domain).status()).isEqualTo(409);

        Answer released = operator.post(path(domain));
        assertThat(released.status()).as(released.text()).isEqualTo(200);
        assertThat(released.json().path("workspace_id").asString())
                .isEqualTo(town.place().workspace().text());
        assertThat(claims.registered(domain)).isZero();
        assertThat(claims.read(domain).status()).isEqualTo(404);
        assertThat(claims.entries("domain.release")).isOne();
        assertThat(town.count("events.outbox", "and subject = 'identity.domain.released.v1'"))
                .isOne();
        assertThat(town.inbox()
                        .await("owner@" + town.place().slug() + ".test", 2)
                        .text())
                .contains("whoever runs this installation");
        assertThat(operator.post(path(domain)).status()).isEqualTo(404);

        assertThat(others.verify(domain).status()).isEqualTo(200);
        assertThat(others.registered(domain)).isOne();
    }

    /// Otherwise whoever lost it would have it back before anybody else.
    @Test
    void whatProvedItBeforeProvesNothingAfterwards() {
        claims.own(domain);
        operator.post(path(domain));
        assertThat(claims.verify(domain).status()).isEqualTo(404);
        assertThat(claims.claim(domain).status()).isEqualTo(201);
        assertThat(claims.verify(domain).status()).isEqualTo(409);
        assertThat(claims.registered(domain)).isZero();
    }

    @Test
    void aProofByMailIsTakenAwayToo() {
        claims.own(domain);
        town.change("identity.workspace_domains", "verification_method = 'email'", "");
        assertThat(operator.post(path(domain)).status()).isEqualTo(200);
        assertThat(claims.registered(domain)).isZero();
    }

    @Test
    void nobodyIsLedThereAnyMore() {
        next.decide("domain", "{\"route\":true,\"send_away\":true,\"capture\":false}");
        claims.own(domain);
        assertThat(continueAt(next.visit().identify("ada@" + domain))).isEqualTo(server.address() + town.path());
        operator.post(path(domain));
        assertThat(continueAt(next.visit().identify("ada@" + domain))).isEmpty();
    }

    @Test
    void ofTwoOperatorsOneTakesItAway() throws Exception {
        claims.own(domain);
        List<Integer> answers = AtOnce.run(4, () -> operator.post(path(domain)).status());
        assertThat(answers).containsOnly(200, 404).containsOnlyOnce(200);
        assertThat(claims.entries("domain.release")).isOne();
    }
}
