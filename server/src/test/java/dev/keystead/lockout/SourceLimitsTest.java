package dev.keystead.lockout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.AtOnce;
import dev.keystead.login.Town;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// How much may be begun from one network, on a server that allows little and believes what a proxy says.
class SourceLimitsTest {
    private static final int STARTS = 20;
    private static final int ASKS = 8;
    private static final TestServer SERVER = TestServer.start(
            "--master-key",
            Town.MASTER_KEY,
            "--sign-in-starts-per-source",
            String.valueOf(STARTS),
            "--sign-in-asks-per-source",
            String.valueOf(ASKS),
            "--http-trusted-proxies",
            "127.0.0.1/32");

    private final Town town = Town.on(SERVER);

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static TestServer.Client from(String address) {
        return SERVER.as("").with("X-Forwarded-For", address);
    }

    private Answer start(String address) {
        return from(address).post(town.path() + "/v1/flows", "{}");
    }

    private void fill(String address) {
        for (int i = 0; i < STARTS; i++) {
            assertThat(start(address).status()).isEqualTo(201);
        }
    }

    @Test
    void whatOneNetworkBeginsIsLimitedForPagesAndProgramsTogether() {
        for (int i = 0; i < STARTS / 2; i++) {
            assertThat(start("192.0.2.1").status()).isEqualTo(201);
            assertThat(from("192.0.2.1").get(town.path() + "/sign-in").status()).isEqualTo(200);
        }
        Answer program = start("192.0.2.1");
        assertThat(program.status()).isEqualTo(429);
        assertThat(Integer.parseInt(program.header("Retry-After"))).isBetween(1, 601);
        Answer page = from("192.0.2.1").get(town.path() + "/sign-in");
        assertThat(page.status()).isEqualTo(429);
        assertThat(page.text()).contains("Too many requests came from your network.");
        assertThat(Integer.parseInt(page.header("Retry-After"))).isBetween(1, 601);
        assertThat(town.count("auth.auth_flows", "")).isEqualTo(STARTS);
    }

    @Test
    void othersDoNotFeelIt() {
        fill("192.0.2.2");
        assertThat(start("192.0.2.2").status()).isEqualTo(429);
        assertThat(start("192.0.2.3").status()).isEqualTo(201);
        Town elsewhere = Town.on(SERVER);
        assertThat(from("192.0.2.2").post(elsewhere.path() + "/v1/flows", "{}").status())
                .isEqualTo(201);
    }

    @Test
    void theAddressesOfOneNetworkOfVersionSixAreOneSource() {
        for (int i = 0; i < STARTS; i++) {
            assertThat(start("2001:db8:1:2::" + Integer.toHexString(i + 1)).status())
                    .isEqualTo(201);
        }
        assertThat(start("2001:db8:1:2:ffff::1").status()).isEqualTo(429);
        assertThat(start("2001:db8:1:3::1").status()).isEqualTo(201);
    }

    @Test
    void manyAtOnceGetNoMore() throws Exception {
        List<Integer> statuses = AtOnce.run(4 * STARTS, () -> start("192.0.2.4").status());
        assertThat(statuses).filteredOn(status -> status == 201).hasSize(STARTS);
        assertThat(statuses).allMatch(status -> status == 201 || status == 429);
    }

    @Test
    void afterTheWindowANewOneBegins() {
        fill("192.0.2.5");
        assertThat(start("192.0.2.5").status()).isEqualTo(429);
        town.change(
                "auth.lockouts",
                "unlocks_at = now() - interval '1 second', expires_at = now() - interval '1 second'",
                "and kind = 'start'");
        fill("192.0.2.5");
        assertThat(start("192.0.2.5").status()).isEqualTo(429);
    }

    /// A person who signs in all day from one place is not counted for what was long ago.
    @Test
    void aWindowThatIsNotFullEndsToo() {
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < STARTS - 1; i++) {
                assertThat(start("192.0.2.6").status()).isEqualTo(201);
            }
            town.change("auth.lockouts", "expires_at = now() - interval '1 second'", "and kind = 'start'");
        }
        assertThat(town.count("auth.lockouts", "and kind = 'start'")).isOne();
    }

    @Test
    void whateverMayBringAMailIsLimitedTogether() {
        town.decide("sign-up", "{\"mode\":\"open\",\"allowed_domains\":[]}");
        TestServer.Client client = from("192.0.2.7");
        Answer begun = client.post(town.path() + "/v1/flows", "{}");
        TestServer.Client browser =
                client.with("Keystead-Browser", begun.json().path("browser_key").asString());
        String steps = town.path() + "/v1/flows/" + begun.id() + "/steps/";
        browser.post(steps + "identify", "{\"identifier\":\"nobody@nowhere.test\"}");
        for (int i = 0; i < ASKS; i++) {
            Answer asked = switch (i % 3) {
                case 0 -> browser.post(steps + "magic-link", "{}");
                case 1 -> client.post(town.path() + "/v1/password-resets", "{\"identifier\":\"nobody\"}");
                default -> register(client, i);
            };
            assertThat(asked.status()).as(asked.text()).isBetween(200, 202);
        }
        for (Answer refused : List.of(
                browser.post(steps + "magic-link", "{}"),
                client.post(town.path() + "/v1/password-resets", "{\"identifier\":\"nobody\"}"),
                register(client, ASKS))) {
            assertThat(refused.status()).isEqualTo(429);
            assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 601);
        }
        assertThat(register(from("192.0.2.8"), ASKS + 1).status()).isEqualTo(202);
    }

    private Answer register(TestServer.Client client, int number) {
        return client.post(
                town.path() + "/v1/registrations",
                "{\"email\":\"zoe%d@%s.test\",\"display_name\":\"Zoe\",\"password\":\"granite owl 7 west\"}"
                        .formatted(number, town.place().slug()));
    }
}
