package dev.keystead.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.device.Device.Level;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.oauth.HolderKey;
import dev.keystead.platform.json.Json;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Devices over HTTP: how they come to be trusted, and what does not make them so.
class DeviceRoutesTest {
    private final Town town = Town.make();
    private final Person ada = town.person("ada");
    private final Insider inside = enter(ada);
    private final Client client = inside.api();

    private Insider enter(Person person) {
        return Insider.enter(
                town.server(), town.place().workspace(), town.place().slug(), person.id());
    }

    private Insider enterAgo(Person person) {
        return Insider.enterAgo(
                town.server(), town.place().workspace(), town.place().slug(), person.id());
    }

    private static String level(Answer device) {
        return device.json().path("trust_level").asString();
    }

    private static void isWrong(Answer answer, String member) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().path("fields").has(member)).as(answer.text()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ES256", "EdDSA"})
    void aDeviceIsTrustedOnceItShowedItsKey(String algorithm) {
        HeldDevice device = HeldDevice.register(client, algorithm);
        assertThat(level(device.read())).isEqualTo("untrusted");
        assertThat(device.read().json().path("key_thumbprint").asString())
                .isEqualTo(device.key().thumbprint());
        Answer verified = device.verify();
        assertThat(verified.status()).as(verified.text()).isEqualTo(200);
        assertThat(level(verified)).isEqualTo("trusted");
        assertThat(level(device.read())).isEqualTo("trusted");
    }

    @Test
    void bothFormsOfAKeyAreTheSameKey() {
        HolderKey key = HolderKey.of("ES256");
        HeldDevice device = HeldDevice.register(client, key);
        String pem = Pem.encode("PUBLIC KEY", key.pair().getPublic().getEncoded());
        Answer again = client.post(HeldDevice.ALL, Json.text(Map.of("name", "Again", "public_key", pem)));
        assertThat(again.status()).as(again.text()).isEqualTo(409);
        // Somebody else may hold it too: devices are shared.
        Answer other = enter(town.person("bea"))
                .api()
                .post(HeldDevice.ALL, Json.text(Map.of("name", "Shared", "public_key", pem)));
        assertThat(other.status()).as(other.text()).isEqualTo(201);
        assertThat(other.json().path("fingerprint").asString())
                .isEqualTo(device.read().json().path("fingerprint").asString());
    }

    @Test
    void aRevokedKeyDoesNotComeBack() {
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        // The session is tied to the device and ends with it.
        assertThat(device.revoke().status()).isEqualTo(204);
        assertThat(client.get(HeldDevice.ALL).status()).isEqualTo(401);
        Client anew = enter(ada).api();
        assertThat(anew.get(device.path()).status()).isEqualTo(404);
        assertThat(anew.post(HeldDevice.ALL, HeldDevice.wish(device.key())).status())
                .isEqualTo(409);
        assertThat(device.as(anew).challenge().status()).isEqualTo(404);
    }

    @Test
    void theFirstProofNeedsARecentProofOfThePerson() {
        Client late = enterAgo(ada).api();
        HeldDevice device = HeldDevice.register(late, "ES256");
        Answer refused = device.verify();
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.error()).isEqualTo("step-up required");
        assertThat(level(device.read())).isEqualTo("untrusted");
        assertThat(device.as(client).verify().status()).isEqualTo(200);
        // Once it is trusted, the key is enough.
        assertThat(device.verify().status()).isEqualTo(200);
    }

    @Test
    void aChallengeWorksOnce() {
        HeldDevice device = HeldDevice.register(client, "ES256");
        Answer challenge = device.challenge();
        Map<String, String> proof = device.proof(challenge, device.key());
        assertThat(device.verify(proof).status()).isEqualTo(200);
        assertThat(device.verify(proof).status()).isEqualTo(400);
    }

    @Test
    void ofManyWhoAnswerAChallengeOneDoes() throws Exception {
        HeldDevice device = HeldDevice.register(client, "ES256");
        Map<String, String> proof = device.proof(device.challenge(), device.key());
        try (var threads = Executors.newFixedThreadPool(8)) {
            List<Callable<Integer>> calls = IntStream.range(0, 8)
                    .<Callable<Integer>>mapToObj(_ -> () -> device.verify(proof).status())
                    .toList();
            int right = 0;
            for (Future<Integer> answer : threads.invokeAll(calls)) {
                right += answer.get() == 200 ? 1 : 0;
            }
            assertThat(right).isEqualTo(1);
        }
    }

    @Test
    void whatIsNoProofIsRefusedAndUsesTheChallengeUp() {
        HeldDevice device = HeldDevice.register(client, "ES256");
        Answer challenge = device.challenge();
        assertThat(device.verify(device.proof(challenge, HolderKey.of("ES256"))).status())
                .as("another key")
                .isEqualTo(400);
        assertThat(device.verify(challenge).status()).as("after a wrong answer").isEqualTo(400);

        Answer old = device.challenge();
        assertThat(device.challenge().status()).isEqualTo(200);
        assertThat(device.verify(old).status()).as("not the last one").isEqualTo(400);

        HeldDevice second = HeldDevice.register(client, "ES256");
        assertThat(device.verify(device.proof(second.challenge(), device.key())).status())
                .as("the challenge of another device")
                .isEqualTo(400);

        Answer expired = device.challenge();
        town.change("identity.devices", "challenge_expires_at = now() - interval '1 second'", "");
        assertThat(device.verify(expired).status()).as("too late").isEqualTo(400);

        var malformed = new HashMap<>(device.proof(device.challenge(), device.key()));
        malformed.put("signature", "!");
        isWrong(device.verify(malformed), "signature");
        malformed.put("signature", Base64.getUrlEncoder().encodeToString(new byte[64]));
        assertThat(device.verify(malformed).status()).as("zeros").isEqualTo(400);
        assertThat(level(device.read())).isEqualTo("untrusted");
    }

    @Test
    void theDeviceOfSomebodyElseIsNotThere() {
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        HeldDevice stolen = device.as(enter(town.person("bea")).api());
        String absentPath = HeldDevice.ALL + "/" + DeviceId.make().text();
        Client bea = enter(town.person("cleo")).api();
        assertThat(bea.get(device.path()).error()).isEqualTo(bea.get(absentPath).error());
        assertThat(stolen.read().status()).isEqualTo(404);
        assertThat(stolen.challenge().status()).isEqualTo(404);
        assertThat(stolen.verify(Map.of("nonce", "A".repeat(43), "signature", "AAAA"))
                        .status())
                .isEqualTo(404);
        assertThat(stolen.revoke().status()).isEqualTo(404);
        assertThat(stolen.certify(HeldDevice.csr(device.key()), Map.of("nonce", "A".repeat(43), "signature", "AAAA"))
                        .status())
                .isEqualTo(404);
        assertThat(level(device.read())).isEqualTo("trusted");
    }

    @Test
    void otherKindsOfKeysAreRefused() throws Exception {
        isWrong(client.post(HeldDevice.ALL, HeldDevice.wish(HolderKey.of("RS256"))), "jwk");
        KeyPairGenerator p384 = KeyPairGenerator.getInstance("EC");
        p384.initialize(384);
        String wrongCurve =
                Pem.encode("PUBLIC KEY", p384.generateKeyPair().getPublic().getEncoded());
        isWrong(client.post(HeldDevice.ALL, Json.text(Map.of("name", "x", "public_key", wrongCurve))), "public_key");
        KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
        rsa.initialize(2048);
        String rsaKey =
                Pem.encode("PUBLIC KEY", rsa.generateKeyPair().getPublic().getEncoded());
        isWrong(client.post(HeldDevice.ALL, Json.text(Map.of("name", "x", "public_key", rsaKey))), "public_key");
    }

    @Test
    void malformedKeysAreRefused() {
        HolderKey key = HolderKey.of("ES256");
        byte[] info = key.pair().getPublic().getEncoded();
        byte[] trailing = Arrays.copyOf(info, info.length + 1);
        byte[] offCurve = info.clone();
        offCurve[offCurve.length - 1] ^= 1;
        for (byte[] wrong : List.of(trailing, offCurve, new byte[0], new byte[91])) {
            String pem = Pem.encode("PUBLIC KEY", wrong);
            isWrong(client.post(HeldDevice.ALL, Json.text(Map.of("name", "x", "public_key", pem))), "public_key");
        }
        for (String wrong : List.of("", "no key", "-----BEGIN PUBLIC KEY-----\n!!!\n-----END PUBLIC KEY-----")) {
            isWrong(client.post(HeldDevice.ALL, Json.text(Map.of("name", "x", "public_key", wrong))), "public_key");
        }
        var jwk = new HashMap<>(key.jwk());
        jwk.put("d", "c2VjcmV0");
        isWrong(client.post(HeldDevice.ALL, Json.text(Map.of("name", "x", "jwk", jwk))), "jwk");
        jwk.remove("d");
        jwk.put("x", jwk.get("x") + "=");
        isWrong(client.post(HeldDevice.ALL, Json.text(Map.of("name", "x", "jwk", jwk))), "jwk");
        jwk.put("x", 7);
        isWrong(client.post(HeldDevice.ALL, Json.text(Map.of("name", "x", "jwk", jwk))), "jwk");
        isWrong(client.post(HeldDevice.ALL, "{\"name\":\"x\",\"jwk\":\"text\"}"), "jwk");
        // The neutral element of Ed25519: whoever has it as a key signs everything.
        var small = new byte[32];
        small[0] = 1;
        var neutral = Map.of(
                "kty",
                "OKP",
                "crv",
                "Ed25519",
                "x",
                Base64.getUrlEncoder().withoutPadding().encodeToString(small));
        isWrong(client.post(HeldDevice.ALL, Json.text(Map.of("name", "x", "jwk", neutral))), "jwk");
        isWrong(client.post(HeldDevice.ALL, "{\"name\":\"x\"}"), "public_key");
        assertThat(client.get(HeldDevice.ALL).json().path("items").size()).isZero();
    }

    @Test
    void aPersonHasSoManyDevicesAndNoMore() throws Exception {
        for (int i = 0; i < Devices.MOST - 1; i++) {
            HeldDevice.register(client, "EdDSA");
        }
        try (var threads = Executors.newFixedThreadPool(6)) {
            List<Callable<Integer>> calls = IntStream.range(0, 6)
                    .<Callable<Integer>>mapToObj(
                            _ -> () -> client.post(HeldDevice.ALL, HeldDevice.wish(HolderKey.of("EdDSA")))
                                    .status())
                    .toList();
            int made = 0;
            for (Future<Integer> answer : threads.invokeAll(calls)) {
                made += answer.get() == 201 ? 1 : 0;
            }
            assertThat(made).isEqualTo(1);
        }
    }

    @Test
    void aDeviceIsRenamedByWhoeverSawItLast() {
        HeldDevice device = HeldDevice.register(client, "ES256");
        Answer renamed = client.with("If-Match", "\"1\"").patch(device.path(), "{\"name\":\"Phone\"}");
        assertThat(renamed.status()).as(renamed.text()).isEqualTo(200);
        assertThat(renamed.json().path("name").asString()).isEqualTo("Phone");
        assertThat(client.with("If-Match", "\"1\"")
                        .patch(device.path(), "{\"name\":\"Late\"}")
                        .status())
                .isEqualTo(412);
        isWrong(client.patch(device.path(), "{\"name\":\"\"}"), "name");
    }

    @Test
    void administratorsSeeAndRevokeTheDevicesOfOthers() {
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        Client admin = town.administrator();
        String path = "/v1/users/" + ada.id().text() + "/devices";
        assertThat(admin.get(path).json().path("items").get(0).path("id").asString())
                .isEqualTo(device.id());
        Client elsewhere = Town.make().administrator();
        assertThat(elsewhere.get(path).status()).isEqualTo(404);
        assertThat(elsewhere.delete(path + "/" + device.id()).status()).isEqualTo(404);
        assertThat(admin.delete(path + "/" + device.id()).status()).isEqualTo(204);
        assertThat(admin.delete(path + "/" + device.id()).status()).isEqualTo(404);
        assertThat(client.get(HeldDevice.ALL).status()).isEqualTo(401);
    }

    @Test
    void aSessionNamesItsDeviceAndIsSeen() {
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        Answer sessions = client.get("/v1/me/sessions");
        assertThat(sessions.text()).contains("\"device_id\":\"" + device.id() + "\"");
        assertThat(device.read().json().path("last_seen_at").isString()).isTrue();
        assertThat(Level.valueOf(level(device.read()).toUpperCase(Locale.ROOT))).isEqualTo(Level.TRUSTED);
    }

    @Test
    void thePageShowsRenamesAndRevokes() {
        HeldDevice device = HeldDevice.register(client, "ES256");
        Answer page = inside.page("/account/devices");
        assertThat(page.text()).contains("Laptop").contains("Not verified yet");
        String base = "/account/devices/" + device.id();
        assertThat(inside.form("/account/devices", base + "/rename", Map.of("name", "Tower"))
                        .status())
                .isEqualTo(303);
        assertThat(inside.form("/account/devices", base + "/rename", Map.of("name", " "))
                        .status())
                .isEqualTo(422);
        assertThat(inside.page("/account/devices?ui_locales=pt").text())
                .contains("Tower")
                .contains("Dispositivos");
        assertThat(inside.form("/account/devices", base + "/revoke", Map.of()).status())
                .isEqualTo(303);
        assertThat(inside.page("/account/devices").text()).doesNotContain("Tower");
        assertThat(device.read().status()).isEqualTo(404);
    }
}
