package dev.keystead.license.offline;

import static dev.keystead.server.LicenseSamples.assign;
import static dev.keystead.server.LicenseSamples.module;
import static dev.keystead.server.LicenseSamples.unit;
import static dev.keystead.server.LicenseSamples.workspaceNode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.util.X509CertUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.keystead.device.DeviceId;
import dev.keystead.device.HeldDevice;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.node.NodeId;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What a person may use, signed for a device with a certificate.
class OfflineRoutesTest {
    private final Town town = Town.make();
    private final Client administrator = town.administrator();
    private final String node = workspaceNode(administrator);
    private final Person ada = town.person("ada");
    private final Client client = enter(ada);

    private Client enter(Person person) {
        return Insider.enter(
                        town.server(), town.place().workspace(), town.place().slug(), person.id())
                .api();
    }

    private String members() {
        return "/v1/workspaces/" + town.place().workspace().text() + "/members";
    }

    private void join(Person person, String role) {
        Answer joined = administrator.post(
                members(),
                "{\"user_id\":\"%s\",\"role\":\"%s\"}".formatted(person.id().text(), role));
        assertThat(joined.status()).as(joined.text()).isEqualTo(201);
    }

    private static Answer document(Client asking, HeldDevice device) {
        return asking.get(device.path() + "/entitlements");
    }

    private static String text(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().path("document").asString();
    }

    private OfflineCheck checking() throws Exception {
        Answer keys = town.server().as("").get(town.path() + "/.well-known/jwks.json");
        return new OfflineCheck(town.server().address() + town.path(), JWKSet.parse(keys.text()));
    }

    private static X509Certificate certificate(Answer made) {
        return X509CertUtils.parse(made.json().path("certificate").asString());
    }

    private String give(String module, String at, String members) {
        Answer made = assign(administrator, module, at, members);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    /// The modules of a document that are this test's own, and their ends.
    private static Map<String, Instant> ends(JWTClaimsSet claims) throws Exception {
        return claims.getListClaim("ent").stream()
                .map(item -> (Map<?, ?>) item)
                .collect(Collectors.toMap(
                        item -> String.valueOf(item.get("module")),
                        item -> Instant.ofEpochSecond(Long.parseLong(String.valueOf(item.get("exp"))))));
    }

    @Test
    void aDocumentIsCheckedWithThePublishedKeysAndTheCertificate() throws Exception {
        String module = module(town.server());
        String other = module(town.server());
        give(module, node, "");
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        Answer made = device.certified();
        X509Certificate shown = certificate(made);
        Answer answer = document(client, device);
        String document = text(answer);
        JWTClaimsSet claims = checking().believed(document);
        assertThat(claims.getIssuer()).isEqualTo(town.server().address() + town.path());
        assertThat(claims.getSubject()).isEqualTo(ada.id().text());
        assertThat(claims.getStringClaim("device_id")).isEqualTo(device.id());
        assertThat(claims.getStringClaim("node_id")).isEqualTo(node);
        assertThat(claims.getExpirationTime().toInstant())
                .isEqualTo(shown.getNotAfter().toInstant());
        assertThat(claims.getJSONObjectClaim("cnf"))
                .isEqualTo(Map.of("x5t#S256", made.json().path("thumbprint").asString()));
        assertThat(answer.json().path("certificate_id").asString()).isEqualTo(made.id());
        assertThat(answer.json().path("expires_at").asString())
                .isEqualTo(made.json().path("expires_at").asString());
        assertThat(checking().usable(document, shown, Instant.now()))
                .contains(module)
                .doesNotContain(other);
        // On another device, or signed by another workspace, it is worth nothing.
        X509Certificate foreign =
                certificate(HeldDevice.trusted(enter(ada), "EdDSA").certified());
        assertThatThrownBy(() -> checking().usable(document, foreign, Instant.now()))
                .isInstanceOf(SecurityException.class);
        var elsewhere = new OfflineCheck(
                checking().issuer(),
                JWKSet.parse(town.server().as("").get("/.well-known/jwks.json").text()));
        assertThatThrownBy(() -> elsewhere.believed(document)).isInstanceOf(BadJOSEException.class);
    }

    @Test
    void eachModuleEndsWithWhatAllowsIt() throws Exception {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        Instant soon = Instant.now().plus(Duration.ofHours(2)).truncatedTo(ChronoUnit.SECONDS);
        Instant dayAfterTomorrow =
                today.plusDays(2).atStartOfDay(ZoneOffset.UTC).toInstant();
        String always = module(town.server(), ",\"always_on\":true");
        String longer = module(town.server());
        give(longer, node, ",\"effective_to\":\"2999-12-31\"");
        String byDay = module(town.server());
        give(byDay, node, ",\"effective_to\":\"%s\"".formatted(today.plusDays(1)));
        String byMoment = module(town.server());
        give(byMoment, node, ",\"constraints\":{\"expires_at\":\"%s\"}".formatted(soon));
        String needing = module(town.server(), ",\"dependencies\":[\"%s\"]".formatted(byMoment));
        give(needing, node, "");
        String converting = module(town.server());
        give(converting, node, ",\"trial\":true,\"converts\":true,\"effective_to\":\"%s\"".formatted(today));
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        X509Certificate shown = certificate(device.certified());
        String document = text(document(client, device));
        JWTClaimsSet claims = checking().believed(document);
        Instant end = shown.getNotAfter().toInstant();
        assertThat(ends(claims))
                .containsEntry(always, end)
                .containsEntry(longer, end)
                .containsEntry(byDay, dayAfterTomorrow)
                .containsEntry(byMoment, soon)
                .containsEntry(needing, soon)
                .containsEntry(converting, end)
                .allSatisfy((_, until) -> assertThat(until).isBeforeOrEqualTo(end));
        assertThat(checking().usable(document, shown, soon))
                .contains(always, longer, byDay)
                .doesNotContain(byMoment, needing);
    }

    @Test
    void seatsCountBecauseItIsForAPerson() throws Exception {
        String module = module(town.server());
        String license = give(module, node, ",\"constraints\":{\"seats\":1}");
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        device.certified();
        assertThat(ends(checking().believed(text(document(client, device))))).doesNotContainKey(module);
        Answer seat = administrator.send(
                "PUT", "/v1/licenses/" + license + "/seats/" + ada.id().text(), null);
        assertThat(seat.status()).as(seat.text()).isEqualTo(200);
        assertThat(ends(checking().believed(text(document(client, device))))).containsKey(module);
    }

    @Test
    void aDocumentIsForOneNode() throws Exception {
        String unit = unit(administrator, node);
        String module = module(town.server());
        give(module, unit, "");
        join(ada, "viewer");
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        device.certified();
        String path = device.path() + "/entitlements?node=";
        JWTClaimsSet claims = checking().believed(text(client.get(path + unit)));
        assertThat(claims.getStringClaim("node_id")).isEqualTo(unit);
        assertThat(ends(claims)).containsKey(module);
        assertThat(ends(checking().believed(text(document(client, device))))).doesNotContainKey(module);
        Answer foreign = client.get(path + workspaceNode(Town.make().administrator()));
        Answer absent = client.get(path + NodeId.make().text());
        assertThat(foreign.status()).isEqualTo(404);
        assertThat(absent.status()).isEqualTo(404);
        assertThat(foreign.error()).isEqualTo(absent.error());
        assertThat(client.get(path + "somewhere").status()).isEqualTo(400);
    }

    @Test
    void otherNodesThanTheWorkspacesOwnAreForThoseWhoMayReadTheirEntitlements() {
        String unit = unit(administrator, node);
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        device.certified();
        String path = device.path() + "/entitlements?node=";
        Answer absent = client.get(path + NodeId.make().text());
        assertThat(client.get("/v1/nodes/" + unit + "/entitlements").status())
                .as("no member")
                .isEqualTo(404);
        Answer unseen = client.get(path + unit);
        assertThat(unseen.status()).as("no member").isEqualTo(404);
        assertThat(unseen.error()).isEqualTo(absent.error());
        assertThat(client.get(path + node).status()).as("their own workspace's").isEqualTo(200);
        join(ada, "viewer");
        assertThat(client.get(path + unit).status()).as("a viewer").isEqualTo(200);
        Client narrow = town.server()
                .as(client.post("/v1/me/tokens", "{\"name\":\"narrow\",\"scopes\":[\"read:user:self\"]}")
                        .json()
                        .path("personal_access_token")
                        .asString());
        assertThat(narrow.get(path + unit).status())
                .as("a credential that may not read licences")
                .isEqualTo(404);
        assertThat(narrow.get(path + node).status()).isEqualTo(200);
        assertThat(administrator.delete(members() + "/" + ada.id().text()).status())
                .isEqualTo(204);
        assertThat(client.get(path + unit).status()).as("a member no more").isEqualTo(404);
    }

    @Test
    void withoutAValidCertificateThereIsNone() {
        HeldDevice device = HeldDevice.register(client, "ES256");
        assertThat(document(client, device).status()).as("untrusted").isEqualTo(409);
        device.verify();
        assertThat(document(client, device).status()).as("not certified").isEqualTo(409);
        String first = device.certified().id();
        assertThat(document(client, device).status()).isEqualTo(200);
        assertThat(client.delete(device.path() + "/certificates/" + first).status())
                .isEqualTo(204);
        assertThat(document(client, device).status()).as("revoked").isEqualTo(409);
        device.certified();
        assertThat(document(client, device).status()).isEqualTo(200);
        town.change(
                "identity.binding_certificates",
                "issued_at = issued_at - interval '60 days', expires_at = expires_at - interval '60 days'",
                "");
        assertThat(document(client, device).status()).as("expired").isEqualTo(409);
    }

    @Test
    void revokedAndForeignDevicesAreNotThere() {
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        device.certified();
        Client bea = enter(town.person("bea"));
        Answer foreign = document(bea, device);
        Answer absent = bea.get(HeldDevice.ALL + "/" + DeviceId.make().text() + "/entitlements");
        assertThat(foreign.status()).isEqualTo(404);
        assertThat(absent.status()).isEqualTo(404);
        assertThat(foreign.error()).isEqualTo(absent.error());
        assertThat(document(administrator, device).status())
                .as("a key of nobody has no devices")
                .isIn(403, 404);
        device.revoke();
        assertThat(document(client, device).status())
                .as("its session ended with it")
                .isEqualTo(401);
        assertThat(document(enter(ada), device).status()).isEqualTo(404);
    }

    @Test
    void aDocumentIsNoToken() {
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        device.certified();
        String document = text(document(client, device));
        Client bearer = town.server().as(document);
        assertThat(bearer.get("/v1/me").status()).isEqualTo(401);
        assertThat(bearer.get(town.path() + "/oidc/v1/userinfo").status()).isEqualTo(401);
    }
}
