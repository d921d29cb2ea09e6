package dev.keystead.badge;

import static dev.keystead.badge.Forge.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.badge.Verdict.Reason;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What makes a badge believable, and everything that does not.
class BadgeVerifierTest {
    private final Forge forge = Forge.of("https://id.example.org/t/acme");
    private final BadgeId id = BadgeId.make();
    private final String payload = forge.payload(id);

    private static Reason reason(byte[] file, IssuerKeys keys, Instant at) {
        Verdict verdict = BadgeVerifier.verify(BadgeFile.read(file), keys, at);
        assertThat(verdict).isInstanceOf(Verdict.Invalid.class);
        var invalid = (Verdict.Invalid) verdict;
        assertThat(invalid.sentence()).isNotBlank();
        return invalid.reason();
    }

    private Reason reason(byte[] file) {
        return reason(file, forge.keys(), NOW);
    }

    @Test
    void aGenuineBadgeIsValidAndSaysWhatWasSigned() {
        Verdict verdict = BadgeVerifier.verify(BadgeFile.read(forge.file(payload)), forge.keys(), NOW);
        assertThat(verdict).isInstanceOf(Verdict.Valid.class);
        BadgePayload said = ((Verdict.Valid) verdict).payload();
        assertThat(said.id()).isEqualTo(id);
        assertThat(said.kind()).isEqualTo(BadgeKind.VERIFIED);
        assertThat(said.handle()).contains("ana");
        assertThat(said.role()).contains("maker");
        assertThat(said.expiresAt()).isEqualTo(NOW.plusSeconds(60));
    }

    @Test
    void spacesAndTheOrderOfMembersAreNotSigned() {
        String other =
                payload.replace("{\"id\"", "{ \"name\" : \"Ana\",\n\"id\"").replace(",\"name\":\"Ana\"", "");
        assertThat(BadgeVerifier.verify(
                        BadgeFile.read(Forge.file(
                                other, forge.signature(payload), forge.key().text())),
                        forge.keys(),
                        NOW))
                .isInstanceOf(Verdict.Valid.class);
    }

    @ParameterizedTest
    @CsvSource({
        "Ana, Eve",
        "ana, eve",
        "maker, owner",
        "Acme, Evil",
        "usr_01k9y7c2vff0z8n3q5s6t4w1xe, usr_01k9y7c2vff0z8n3q5s6t4w1xf"
    })
    void whatWasChangedIsFound(String signed, String changed) {
        byte[] file = Forge.file(
                payload.replace("\"" + signed + "\"", "\"" + changed + "\""),
                forge.signature(payload),
                forge.key().text());
        assertThat(reason(file)).isEqualTo(Reason.WRONG_SIGNATURE);
    }

    @Test
    void aBadgeCannotBeMadeToLastLonger() {
        String longer = payload.replace("\"exp\":" + (NOW.getEpochSecond() + 60), "\"exp\":4000000000");
        assertThat(longer).isNotEqualTo(payload);
        assertThat(reason(
                        Forge.file(longer, forge.signature(payload), forge.key().text())))
                .isEqualTo(Reason.WRONG_SIGNATURE);
    }

    @Test
    void nothingCanBeAddedToWhatWasSigned() {
        String more = payload.replace("{\"id\"", "{\"clearance\":\"top\",\"id\"");
        assertThat(reason(Forge.file(more, forge.signature(payload), forge.key().text())))
                .isEqualTo(Reason.WRONG_SIGNATURE);
        assertThat(BadgeVerifier.verify(BadgeFile.read(forge.file(more)), forge.keys(), NOW))
                .as("what the issuer signed and we do not know is passed over")
                .isInstanceOf(Verdict.Valid.class);
    }

    @Test
    void aTextIsNotANumber() {
        String text = payload.replace("\"role\":\"maker\"", "\"level\":\"7\"");
        String number = payload.replace("\"role\":\"maker\"", "\"level\":7");
        assertThat(reason(Forge.file(number, forge.signature(text), forge.key().text())))
                .isEqualTo(Reason.WRONG_SIGNATURE);
    }

    @Test
    void anotherKeyOfTheSameNameDidNotSignIt() {
        var other = new Forge(forge.issuer(), forge.key(), Forge.of("x").pair());
        assertThat(reason(forge.file(payload), other.keys(), NOW)).isEqualTo(Reason.WRONG_SIGNATURE);
    }

    @Test
    void aKeyThatTheIssuerDoesNotHaveIsUnknown() {
        Forge other = Forge.of(forge.issuer());
        assertThat(reason(forge.file(payload), other.keys(), NOW)).isEqualTo(Reason.UNKNOWN_KEY);
    }

    @Test
    void theKeyThatTheFileNamesMustBeTheOneThatWasSigned() {
        Forge other = Forge.of(forge.issuer());
        byte[] file = Forge.file(payload, other.signature(payload), other.key().text());
        assertThat(reason(file, other.keys(), NOW)).isEqualTo(Reason.UNKNOWN_KEY);
    }

    @Test
    void aKeySignsItsOwnKindAlone() {
        assertThat(reason(forge.file(payload), forge.keys("alumni", "active"), NOW))
                .isEqualTo(Reason.OTHER_KIND);
        assertThat(reason(forge.file(payload.replace("\"verified\"", "\"staff\""))))
                .isEqualTo(Reason.OTHER_KIND);
    }

    @Test
    void nobodySignsInAnothersName() {
        Forge evil = new Forge("https://evil.example", forge.key(), forge.pair());
        assertThat(reason(forge.file(payload), evil.keys(), NOW)).isEqualTo(Reason.FOREIGN_ISSUER);
    }

    @Test
    void aRotatedKeyIsStillBelievedAndARevokedOneNeverAgain() {
        assertThat(BadgeVerifier.verify(BadgeFile.read(forge.file(payload)), forge.keys("verified", "rotating"), NOW))
                .isInstanceOf(Verdict.Valid.class);
        for (Instant at : List.of(NOW, NOW.minusSeconds(30))) {
            assertThat(reason(forge.file(payload), forge.keys("verified", "revoked"), at))
                    .isEqualTo(Reason.KEY_REVOKED);
        }
        assertThat(reason(forge.file(payload), forge.keys("verified", "some-later-state"), NOW))
                .as("what we do not know is not believed")
                .isEqualTo(Reason.KEY_REVOKED);
    }

    @Test
    void aBadgeHoldsFromItsFirstSecondToItsLast() {
        byte[] file = forge.file(payload);
        assertThat(reason(file, forge.keys(), NOW.minusSeconds(61))).isEqualTo(Reason.NOT_YET_VALID);
        assertThat(BadgeVerifier.verify(BadgeFile.read(file), forge.keys(), NOW.minusSeconds(60)))
                .isInstanceOf(Verdict.Valid.class);
        assertThat(BadgeVerifier.verify(BadgeFile.read(file), forge.keys(), NOW.plusSeconds(59)))
                .isInstanceOf(Verdict.Valid.class);
        assertThat(reason(file, forge.keys(), NOW.plusSeconds(60))).isEqualTo(Reason.EXPIRED);
    }

    @Test
    void aRevokedBadgeWasValidBefore() {
        var revoked = new IssuerKeys.RevokedBadge(id.text(), NOW.minusSeconds(10));
        var keys =
                new IssuerKeys(forge.issuer(), NOW, List.of(forge.published("verified", "active")), List.of(revoked));
        assertThat(reason(forge.file(payload), keys, NOW)).isEqualTo(Reason.REVOKED);
        assertThat(BadgeVerifier.verify(BadgeFile.read(forge.file(payload)), keys, NOW.minusSeconds(11)))
                .isInstanceOf(Verdict.Valid.class);
    }

    @Test
    void whatEndedLongBeforeTheListCannotBeJudgedByIt() {
        Instant later = NOW.plus(Duration.ofDays(91));
        var keys = new IssuerKeys(forge.issuer(), later, List.of(forge.published("verified", "rotating")), List.of());
        assertThat(reason(forge.file(payload), keys, NOW)).isEqualTo(Reason.TOO_OLD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "!!", "AAAA", "====", "//////////////////////////////////////////8="})
    void aKeyThatIsNoneSignedNothing(String x) {
        IssuerKeys.IssuerKey good = forge.published("verified", "active");
        var bad = new IssuerKeys.IssuerKey(
                good.kid(), good.kind(), good.status(), good.kty(), good.crv(), x, NOW, null, null);
        var keys = new IssuerKeys(forge.issuer(), NOW, List.of(bad), List.of());
        assertThat(reason(forge.file(payload), keys, NOW)).isEqualTo(Reason.WRONG_SIGNATURE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"name\":\"A\\u0000na\"",
                "\"name\":\"A\\u001b[2Jna\"",
                "\"name\":\"A\\u202ena\"",
                "\"name\":\"A\\ud800na\"",
                "\"name\":[\"Ana\"]",
                "\"name\":{\"first\":\"Ana\"}",
                "\"name\":true",
                "\"name\":null",
                "\"name\":7",
                "\"name\":1.5",
                "\"name\":1e400",
                "\"name\":123456789012345678901234567890",
                "\"nom\":\"Ana\""
            })
    void whatIsNoPayloadOfABadgeIsNotLookedAt(String name) {
        String hostile = payload.replace("\"name\":\"Ana\"", name);
        byte[] file = Forge.file(hostile, forge.signature(payload), forge.key().text());
        assertThatThrownBy(() -> BadgeVerifier.verify(BadgeFile.read(file), forge.keys(), NOW))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("payload");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"payload\":{},\"signature\":\"x\",\"kid\":\"k\"}",
                "{\"payload\":{},\"payload\":{},\"signature\":\"x\",\"kid\":\"k\"}",
                "not json",
                "{\"payload\":"
            })
    void whatIsNoBadgeIsRefused(String text) {
        assertThatThrownBy(() -> BadgeFile.read(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(BadInput.class);
    }

    @Test
    void nothingStandsBesideWhatIsSigned() {
        String file = new String(forge.file(payload), StandardCharsets.UTF_8);
        String more = "{\"note\":\"the holder is an owner\"," + file.substring(1);
        assertThatThrownBy(() -> BadgeFile.read(more.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("note");
    }

    @Test
    void aListIsReadAsItWasWritten() {
        var revoked = new IssuerKeys.RevokedBadge(id.text(), NOW);
        var keys =
                new IssuerKeys(forge.issuer(), NOW, List.of(forge.published("verified", "active")), List.of(revoked));
        assertThat(IssuerKeys.read(Json.bytes(keys))).isEqualTo(keys);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{}", "{\"issuer\":1}", "\"x\"", "{\"issuer\":\"x\",\"as_of\":\"yesterday\"}"})
    void whatIsNoListIsRefused(String text) {
        assertThatThrownBy(() -> IssuerKeys.read(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(BadInput.class);
    }
}
