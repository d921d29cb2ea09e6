package dev.keystead.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.credential.passkey.Octets;
import dev.keystead.login.Challenges.Given;
import dev.keystead.login.Challenges.Purpose;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.tenancy.UuidV7;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A challenge that is computed works for its owner and its purpose, in its time, once.
class ChallengesTest {
    private static final Town TOWN = Town.make();
    private static final Instant NOON = Instant.parse("2026-05-04T12:00:00Z");
    private final UUID owner = UuidV7.next();

    private static Challenges at(Instant time) {
        MasterKey master = MasterKey.of("ABCDEFGHIJKLMNOPQRSTUVWXYZ012345".getBytes(StandardCharsets.US_ASCII));
        return new Challenges(master, Clock.fixed(time, ZoneOffset.UTC));
    }

    private static Optional<Octets> consume(Challenges challenges, String id, Purpose purpose, UUID owner) {
        return TOWN.write(transaction -> challenges.consume(transaction, id, purpose, owner));
    }

    @Test
    void whatWasGivenIsWhatIsExpectedOnEveryNode() {
        Given given = at(NOON).give(Purpose.SIGN_IN, owner);
        assertThat(given.challenge().length()).isEqualTo(32);
        assertThat(consume(at(NOON.plusSeconds(5)), given.id().text(), Purpose.SIGN_IN, owner))
                .hasValueSatisfying(expected ->
                        assertThat(expected.bytes()).isEqualTo(given.challenge().bytes()));
    }

    @Test
    void itIsUsedUpOnceHoweverManyAskAtOnce() throws Exception {
        String id = at(NOON).give(Purpose.SIGN_IN, owner).id().text();
        var taken = new AtomicInteger();
        List<Boolean> turns = AtOnce.run(16, () -> {
            boolean mine = consume(at(NOON), id, Purpose.SIGN_IN, owner).isPresent();
            taken.addAndGet(mine ? 1 : 0);
            return mine;
        });
        assertThat(turns).hasSize(16);
        assertThat(taken).hasValue(1);
    }

    @ParameterizedTest
    @CsvSource({"PT-2M, false", "PT-30S, true", "PT0S, true", "PT9M59S, true", "PT10M, false", "P1D, false"})
    void itHasItsTime(Duration later, boolean works) {
        String id = at(NOON).give(Purpose.SIGN_IN, owner).id().text();
        assertThat(consume(at(NOON.plus(later)), id, Purpose.SIGN_IN, owner).isPresent())
                .isEqualTo(works);
    }

    @Test
    void anotherOwnerOrPurposeHasAnotherChallenge() {
        Given given = at(NOON).give(Purpose.SIGN_IN, owner);
        String id = given.id().text();
        assertThat(consume(at(NOON), id, Purpose.SIGN_IN, UuidV7.next())
                        .orElseThrow()
                        .bytes())
                .isNotEqualTo(given.challenge().bytes());
        Given another = at(NOON).give(Purpose.SIGN_IN, owner);
        assertThat(consume(at(NOON), another.id().text(), Purpose.REGISTER, owner)
                        .orElseThrow()
                        .bytes())
                .isNotEqualTo(another.challenge().bytes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "chl_",
                "chl_00000000000000000000000000",
                "usr_01k9zzzzzzzzzzzzzzzzzzzzzz",
                "\u0000",
                "chl_01"
            })
    void whatIsNoIdOfAChallengeIsNone(String id) {
        assertThat(consume(at(NOON), id, Purpose.SIGN_IN, owner)).isEmpty();
    }
}
