package dev.keystead.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.credential.Passkeys.Assertion;
import dev.keystead.credential.Passkeys.Registration;
import dev.keystead.credential.passkey.Ceremonies;
import dev.keystead.credential.passkey.Octets;
import dev.keystead.credential.passkey.PasskeyPolicy;
import dev.keystead.credential.passkey.PasskeyPolicy.Attestation;
import dev.keystead.credential.passkey.PasskeyRefusal;
import dev.keystead.credential.passkey.RelyingParty;
import dev.keystead.credential.passkey.UserHandle;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Axis;
import java.net.URI;
import java.util.Base64;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Answers that no honest browser gives: each is refused with its reason, and none breaks anything.
class HostilePasskeysTest {
    private static final Place PLACE = Place.make("hostile-passkeys");
    private static final JsonMapper JSON = new JsonMapper();
    private static final PasskeyPolicy STRICT = new PasskeyPolicy(true, Attestation.NONE);
    private static final Passkeys PASSKEYS = new Passkeys(
            PLACE.database(),
            new Ceremonies(() -> RelyingParty.at(URI.create("https://id.example.test"), "Example"), Set.of()),
            new HandClock());
    private static final User OWNER = PLACE.person("owner");
    private static final Octets CHALLENGE = SoftKey.challenge();

    @AfterAll
    static void close() {
        PLACE.close();
    }

    private static Registration register(SoftKey key, PasskeyPolicy policy) {
        String options =
                PLACE.write(transaction -> PASSKEYS.registrationOptions(transaction, OWNER, CHALLENGE, policy));
        return finish(key.create(options), policy);
    }

    private static Registration finish(String answer, PasskeyPolicy policy) {
        return PLACE.write(
                transaction -> PASSKEYS.finishRegistration(transaction, OWNER.id(), CHALLENGE, answer, policy));
    }

    private static Assertion prove(String answer) {
        return PLACE.write(transaction -> PASSKEYS.finishAssertion(transaction, CHALLENGE, answer, STRICT));
    }

    private static SoftKey registered() {
        var key = new SoftKey();
        User user = PLACE.person("u" + UserId.make().text().substring(10));
        String options = PLACE.write(transaction -> PASSKEYS.registrationOptions(transaction, user, CHALLENGE, STRICT));
        String answer = key.create(options);
        assertThat(PLACE.<Registration>write(
                        transaction -> PASSKEYS.finishRegistration(transaction, user.id(), CHALLENGE, answer, STRICT)))
                .isInstanceOf(Registration.Registered.class);
        return key;
    }

    static Stream<Arguments> lies() {
        return Stream.of(
                lie("another site", PasskeyRefusal.ORIGIN, key -> key.origin = "https://id.example.test.evil.test"),
                lie("the site without encryption", PasskeyRefusal.ORIGIN, key -> key.origin = "http://id.example.test"),
                lie("another port", PasskeyRefusal.ORIGIN, key -> key.origin = "https://id.example.test:8443"),
                lie("inside of another site's page", PasskeyRefusal.ORIGIN, key -> key.crossOrigin = true),
                lie("another relying party", PasskeyRefusal.ORIGIN, key -> key.rpId = "evil.test"),
                lie("nobody there", PasskeyRefusal.USER_NOT_PRESENT, key -> key.flags &= ~SoftKey.USER_PRESENT),
                lie("not verified", PasskeyRefusal.USER_NOT_VERIFIED, key -> key.flags &= ~SoftKey.USER_VERIFIED),
                lie("backed up and may not be", PasskeyRefusal.MALFORMED, key -> key.flags |= SoftKey.BACKED_UP));
    }

    private static Arguments lie(String what, PasskeyRefusal why, Consumer<SoftKey> change) {
        return Arguments.of(what, why, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lies")
    void aLieIsRefusedAtRegistration(String what, PasskeyRefusal why, Consumer<SoftKey> change) {
        var key = new SoftKey();
        change.accept(key);
        assertThat(register(key, STRICT)).as(what).isEqualTo(new Registration.Refused(why));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lies")
    void aLieIsRefusedAtSignIn(String what, PasskeyRefusal why, Consumer<SoftKey> change) {
        SoftKey key = registered();
        change.accept(key);
        assertThat(prove(key.get(PASSKEYS.assertionOptions(CHALLENGE, STRICT))))
                .as(what)
                .isEqualTo(new Assertion.Refused(why));
    }

    @Test
    void anAnswerToAnotherChallengeIsRefused() {
        SoftKey key = registered();
        String old = key.get(PASSKEYS.assertionOptions(SoftKey.challenge(), STRICT));
        assertThat(prove(old)).isEqualTo(new Assertion.Refused(PasskeyRefusal.CHALLENGE));
        String options = PLACE.write(
                transaction -> PASSKEYS.registrationOptions(transaction, OWNER, SoftKey.challenge(), STRICT));
        assertThat(finish(new SoftKey().create(options), STRICT))
                .isEqualTo(new Registration.Refused(PasskeyRefusal.CHALLENGE));
    }

    @Test
    void anAnswerOfOneCeremonyIsNoneOfTheOther() {
        SoftKey key = registered();
        String made = key.create(
                PLACE.write(transaction -> PASSKEYS.registrationOptions(transaction, OWNER, CHALLENGE, STRICT)));
        assertThat(prove(made)).isEqualTo(new Assertion.Refused(PasskeyRefusal.MALFORMED));
        String proof = key.get(PASSKEYS.assertionOptions(CHALLENGE, STRICT));
        assertThat(finish(proof, STRICT)).isEqualTo(new Registration.Refused(PasskeyRefusal.MALFORMED));
    }

    @Test
    void anotherKeysSignatureIsRefused() {
        SoftKey key = registered();
        var thief = new SoftKey();
        System.arraycopy(key.id, 0, thief.id, 0, key.id.length);
        thief.handle = key.handle;
        assertThat(prove(thief.get(PASSKEYS.assertionOptions(CHALLENGE, STRICT))))
                .isEqualTo(new Assertion.Refused(PasskeyRefusal.SIGNATURE));
    }

    @Test
    void aPasskeyUnderAnotherPersonsHandleOrUnderNoneIsUnknown() {
        SoftKey key = registered();
        key.handle = new UserHandle(
                        PLACE.scope().require(Axis.TENANT), OWNER.id().value())
                .octets()
                .bytes();
        String options = PASSKEYS.assertionOptions(CHALLENGE, STRICT);
        assertThat(prove(key.get(options))).isEqualTo(new Assertion.Refused(PasskeyRefusal.UNKNOWN));
        key.tellsHandle = false;
        assertThat(prove(key.get(options))).isEqualTo(new Assertion.Refused(PasskeyRefusal.UNKNOWN));
    }

    @Test
    void withoutAStatementThereIsNoPasskeyWhereOneIsRequired() {
        assertThat(register(new SoftKey(), new PasskeyPolicy(true, Attestation.REQUIRED)))
                .isEqualTo(new Registration.Refused(PasskeyRefusal.ATTESTATION));
        assertThat(register(new SoftKey(), new PasskeyPolicy(true, Attestation.WELCOME)))
                .isInstanceOf(Registration.Registered.class);
    }

    static Stream<String> junk() {
        return Stream.of(
                "",
                " ",
                "null",
                "0",
                "[]",
                "{}",
                "{",
                "\u0000",
                "{\"id\":5,\"rawId\":[],\"response\":true,\"type\":{}}",
                "{\"id\":\"AA\",\"rawId\":\"AA\",\"type\":\"public-key\",\"response\":null}",
                "{\"id\":\"AA\",\"rawId\":\"AA\",\"type\":\"public-key\",\"response\":{}}",
                "{\"id\":\"!\",\"rawId\":\"!\",\"type\":\"public-key\",\"response\":{\"clientDataJSON\":\"!\"}}",
                "{\"id\":\"AA\",\"rawId\":\"AA\",\"type\":\"public-key\",\"clientExtensionResults\":{},\"response\":"
                        + "{\"clientDataJSON\":\"bnVsbA\",\"attestationObject\":\"9g\",\"authenticatorData\":\"AA\","
                        + "\"signature\":\"AA\",\"userHandle\":\"AA\"}}",
                "[".repeat(60_000),
                "{\"a\":".repeat(10_000),
                "\"" + "a".repeat(1_000_000) + "\"",
                "{\"id\":\"" + "A".repeat(60_000) + "\"}");
    }

    @ParameterizedTest
    @MethodSource("junk")
    void junkIsRefused(String answer) {
        assertThat(finish(answer, STRICT)).isEqualTo(new Registration.Refused(PasskeyRefusal.MALFORMED));
        assertThat(prove(answer)).isEqualTo(new Assertion.Refused(PasskeyRefusal.MALFORMED));
    }

    /// Honest answers with some characters changed. Some changes do not matter, such as another blank; whatever comes
    /// of
    /// it is a value.
    @Test
    void damagedAnswersBreakNothing() {
        var random = new Random(4);
        User victim = PLACE.person("victim");
        String made = new SoftKey()
                .create(PLACE.write(
                        transaction -> PASSKEYS.registrationOptions(transaction, victim, CHALLENGE, STRICT)));
        String proof = registered().get(PASSKEYS.assertionOptions(CHALLENGE, STRICT));
        for (int round = 0; round < 1000; round++) {
            String answer = damaged(made, random);
            assertThat(PLACE.<Registration>write(transaction ->
                            PASSKEYS.finishRegistration(transaction, victim.id(), CHALLENGE, answer, STRICT)))
                    .isNotNull();
            assertThat(prove(damaged(proof, random))).isNotInstanceOf(Assertion.PossibleClone.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"clientDataJSON", "authenticatorData", "signature", "userHandle"})
    void oneWrongBitInWhatIsSignedIsEnough(String member) {
        var random = new Random(5);
        ObjectNode proof = (ObjectNode) JSON.readTree(registered().get(PASSKEYS.assertionOptions(CHALLENGE, STRICT)));
        byte[] bytes = Base64.getUrlDecoder()
                .decode(proof.path("response").path(member).asString());
        for (int round = 0; round < 200; round++) {
            byte[] changed = bytes.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            ObjectNode damaged = proof.deepCopy();
            damaged.withObject("response")
                    .put(member, Base64.getUrlEncoder().withoutPadding().encodeToString(changed));
            assertThat(prove(damaged.toString())).isInstanceOf(Assertion.Refused.class);
        }
    }

    private static String damaged(String answer, Random random) {
        var text = new StringBuilder(answer);
        for (int i = 0; i <= random.nextInt(3); i++) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.setCharAt(at, (char) (32 + random.nextInt(95)));
                case 1 -> text.deleteCharAt(at);
                default -> text.insert(at, (char) (32 + random.nextInt(95)));
            }
        }
        return text.toString();
    }
}
