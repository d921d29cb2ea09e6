package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.oauth.HolderKey.Draft;
import dev.keystead.server.TestServer.Answer;
import java.time.Instant;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Pushed requests of clients that must sign them (RFC 9101, FAPI 2.0 Message Signing section 5.3.1).
class SignedRequestTest {
    private static final Town TOWN = Town.make();
    private static final ProvingApplication BANK = bank();

    private static ProvingApplication bank() {
        HolderKey key = HolderKey.of("ES256");
        Map<String, Object> settings = ProvingApplication.fapi2Settings(key);
        settings.put("require_signed_request_object", true);
        return ProvingApplication.registered(TOWN, settings, key);
    }

    /// A request object without a fault, and nothing but it is sent.
    private static Draft object() {
        Draft object = BANK.clientKey()
                .assertion(BANK.registered().id(), BANK.issuer())
                .without("sub")
                .claim("nbf", now());
        BANK.registered().request().forEach(object::claim);
        return object;
    }

    private static long now() {
        return Instant.now().getEpochSecond();
    }

    private static Answer push(String object) {
        return BANK.push(Map.of("request", object));
    }

    private static Arguments broken(String rule, UnaryOperator<Draft> fault) {
        return Arguments.of(rule, fault);
    }

    private static Stream<Arguments> faults() {
        return Stream.of(
                broken("exp is missing", object -> object.without("exp")),
                broken("nbf is missing", object -> object.without("nbf")),
                broken("aud is missing", object -> object.without("aud")),
                broken("aud is another issuer", object -> object.claim("aud", "https://elsewhere.example")),
                broken("it has expired", object -> object.claim("exp", now() - 300)),
                broken("exp is over an hour after nbf", object -> object.claim("exp", now() + 4_200)),
                broken("nbf is over an hour ago", object -> object.claim("nbf", now() - 4_200)),
                broken("nbf is yet to come", object -> object.claim("nbf", now() + 300)),
                broken("it is for another client", object -> object.claim("iss", "another")),
                broken("it carries another", object -> object.claim("request", "a.b.c")),
                broken("it carries an address", object -> object.claim("request_uri", "https://app.example/request")),
                broken("alg is none", object -> object.header("alg", "none")),
                broken("alg is RS256", object -> object.header("alg", "RS256")));
    }

    @Test
    void aSignedRequestIsTaken() {
        assertThat(push(object().signed()).status()).isEqualTo(201);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void aRequestObjectThatBreaksARuleIsRefusedAsSuch(String rule, UnaryOperator<Draft> fault) {
        Answer answer = push(fault.apply(object()).signed());
        assertThat(answer.status()).as(rule).isEqualTo(400);
        assertThat(answer.error()).as(rule).isEqualTo("invalid_request_object");
    }

    @Test
    void anotherKeySignsForNobody() {
        Answer answer = push(object().signedBy(HolderKey.of("ES256")));
        assertThat(answer.error()).isEqualTo("invalid_request_object");
    }

    @Test
    void aRequestThatIsNotSignedIsRefused() {
        assertThat(BANK.push(BANK.registered().request()).error()).isEqualTo("invalid_request");
    }
}
