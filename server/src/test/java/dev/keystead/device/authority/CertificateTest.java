package dev.keystead.device.authority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.device.HeldDevice;
import dev.keystead.device.Pem;
import dev.keystead.device.authority.OpenSsl.Said;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.oauth.HolderKey;
import dev.keystead.platform.json.Json;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.CRLReason;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Certificates as the program `openssl` sees them, and what gets none.
class CertificateTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Town town = Town.make();
    private final Person ada = town.person("ada");
    private final Client client = enter(town, ada);

    @TempDir
    Path folder;

    private static Client enter(Town town, Person person) {
        return Insider.enter(
                        town.server(), town.place().workspace(), town.place().slug(), person.id())
                .api();
    }

    private static HttpResponse<byte[]> fetch(Town town, String path) {
        try {
            return HTTP.send(
                    HttpRequest.newBuilder(town.server().address().resolve(town.path() + path))
                            .build(),
                    BodyHandlers.ofByteArray());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static X509Certificate parsed(Answer certificate) {
        try {
            byte[] pem = certificate.json().path("certificate").asString().getBytes(StandardCharsets.US_ASCII);
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static X509CRL list(Town town, String path) {
        try {
            return (X509CRL) CertificateFactory.getInstance("X.509")
                    .generateCRL(new ByteArrayInputStream(fetch(town, path).body()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /// What somebody who checks certificates of a workspace has: its authorities and all of their lists.
    private OpenSsl checking(Town town) {
        var openssl = new OpenSsl(folder);
        openssl.write("ca.pem", fetch(town, "/v1/pki/ca.pem").body());
        var lists = new StringBuilder();
        town.administrator()
                .get("/v1/pki/authorities")
                .json()
                .path("items")
                .forEach(authority -> lists.append(Pem.encode(
                        "X509 CRL",
                        fetch(town, "/v1/pki/crl/" + authority.path("id").asString())
                                .body())));
        openssl.write("lists.pem", lists.toString());
        return openssl;
    }

    private static Said verify(OpenSsl openssl, Answer certificate) {
        openssl.write("leaf.pem", certificate.json().path("certificate").asString());
        return openssl.run(
                "verify",
                "-x509_strict",
                "-purpose",
                "sslclient",
                "-crl_check_all",
                "-CAfile",
                "ca.pem",
                "-CRLfile",
                "lists.pem",
                "leaf.pem");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ES256", "EdDSA"})
    void opensslAcceptsTheChainUntilTheCertificateIsRevoked(String algorithm) {
        HeldDevice device = HeldDevice.trusted(client, algorithm);
        Answer kept = device.certified();
        Answer lost = device.certified();
        Said before = verify(checking(town), lost);
        assertThat(before.status()).as(before.text()).isZero();
        assertThat(device.read().json().path("trust_level").asString()).isEqualTo("offline_bound");

        assertThat(client.delete(device.path() + "/certificates/" + lost.id()).status())
                .isEqualTo(204);
        Said after = verify(checking(town), lost);
        assertThat(after.status()).as(after.text()).isNotZero();
        assertThat(after.text()).contains("certificate revoked");
        assertThat(verify(checking(town), kept).status()).isZero();
        assertThat(client.delete(device.path() + "/certificates/" + lost.id()).status())
                .isEqualTo(409);
    }

    @Test
    void opensslRefusesWhatHasExpired() {
        Answer leaf = HeldDevice.trusted(client, "ES256").certified();
        OpenSsl openssl = checking(town);
        openssl.write("leaf.pem", leaf.json().path("certificate").asString());
        Instant end = Instant.parse(leaf.json().path("expires_at").asString());
        for (Duration distance : List.of(Duration.ofMinutes(-1), Duration.ofMinutes(1))) {
            Said said = openssl.run(
                    "verify",
                    "-attime",
                    String.valueOf(end.plus(distance).getEpochSecond()),
                    "-CAfile",
                    "ca.pem",
                    "leaf.pem");
            assertThat(said.status() == 0).as(said.text()).isEqualTo(distance.isNegative());
            assertThat(said.text().contains("certificate has expired")).isEqualTo(!distance.isNegative());
        }
    }

    @Test
    void opensslRefusesTheChainOfAnotherWorkspace() {
        Answer leaf = HeldDevice.trusted(client, "ES256").certified();
        Town other = Town.make();
        HeldDevice.trusted(enter(other, other.person("bea")), "ES256").certified();
        Said said = verify(checking(other), leaf);
        assertThat(said.status()).as(said.text()).isNotZero();
        assertThat(said.text()).contains("unable to get local issuer certificate");
    }

    @Test
    void aCertificateSaysWhoseItIsAndWhatItIsFor() throws Exception {
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        Answer made = device.certified();
        X509Certificate leaf = parsed(made);
        assertThat(leaf.getSubjectAlternativeNames().iterator().next().get(1))
                .isEqualTo("keystead://" + town.place().workspace().text() + "/"
                        + ada.id().text() + "/" + device.id());
        assertThat(leaf.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(leaf.getKeyUsage()[0]).isTrue();
        assertThat(leaf.getKeyUsage()[5]).isFalse();
        assertThat(leaf.getBasicConstraints()).isEqualTo(-1);
        assertThat(leaf.getSerialNumber())
                .isEqualTo(new BigInteger(made.json().path("serial").asString(), 16));
        assertThat(Duration.between(Instant.now(), leaf.getNotAfter().toInstant()))
                .isBetween(Duration.ofDays(7).minusMinutes(5), Duration.ofDays(7));
        assertThat(leaf.getPublicKey().getEncoded())
                .isEqualTo(device.key().pair().getPublic().getEncoded());
        // The list is where the certificate says.
        var openssl = new OpenSsl(folder);
        openssl.write("leaf.pem", made.json().path("certificate").asString());
        String points = openssl.run("x509", "-in", "leaf.pem", "-noout", "-ext", "crlDistributionPoints")
                .text();
        String address = points.substring(points.indexOf("URI:") + 4).strip();
        HttpResponse<byte[]> list =
                HTTP.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofByteArray());
        assertThat(list.statusCode()).isEqualTo(200);
        assertThat(list.headers().firstValue("Content-Type")).contains("application/pkix-crl");
    }

    @Test
    void aListIsSignedAnewWhenSomethingChangedAndNotBefore() {
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        Answer made = device.certified();
        byte[] first = fetch(town, "/v1/pki/crl").body();
        assertThat(fetch(town, "/v1/pki/crl").body()).isEqualTo(first);
        assertThat(list(town, "/v1/pki/crl").getRevokedCertificates()).isNull();
        Answer revoked = town.administrator()
                .post("/v1/certificates/" + made.id() + ":revoke", "{\"reason\":\"key_compromise\"}");
        assertThat(revoked.status()).as(revoked.text()).isEqualTo(200);
        assertThat(town.administrator()
                        .post("/v1/certificates/" + made.id() + ":revoke", "{\"reason\":\"superseded\"}")
                        .status())
                .isEqualTo(409);
        X509CRL second = list(town, "/v1/pki/crl");
        assertThat(second.getRevokedCertificates()).hasSize(1);
        assertThat(second.getRevokedCertificate(parsed(made)).getRevocationReason())
                .isEqualTo(CRLReason.KEY_COMPROMISE);
        assertThat(new BigInteger(1, second.getExtensionValue("2.5.29.20"))).isGreaterThan(BigInteger.ZERO);
        assertThat(device.read().json().path("trust_level").asString()).isEqualTo("trusted");
        // When half of its time is over it is signed anew as well.
        town.change("identity.certificate_authorities", "crl_next_at = now() + interval '11 hours'", "");
        assertThat(list(town, "/v1/pki/crl").getNextUpdate()).isAfterOrEqualTo(second.getNextUpdate());
        assertThat(list(town, "/v1/pki/crl").getExtensionValue("2.5.29.20"))
                .isNotEqualTo(second.getExtensionValue("2.5.29.20"));
    }

    @Test
    void ofManyWhoNeedAnAuthorityOneMakesIt() throws Exception {
        List<HeldDevice> devices = IntStream.range(0, 6)
                .mapToObj(i -> HeldDevice.trusted(enter(town, town.person("p" + i)), "ES256"))
                .toList();
        try (var threads = Executors.newFixedThreadPool(6)) {
            List<Callable<String>> calls = devices.stream()
                    .<Callable<String>>map(device ->
                            () -> device.certified().json().path("authority_id").asString())
                    .toList();
            Set<String> authorities = new HashSet<>();
            for (var answer : threads.invokeAll(calls)) {
                authorities.add(answer.get());
            }
            assertThat(authorities).hasSize(1);
        }
        assertThat(town.administrator()
                        .get("/v1/pki/authorities")
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(2);
    }

    @Test
    void whatARotatedAuthoritySignedStaysValidAndCanBeRevoked() {
        assertThat(town.administrator()
                        .post("/v1/pki/authorities/" + AuthorityId.make().text() + ":rotate")
                        .status())
                .isEqualTo(404);
        assertThat(fetch(town, "/v1/pki/ca.pem").statusCode()).isEqualTo(404);
        assertThat(fetch(town, "/v1/pki/crl").statusCode()).isEqualTo(404);
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        Answer old = device.certified();
        String rotate = "/v1/pki/authorities/" + old.json().path("authority_id").asString() + ":rotate";
        Answer rotated = town.administrator().post(rotate);
        assertThat(rotated.status()).as(rotated.text()).isEqualTo(200);
        assertThat(town.administrator().post(rotate).status()).isEqualTo(409);
        Answer fresh = device.certified();
        assertThat(fresh.json().path("authority_id").asString())
                .isNotEqualTo(old.json().path("authority_id").asString());
        assertThat(verify(checking(town), old).status()).isZero();
        assertThat(verify(checking(town), fresh).status()).isZero();
        assertThat(client.delete(device.path() + "/certificates/" + old.id()).status())
                .isEqualTo(204);
        assertThat(verify(checking(town), old).text()).contains("certificate revoked");
        assertThat(verify(checking(town), fresh).status()).isZero();
    }

    @Test
    void aRevokedDeviceLosesItsCertificatesAndGetsNone() {
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        Answer made = device.certified();
        Map<String, String> proof = device.proof(device.challenge(), device.key());
        assertThat(device.revoke().status()).isEqualTo(204);
        Said said = verify(checking(town), made);
        assertThat(said.text()).contains("certificate revoked");
        Client anew = enter(town, ada);
        assertThat(device.as(anew).certify(HeldDevice.csr(device.key()), proof).status())
                .isEqualTo(404);
    }

    @Test
    void withoutTrustThereIsNoCertificate() {
        HeldDevice device = HeldDevice.register(client, "ES256");
        Answer refused = device.certify();
        assertThat(refused.status()).as(refused.text()).isEqualTo(409);
    }

    @Test
    void renewingNeedsAProofOfNowAndNoMore() {
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        Map<String, String> proof = device.proof(device.challenge(), device.key());
        assertThat(device.certify(HeldDevice.csr(device.key()), proof).status()).isEqualTo(201);
        assertThat(device.certify(HeldDevice.csr(device.key()), proof).status())
                .as("the same proof again")
                .isEqualTo(400);
        Client late = Insider.enterAgo(
                        town.server(), town.place().workspace(), town.place().slug(), ada.id())
                .api();
        assertThat(device.as(late).certify().status()).as("without a step-up").isEqualTo(201);
        assertThat(device.certify(HeldDevice.csr(device.key()), device.proof(device.challenge(), HolderKey.of("ES256")))
                        .status())
                .as("signed by another key")
                .isEqualTo(400);
        for (int i = 2; i < Certificates.MOST; i++) {
            device.certified();
        }
        assertThat(device.certify().status()).as("more than there may be").isEqualTo(409);
    }

    @Test
    void theCertificateOfSomebodyElseIsNotThere() {
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        Answer made = device.certified();
        Client bea = enter(town, town.person("bea"));
        HeldDevice own = HeldDevice.trusted(bea, "ES256");
        assertThat(bea.delete(own.path() + "/certificates/" + made.id()).status())
                .isEqualTo(404);
        assertThat(bea.get(device.path() + "/certificates").status()).isEqualTo(404);
        Client elsewhere = Town.make().administrator();
        assertThat(elsewhere.get("/v1/certificates/" + made.id()).status()).isEqualTo(404);
        assertThat(elsewhere
                        .post("/v1/certificates/" + made.id() + ":revoke", "{\"reason\":\"superseded\"}")
                        .status())
                .isEqualTo(404);
        assertThat(town.administrator().get("/v1/certificates/" + made.id()).status())
                .isEqualTo(200);
    }

    @Test
    void aTamperedAuthorityIsNotShownAndSignsNothing() {
        HeldDevice.trusted(client, "ES256").certified();
        town.change(
                "identity.certificate_authorities",
                "certificate = set_byte(certificate, 100, (get_byte(certificate, 100) + 1) % 256)",
                "and level = 'root'");
        String chain = new String(fetch(town, "/v1/pki/ca.pem").body(), StandardCharsets.US_ASCII);
        assertThat(chain.split("BEGIN CERTIFICATE", -1)).hasSize(2);
    }

    /// The commands of docs/devices.md.
    @ParameterizedTest
    @ValueSource(strings = {"P-256", "Ed25519"})
    void aDeviceThatHasNothingButOpensslGetsACertificate(String curve) {
        boolean nist = curve.equals("P-256");
        var openssl = new OpenSsl(folder);
        Said made = nist
                ? openssl.run(
                        "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "device.key")
                : openssl.run("genpkey", "-algorithm", "ed25519", "-out", "device.key");
        assertThat(made.status()).as(made.text()).isZero();
        String key = openssl.run("pkey", "-in", "device.key", "-pubout").text();
        Answer device = client.post(HeldDevice.ALL, Json.text(Map.of("name", "Laptop", "public_key", key)));
        assertThat(device.status()).as(device.text()).isEqualTo(201);
        String path = HeldDevice.ALL + "/" + device.id();
        Answer verified = client.post(path + ":verify", Json.text(signed(openssl, path, nist)));
        assertThat(verified.status()).as(verified.text()).isEqualTo(200);
        String csr = openssl.run("req", "-new", "-key", "device.key", "-subj", "/CN=laptop")
                .text();
        var body = new HashMap<>(signed(openssl, path, nist));
        body.put("csr", csr);
        Answer certificate = client.post(path + "/certificates", Json.text(body));
        assertThat(certificate.status()).as(certificate.text()).isEqualTo(201);
        Said said = verify(checking(town), certificate);
        assertThat(said.status()).as(said.text()).isZero();
    }

    private Map<String, String> signed(OpenSsl openssl, String path, boolean nist) {
        Answer challenge = client.post(path + ":challenge");
        openssl.write("message", challenge.json().path("message").asString());
        Said said = nist
                ? openssl.run("dgst", "-sha256", "-sign", "device.key", "-out", "signature", "message")
                : openssl.run(
                        "pkeyutl", "-sign", "-rawin", "-inkey", "device.key", "-in", "message", "-out", "signature");
        assertThat(said.status()).as(said.text()).isZero();
        String signature = openssl.run("base64", "-A", "-in", "signature").text();
        return Map.of("nonce", challenge.json().path("nonce").asString(), "signature", signature);
    }
}
