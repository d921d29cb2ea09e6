package dev.keystead.oauth.clientauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.oauth.clientauth.Counter.Registered;
import dev.keystead.oauth.wire.OAuthError;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// RFC 6749 section 2.3: names and secrets.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientSecretTest {
    private final Counter counter = Counter.of("auth-secrets");
    private final Registered basic = counter.register("");
    private final Registered post = counter.register(",\"token_endpoint_auth_method\":\"client_secret_post\"");
    private final Registered open = counter.register(",\"type\":\"public\"");

    private static Optional<String> header(String id, String secret) {
        byte[] both = (id + ":" + secret).getBytes(StandardCharsets.UTF_8);
        return Optional.of("Basic " + Base64.getEncoder().encodeToString(both));
    }

    private OAuthError refusedBasic(Optional<String> header) {
        return counter.refused(() -> counter.present(header, Map.of(), Optional.empty()));
    }

    @Test
    void aSecretInTheHeaderProvesItsClient() {
        assertThat(counter.present(header(basic.id(), basic.secret()), Map.of(), Optional.empty())
                        .clientId())
                .isEqualTo(basic.id());
        assertThat(counter.present(
                                header(basic.id(), basic.secret()), Map.of("client_id", basic.id()), Optional.empty())
                        .clientId())
                .isEqualTo(basic.id());
    }

    /// RFC 6749 section 2.3.1: both halves are form-encoded.
    @Test
    void bothHalvesOfTheHeaderAreFormDecoded() {
        String id = basic.id().replace("_", "%5F");
        String secret = basic.secret().replace("_", "%5f");
        assertThat(counter.present(header(id, secret), Map.of(), Optional.empty())
                        .clientId())
                .isEqualTo(basic.id());
    }

    @Test
    void aSecretInTheBodyProvesItsClient() {
        assertThat(counter.present(Map.of("client_id", post.id(), "client_secret", post.secret()))
                        .clientId())
                .isEqualTo(post.id());
    }

    @Test
    void aPublicClientIsWhatItSays() {
        assertThat(counter.present(Map.of("client_id", open.id())).clientId()).isEqualTo(open.id());
    }

    @Test
    void anUnknownClientAndAWrongSecretGetTheSameAnswer() {
        long unknown = counter.refusals("unknown_client");
        long wrong = counter.refusals("wrong_secret");
        OAuthError one = refusedBasic(header("cli_nobody", basic.secret()));
        OAuthError other = refusedBasic(header(basic.id(), "wrong"));
        assertThat(one.reply().status()).isEqualTo(401);
        assertThat(other.reply().status()).isEqualTo(401);
        assertThat(one.code()).isEqualTo("invalid_client").isEqualTo(other.code());
        assertThat(one.description()).isEqualTo(other.description());
        assertThat(counter.refusals("unknown_client")).isEqualTo(unknown + 1);
        assertThat(counter.refusals("wrong_secret")).isEqualTo(wrong + 1);
    }

    @Test
    void whatIsRefusedAgainAndAgainIsNotedForAWhile() {
        Counter busy = Counter.of("auth-flood");
        Registered one = busy.register("");
        Registered other = busy.register("");
        for (int i = 0; i < 60; i++) {
            String guess = "guess-" + i;
            busy.refused(() -> busy.present(header("cli_" + guess, guess), Map.of(), Optional.empty()));
            busy.refused(() -> busy.present(header(one.id(), guess), Map.of(), Optional.empty()));
        }
        assertThat(busy.refusals("unknown_client")).isEqualTo(20);
        assertThat(busy.refusals("wrong_secret")).isEqualTo(20);
        // Nobody hides what happens to another client in the noise.
        busy.refused(() -> busy.present(header(other.id(), "guess"), Map.of(), Optional.empty()));
        assertThat(busy.refusals("wrong_secret")).isEqualTo(21);
        assertThat(busy.lastNoted()).isEqualTo(2);
    }

    /// RFC 6749 section 5.2: the answer names the scheme that was used.
    @Test
    void whoeverUsedTheHeaderIsChallengedAndNobodyElse() {
        assertThat(refusedBasic(header(basic.id(), "wrong")).reply().header("WWW-Authenticate"))
                .hasValueSatisfying(value -> assertThat(value).startsWith("Basic "));
        assertThat(counter.refused(() -> counter.present(Map.of("client_id", post.id(), "client_secret", "wrong")))
                        .reply()
                        .header("WWW-Authenticate"))
                .isEmpty();
    }

    @Test
    void onlyTheRegisteredMethodIsTaken() {
        long before = counter.refusals("other_method");
        List<Runnable> others = List.of(
                () -> counter.present(header(post.id(), post.secret()), Map.of(), Optional.empty()),
                () -> counter.present(Map.of("client_id", basic.id(), "client_secret", basic.secret())),
                () -> counter.present(Map.of("client_id", basic.id())));
        for (Runnable other : others) {
            assertThat(counter.refused(other).code()).isEqualTo("invalid_client");
        }
        assertThat(counter.refusals("other_method")).isEqualTo(before + 3);
        // A public client has no secret, so that whatever it presents is wrong.
        assertThat(counter.refused(() -> counter.present(Map.of("client_id", open.id(), "client_secret", "any")))
                        .code())
                .isEqualTo("invalid_client");
    }

    /// Libraries differ in what they do with a secret unless told, so this is the first thing that goes wrong.
    @Test
    void whoeverHasTheSecretIsToldWhichMethodIsRegistered() {
        var members = Map.of("client_id", basic.id(), "client_secret", basic.secret());
        assertThat(counter.refused(() -> counter.present(members)).description())
                .contains("registered for client_secret_basic");
        var guessed = Map.of("client_id", basic.id(), "client_secret", "wrong");
        assertThat(counter.refused(() -> counter.present(guessed)).description())
                .doesNotContain("client_secret_basic");
    }

    /// RFC 6749 section 2.3: not more than one method in each request.
    @Test
    void twoMethodsAtOnceAreRefused() {
        OAuthError both = counter.refused(() -> counter.present(
                header(basic.id(), basic.secret()),
                Map.of("client_id", basic.id(), "client_secret", basic.secret()),
                Optional.empty()));
        assertThat(both.code()).isEqualTo("invalid_request");
        assertThat(both.reply().status()).isEqualTo(400);
    }

    @Test
    void twoNamesAreRefused() {
        assertThat(counter.refused(() -> counter.present(
                                header(basic.id(), basic.secret()), Map.of("client_id", post.id()), Optional.empty()))
                        .code())
                .isEqualTo("invalid_request");
    }

    /// RFC 6749 section 3.2: parameters must not be included more than once.
    @Test
    void aParameterThatRepeatsIsRefused() {
        assertThat(counter.refused(() -> counter.presentAll(
                                Optional.empty(), Map.of("client_id", List.of(open.id(), open.id())), Optional.empty()))
                        .code())
                .isEqualTo("invalid_request");
    }

    @Test
    void whoeverNamesNobodyIsRefused() {
        assertThat(counter.refused(() -> counter.present(Map.of())).code()).isEqualTo("invalid_client");
        assertThat(counter.refused(() -> counter.present(Map.of("client_secret", "x")))
                        .code())
                .isEqualTo("invalid_client");
    }

    @Test
    void aMalformedHeaderIsRefusedWithAChallenge() {
        for (String header :
                List.of("Basic", "Basic ", "Basic !!!", "Basic bm9jb2xvbg==", "Basic Y2xpOiVaWg==", "Basic /w==")) {
            OAuthError refused = refusedBasic(Optional.of(header));
            assertThat(refused.code()).as(header).isEqualTo("invalid_client");
        }
    }
}
