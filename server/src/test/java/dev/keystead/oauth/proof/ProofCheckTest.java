package dev.keystead.oauth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.client.SignatureAlgorithms;
import dev.keystead.oauth.HolderKey;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.workspace.WorkspaceId;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every item of RFC 9449 section 4.3, broken.
class ProofCheckTest {
    private static final String TARGET = "https://id.example/t/acme/oauth/v2/token";
    private static final String TOKEN = "an.access.token";
    private static final WorkspaceId HERE = new WorkspaceId(UUID.randomUUID());
    private static final HolderKey KEY = HolderKey.of("ES256");
    private static final HolderKey OTHER = HolderKey.of("ES256");
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");

    private final ProofCheck check = new ProofCheck(nonces(NOW), clock(NOW));

    @ParameterizedTest
    @ValueSource(strings = {"ES256", "PS256", "RS256", "EdDSA"})
    void aProofByEachKindOfKeyCounts(String algorithm) {
        HolderKey key = HolderKey.of(algorithm);
        assertThat(judge(proof(key, "POST", TARGET).signed()))
                .isInstanceOfSatisfying(
                        Judgement.Right.class,
                        right -> assertThat(right.thumbprint()).isEqualTo(key.thumbprint()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void aProofThatBreaksAnItemIsWrong(String item, String proof, String said) {
        assertThat(judge(proof))
                .as(item)
                .isInstanceOfSatisfying(
                        Judgement.Wrong.class, wrong -> assertThat(wrong.why()).contains(said));
    }

    static Stream<Arguments> aProofThatBreaksAnItemIsWrong() {
        String unsigned = proof().header("alg", "none").signed();
        return Stream.of(
                Arguments.of("2: no JWT", "nonsense", "must be a signed JWT"),
                Arguments.of("2: three parts of nothing", "a.b.c", "must be a signed JWT"),
                Arguments.of("3: no jti", proof().without("jti").signed(), "must have jti"),
                Arguments.of("3: empty jti", proof().claim("jti", "").signed(), "must have jti"),
                Arguments.of(
                        "3: endless jti", proof().claim("jti", "j".repeat(256)).signed(), "must have jti"),
                Arguments.of("3: no htm", proof().without("htm").signed(), "must have jti"),
                Arguments.of("3: htm is no text", proof().claim("htm", 1).signed(), "must be a signed JWT"),
                Arguments.of("3: no htu", proof().without("htu").signed(), "must have jti"),
                Arguments.of("3: no iat", proof().without("iat").signed(), "must have jti"),
                Arguments.of("4: no typ", proof().withoutHeader("typ").signed(), "typ"),
                Arguments.of("4: another typ", proof().header("typ", "JWT").signed(), "typ"),
                Arguments.of("5: not signed", unsigned, "must be a signed JWT"),
                Arguments.of("5: a MAC", proof().header("alg", "HS256").signed(), "alg"),
                Arguments.of(
                        "5: an unknown one", proof().header("alg", "ES256K").signed(), "alg"),
                Arguments.of("6: signed by another key", proof().signedBy(OTHER), "signature"),
                Arguments.of(
                        "6: another algorithm than the key's",
                        proof().header("alg", "RS256").signed(),
                        "signature"),
                Arguments.of("6: no key", proof().withoutHeader("jwk").signed(), "jwk"),
                Arguments.of(
                        "6: an extension",
                        proof().header("crit", List.of("b64")).signed(),
                        "signature"),
                Arguments.of(
                        "7: a private key", proof().header("jwk", privateJwk()).signed(), "public key"),
                Arguments.of(
                        "7: a symmetric key",
                        proof().header("jwk", symmetricJwk()).signed(),
                        "public key"),
                Arguments.of("8: another method", proof(KEY, "GET", TARGET).signed(), "htm"),
                Arguments.of(
                        "8: the method in small letters",
                        proof(KEY, "post", TARGET).signed(),
                        "htm"),
                Arguments.of(
                        "9: another path", proof(KEY, "POST", TARGET + "/x").signed(), "htu"),
                Arguments.of(
                        "9: another host",
                        proof(KEY, "POST", TARGET.replace("id.", "di.")).signed(),
                        "htu"),
                Arguments.of(
                        "9: another scheme",
                        proof(KEY, "POST", TARGET.replace("https", "http")).signed(),
                        "htu"),
                Arguments.of(
                        "9: another port",
                        proof(KEY, "POST", TARGET.replace("/t/", ":444/t/")).signed(),
                        "htu"),
                Arguments.of(
                        "9: another workspace",
                        proof(KEY, "POST", TARGET.replace("acme", "b")).signed(),
                        "htu"),
                Arguments.of("9: no address", proof(KEY, "POST", "::").signed(), "htu"),
                Arguments.of("11: too old", proof().claim("iat", at(-91)).signed(), "iat"),
                Arguments.of("11: of the future", proof().claim("iat", at(61)).signed(), "iat"),
                Arguments.of(
                        "11: over by its own word",
                        proof().claim("exp", at(-61)).signed(),
                        "exp"),
                Arguments.of(
                        "11: not yet by its own word",
                        proof().claim("nbf", at(61)).signed(),
                        "nbf"));
    }

    @Test
    void item1TwoHeadersAreWrong() {
        List<String> two = List.of(proof().signed(), proof().signed());
        assertThat(check.judge(two, expected("POST", false, Optional.empty()))).isInstanceOf(Judgement.Wrong.class);
    }

    @Test
    void item6ASmallRsaKeyIsWrong() {
        assertThat(judge(proof(HolderKey.of("RS256", 1024), "POST", TARGET).signed()))
                .isInstanceOf(Judgement.Wrong.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                TARGET,
                TARGET + "?a=b",
                TARGET + "#part",
                "HTTPS://ID.EXAMPLE/t/acme/oauth/v2/token",
                "https://id.example:443/t/acme/oauth/v2/token",
                "https://id.example/t/%61cme/oauth/./v2/x/../token",
            })
    void item9AddressesAreComparedAfterTheyAreNormalised(String address) {
        assertThat(judge(proof(KEY, "POST", address).signed())).isInstanceOf(Judgement.Right.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {-60, 0, 10})
    void item11ClocksMayDifferALittle(int seconds) {
        assertThat(judge(proof().claim("iat", at(seconds)).signed())).isInstanceOf(Judgement.Right.class);
    }

    @Test
    void item11AProofOfAnotherTimeIsNotWorthANonce() {
        var needed = expected("POST", true, Optional.empty());
        assertThat(check.judge(List.of(proof().claim("iat", at(3600)).signed()), needed))
                .isInstanceOf(Judgement.Wrong.class);
    }

    @Test
    void aProofMaySayMore() {
        HolderKey.Draft draft = proof().claim("exp", at(300))
                .claim("nbf", at(0))
                .claim("extra", 1)
                .header("extra", 1);
        assertThat(judge(draft.signed())).isInstanceOf(Judgement.Right.class);
    }

    @Test
    void item10ANonceOfOursIsAskedForWhereItIsNeeded() {
        var needed = expected("POST", true, Optional.empty());
        assertThat(check.judge(List.of(proof().signed()), needed)).isInstanceOf(Judgement.NonceNeeded.class);
        String current = nonces(NOW).current(HERE);
        assertThat(check.judge(List.of(proof().claim("nonce", current).signed()), needed))
                .isInstanceOfSatisfying(
                        Judgement.Right.class,
                        right -> assertThat(right.nonceTurned()).isFalse());
    }

    @Test
    void item10ANonceWorksInTheNextWindowAndNoLonger() {
        String last = nonces(NOW.minus(Nonces.WINDOW)).current(HERE);
        assertThat(judge(proof().claim("nonce", last).signed()))
                .isInstanceOfSatisfying(
                        Judgement.Right.class,
                        right -> assertThat(right.nonceTurned()).isTrue());
        String older = nonces(NOW.minus(Nonces.WINDOW.multipliedBy(2))).current(HERE);
        assertThat(judge(proof().claim("nonce", older).signed())).isInstanceOf(Judgement.NonceNeeded.class);
    }

    @Test
    void item10ANonceOfSomebodyElseIsNone() {
        String elsewhere = nonces(NOW).current(new WorkspaceId(UUID.randomUUID()));
        assertThat(judge(proof().claim("nonce", elsewhere).signed())).isInstanceOf(Judgement.NonceNeeded.class);
        assertThat(judge(proof().claim("nonce", "made up").signed())).isInstanceOf(Judgement.NonceNeeded.class);
    }

    @Test
    void item12AProofIsForOneAccessToken() {
        var expected = expected("GET", false, Optional.of(TOKEN));
        HolderKey.Draft draft = proof(KEY, "GET", TARGET);
        assertThat(check.judge(List.of(draft.signed()), expected)).isInstanceOf(Judgement.Wrong.class);
        assertThat(check.judge(List.of(draft.with("another").signed()), expected))
                .isInstanceOf(Judgement.Wrong.class);
        assertThat(check.judge(List.of(draft.with(TOKEN).signed()), expected)).isInstanceOf(Judgement.Right.class);
    }

    private Judgement judge(String proof) {
        return check.judge(List.of(proof), expected("POST", false, Optional.empty()));
    }

    private static HolderKey.Draft proof() {
        return proof(KEY, "POST", TARGET);
    }

    private static HolderKey.Draft proof(HolderKey key, String method, String address) {
        return key.proof(method, address).claim("iat", at(0));
    }

    private static ProofCheck.Expected expected(String method, boolean nonceNeeded, Optional<String> token) {
        return new ProofCheck.Expected(
                HERE, method, URI.create(TARGET), SignatureAlgorithms.BY_KEY, nonceNeeded, token);
    }

    private static long at(int seconds) {
        return NOW.plus(Duration.ofSeconds(seconds)).getEpochSecond();
    }

    private static Map<String, Object> privateJwk() {
        Map<String, Object> jwk = KEY.jwk();
        jwk.put("d", jwk.get("x"));
        return jwk;
    }

    private static Map<String, Object> symmetricJwk() {
        return Map.of("kty", "oct", "k", "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ");
    }

    private static Nonces nonces(Instant at) {
        return new Nonces(MasterKey.of(new byte[32]), clock(at));
    }

    private static Clock clock(Instant at) {
        return Clock.fixed(at, ZoneOffset.UTC);
    }
}
