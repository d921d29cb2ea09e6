package dev.keystead.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.audit.Outcome;
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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Passkeys against a real database, with an authenticator in software that shares no code with the library.
class PasskeysTest {
    private static final Place PLACE = Place.make("passkeys");
    private static final Place ELSEWHERE = Place.make("passkeys-elsewhere");
    private static final HandClock CLOCK = new HandClock();
    private static final Ceremonies CEREMONIES =
            new Ceremonies(() -> RelyingParty.at(URI.create("https://ID.example.test:443/t/x"), "Example"), Set.of());
    private static final Passkeys PASSKEYS = new Passkeys(PLACE.database(), CEREMONIES, CLOCK);
    private static final PasskeyPolicy STRICT = new PasskeyPolicy(true, Attestation.NONE);
    private static final PasskeyPolicy LENIENT = new PasskeyPolicy(false, Attestation.NONE);

    @AfterAll
    static void close() {
        PLACE.close();
        ELSEWHERE.close();
    }

    private static String options(Place place, User user, Octets challenge) {
        return place.write(transaction -> PASSKEYS.registrationOptions(transaction, user, challenge, STRICT));
    }

    private static Registration register(Place place, User user, SoftKey key) {
        Octets challenge = SoftKey.challenge();
        String answer = key.create(options(place, user, challenge));
        return place.write(
                transaction -> PASSKEYS.finishRegistration(transaction, user.id(), challenge, answer, STRICT));
    }

    private static Passkey registered(User user, SoftKey key) {
        return switch (register(PLACE, user, key)) {
            case Registration.Registered(Passkey passkey) -> passkey;
            case Registration.Refused(PasskeyRefusal why) -> throw new AssertionError(why);
        };
    }

    private static Assertion signIn(SoftKey key, PasskeyPolicy policy) {
        Octets challenge = SoftKey.challenge();
        String answer = key.get(PASSKEYS.assertionOptions(challenge, policy));
        return PLACE.write(transaction -> PASSKEYS.finishAssertion(transaction, challenge, answer, policy));
    }

    private static Assertion refused(PasskeyRefusal why) {
        return new Assertion.Refused(why);
    }

    @Test
    void aPasskeyIsMadeAndLetsItsOwnerIn() {
        User ada = PLACE.person("ada");
        var key = new SoftKey();
        key.flags |= SoftKey.BACKUP_ELIGIBLE;
        Passkey made = registered(ada, key);
        assertThat(made.name()).isEqualTo("Passkey");
        assertThat(made.key().transports()).containsExactly("hybrid", "internal");
        assertThat(made.key().attestationFormat()).isEqualTo("none");
        assertThat(PLACE.read(() -> PASSKEYS.list(ada.id()))).containsExactly(made);

        key.count = 7;
        key.flags |= SoftKey.BACKED_UP;
        CLOCK.move(Duration.ofHours(1));
        assertThat(signIn(key, STRICT)).isInstanceOfSatisfying(Assertion.Accepted.class, accepted -> {
            assertThat(accepted.passkey().user()).isEqualTo(ada.id());
            assertThat(accepted.userVerified()).isTrue();
        });
        Passkey after = PLACE.read(() -> PASSKEYS.list(ada.id())).getFirst();
        assertThat(after.key().signCount()).isEqualTo(7);
        assertThat(after.key().backupEligible()).isTrue();
        assertThat(after.key().backedUp()).isTrue();
        assertThat(after.lastUsedAt()).contains(CLOCK.instant());
    }

    @Test
    void theOptionsAreWhatBrowsersRead() {
        User bea = PLACE.person("bea");
        Octets challenge = SoftKey.challenge();
        JsonNode first = new JsonMapper().readTree(options(PLACE, bea, challenge));
        assertThat(first.path("rp").path("id").asString()).isEqualTo("id.example.test");
        assertThat(first.path("challenge").asString())
                .isEqualTo(challenge.base64url())
                .hasSize(43);
        assertThat(first.path("user").path("id").asString())
                .isEqualTo(new UserHandle(
                                PLACE.scope().require(Axis.TENANT), bea.id().value())
                        .octets()
                        .base64url());
        assertThat(first.path("user").path("displayName").asString()).isEqualTo("bea");
        assertThat(first.path("pubKeyCredParams")
                        .valueStream()
                        .map(one -> one.path("alg").asInt()))
                .containsExactly(-7, -8, -257);
        assertThat(first.path("authenticatorSelection").path("residentKey").asString())
                .isEqualTo("required");
        assertThat(first.path("authenticatorSelection").path("userVerification").asString())
                .isEqualTo("required");
        assertThat(first.path("attestation").asString()).isEqualTo("none");
        assertThat(first.path("excludeCredentials").isEmpty()).isTrue();

        Passkey made = registered(bea, new SoftKey());
        JsonNode second = new JsonMapper().readTree(options(PLACE, bea, challenge));
        assertThat(second.path("excludeCredentials").path(0).path("id").asString())
                .isEqualTo(made.key().credentialId().base64url());
        JsonNode asked = new JsonMapper().readTree(PASSKEYS.assertionOptions(challenge, LENIENT));
        assertThat(asked.path("rpId").asString()).isEqualTo("id.example.test");
        assertThat(asked.path("userVerification").asString()).isEqualTo("preferred");
        assertThat(asked.path("allowCredentials").isEmpty()).isTrue();
    }

    @Test
    void asASecondFactorOnlyTheUsersOwnPasskeyWillDo() {
        User cleo = PLACE.person("cleo");
        User dan = PLACE.person("dan");
        var own = new SoftKey();
        registered(cleo, own);
        var anothers = new SoftKey();
        registered(dan, anothers);
        // Old security keys do not tell whose they are; here the user is known already.
        own.tellsHandle = false;
        assertThat(secondFactor(cleo.id(), own)).isInstanceOf(Assertion.Accepted.class);
        assertThat(secondFactor(cleo.id(), anothers)).isEqualTo(refused(PasskeyRefusal.UNKNOWN));
    }

    private static Assertion secondFactor(UserId user, SoftKey key) {
        Octets challenge = SoftKey.challenge();
        String options = PLACE.read(
                () -> PASSKEYS.assertionOptions(user, challenge, LENIENT).orElseThrow());
        return PLACE.write(
                transaction -> PASSKEYS.finishAssertion(transaction, user, challenge, key.get(options), LENIENT));
    }

    @Test
    void whoHasNoPasskeyIsNotAskedForAny() {
        User none = PLACE.person("none");
        assertThat(PLACE.<Optional<String>>read(
                        () -> PASSKEYS.assertionOptions(none.id(), SoftKey.challenge(), LENIENT)))
                .isEmpty();
    }

    @Test
    void aCountThatDoesNotGrowTellsOfACopy() {
        var key = new SoftKey();
        Passkey made = registered(PLACE.person("eli"), key);
        key.count = 5;
        assertThat(signIn(key, STRICT)).isInstanceOf(Assertion.Accepted.class);
        for (long copied : List.of(5L, 4L, 0L)) {
            key.count = copied;
            assertThat(signIn(key, STRICT)).isInstanceOfSatisfying(Assertion.PossibleClone.class, clone -> {
                assertThat(clone.passkey().id()).isEqualTo(made.id());
                assertThat(clone.stored()).isEqualTo(5);
                assertThat(clone.presented()).isEqualTo(copied);
            });
        }
        key.count = 6;
        assertThat(signIn(key, STRICT)).isInstanceOf(Assertion.Accepted.class);
    }

    @Test
    void anAuthenticatorThatDoesNotCountIsFine() {
        var key = new SoftKey();
        registered(PLACE.person("fay"), key);
        assertThat(signIn(key, STRICT)).isInstanceOf(Assertion.Accepted.class);
        assertThat(signIn(key, STRICT)).isInstanceOf(Assertion.Accepted.class);
    }

    @Test
    void ofManyUsesWithTheSameCountOneIsAccepted() throws Exception {
        var key = new SoftKey();
        registered(PLACE.person("gil"), key);
        key.count = 1;
        Octets challenge = SoftKey.challenge();
        String answer = key.get(PASSKEYS.assertionOptions(challenge, STRICT));
        List<Assertion> outcomes =
                PLACE.atOnce(32, transaction -> PASSKEYS.finishAssertion(transaction, challenge, answer, STRICT));
        assertThat(outcomes).filteredOn(Assertion.Accepted.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(Assertion.PossibleClone.class::isInstance)
                .hasSize(31);
    }

    @Test
    void nobodyHasASixthPasskeyHoweverManyAskAtOnce() throws Exception {
        User hana = PLACE.person("hana");
        Octets challenge = SoftKey.challenge();
        String options = options(PLACE, hana, challenge);
        var answers = new ConcurrentLinkedQueue<String>();
        for (int i = 0; i < 16; i++) {
            answers.add(new SoftKey().create(options));
        }
        List<Registration> outcomes = PLACE.atOnce(
                16,
                transaction -> PASSKEYS.finishRegistration(
                        transaction, hana.id(), challenge, String.valueOf(answers.poll()), STRICT));
        assertThat(outcomes)
                .filteredOn(Registration.Registered.class::isInstance)
                .hasSize(Passkeys.MOST);
        assertThat(outcomes)
                .filteredOn(new Registration.Refused(PasskeyRefusal.TOO_MANY)::equals)
                .hasSize(16 - Passkeys.MOST);
    }

    @Test
    void aPasskeyBelongsToOneUserOfAWorkspace() {
        var key = new SoftKey();
        registered(PLACE.person("ines"), key);
        assertThat(register(PLACE, PLACE.person("joe"), key)).isEqualTo(new Registration.Refused(PasskeyRefusal.TAKEN));
        assertThat(register(ELSEWHERE, ELSEWHERE.person("joe"), key)).isInstanceOf(Registration.Registered.class);
    }

    @Test
    void aPasskeyOfAnotherWorkspaceIsUnknownHere() {
        var key = new SoftKey();
        assertThat(register(ELSEWHERE, ELSEWHERE.person("kim"), key)).isInstanceOf(Registration.Registered.class);
        assertThat(signIn(key, STRICT)).isEqualTo(refused(PasskeyRefusal.UNKNOWN));
    }

    @Test
    void aPasskeyIsRenamedAndRemovedByItsOwnerOnly() {
        User lea = PLACE.person("lea");
        User max = PLACE.person("max");
        var key = new SoftKey();
        FactorId id = registered(lea, key).id();
        assertThat(PLACE.<Outcome<Passkey>>write(transaction -> PASSKEYS.rename(transaction, max.id(), id, "mine")))
                .isInstanceOf(Outcome.NotFound.class);
        assertThat(PLACE.<Outcome<Passkey>>write(transaction -> PASSKEYS.remove(transaction, max.id(), id)))
                .isInstanceOf(Outcome.NotFound.class);
        assertThat(PLACE.<Outcome<Passkey>>write(transaction -> PASSKEYS.rename(transaction, lea.id(), id, "Passkey")))
                .isInstanceOf(Outcome.Unchanged.class);
        assertThat(PLACE.<Outcome<Passkey>>write(transaction -> PASSKEYS.rename(transaction, lea.id(), id, "Blue key")))
                .isInstanceOf(Outcome.Changed.class);
        assertThat(PLACE.read(() -> PASSKEYS.list(lea.id())).getFirst().name()).isEqualTo("Blue key");

        assertThat(PLACE.<Outcome<Passkey>>write(transaction -> PASSKEYS.remove(transaction, lea.id(), id)))
                .isInstanceOf(Outcome.Deleted.class);
        assertThat(PLACE.<Outcome<Passkey>>write(transaction -> PASSKEYS.remove(transaction, lea.id(), id)))
                .isInstanceOf(Outcome.NotFound.class);
        assertThat(signIn(key, STRICT)).isEqualTo(refused(PasskeyRefusal.UNKNOWN));
        assertThat(PLACE.read(() -> PASSKEYS.list(lea.id()))).isEmpty();
        assertThat(register(PLACE, lea, key)).isInstanceOf(Registration.Registered.class);
    }

    @Test
    void someoneWhoIsNotThereGetsNoPasskey() {
        User nia = PLACE.person("nia");
        Octets challenge = SoftKey.challenge();
        String answer = new SoftKey().create(options(PLACE, nia, challenge));
        assertThat(PLACE.<Registration>write(transaction ->
                        PASSKEYS.finishRegistration(transaction, UserId.make(), challenge, answer, STRICT)))
                .isEqualTo(new Registration.Refused(PasskeyRefusal.UNKNOWN));
    }
}
