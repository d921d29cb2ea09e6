package dev.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.cli.remote.Api;
import dev.keystead.platform.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Devices, certificates and connections at the command line, against a whole server.
@TestInstance(Lifecycle.PER_CLASS)
class DeviceCommandsTest {
    /// A vector of Argon2's reference implementation.
    private static final String HASH =
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

    private Path folder = Path.of("");
    private @Nullable ServedForTests started;

    @BeforeAll
    void serve(@TempDir Path temporary) throws IOException {
        folder = temporary;
        started = ServedForTests.start(folder).administered();
    }

    @AfterAll
    void stop() {
        served().close();
    }

    private ServedForTests served() {
        return Objects.requireNonNull(started);
    }

    private static String done(Spoken spoken) {
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
        return spoken.out();
    }

    private static JsonNode json(Spoken spoken) {
        return Json.tree(done(spoken));
    }

    /// Somebody of the system workspace, and the token of their session.
    private record Holder(String user, String token) {}

    private Holder signedIn(String name) throws IOException, InterruptedException {
        String email = name + "@x.test";
        String user = done(served().by("user", "create", "--email", email, "--display-name", name, "-o", "name"))
                .strip();
        try (var api = new Api(served().address(), Optional.of(served().key()))) {
            api.send("PUT", "/v1/users/" + user + "/password-hash", Map.of("hash", HASH));
        }
        JsonNode begun = step("/v1/flows", "", Map.of("identifier", email));
        JsonNode inside = step(
                "/v1/flows/" + begun.path("id").asString() + "/steps/password",
                begun.path("browser_key").asString(),
                Map.of("password", "password"));
        return new Holder(user, inside.at("/tokens/access_token").asString());
    }

    /// A step of a sign-in, in the browser that began it.
    private JsonNode step(String path, String browser, Map<String, String> body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(served().address().resolve(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Json.text(body)));
        if (!browser.isEmpty()) {
            request.header("Keystead-Browser", browser);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return Json.tree(
                    client.send(request.build(), BodyHandlers.ofString()).body());
        }
    }

    private Spoken as(Holder holder, String... arguments) {
        Map<String, String> environment =
                Map.of("KEYSTEAD_SERVER", served().address().toString(), "KEYSTEAD_KEY", holder.token());
        return Spoken.by(served().around(environment, ""), arguments);
    }

    /// A device that is trusted and has a certificate, whose id is answered.
    private static String certified(Api api) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        KeyPair pair = generator.generateKeyPair();
        String key = "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(pair.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
        String id = api.send("POST", "/v1/me/devices", Map.of("name", "Laptop", "public_key", key))
                .path("id")
                .asString();
        api.send("POST", "/v1/me/devices/" + id + ":verify", proof(api, id, pair));
        var wish = new HashMap<>(proof(api, id, pair));
        wish.put("csr", request(pair));
        api.send("POST", "/v1/me/devices/" + id + "/certificates", wish);
        return id;
    }

    private static Map<String, String> proof(Api api, String device, KeyPair pair) throws Exception {
        JsonNode challenge = api.send("POST", "/v1/me/devices/" + device + ":challenge", Map.of());
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(pair.getPrivate());
        signature.update(challenge.path("message").asString().getBytes(StandardCharsets.UTF_8));
        return Map.of(
                "nonce",
                challenge.path("nonce").asString(),
                "signature",
                Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign()));
    }

    private static String request(KeyPair pair) throws Exception {
        var text = new StringWriter();
        try (var pem = new JcaPEMWriter(text)) {
            pem.writeObject(new JcaPKCS10CertificationRequestBuilder(new X500Name("CN=laptop"), pair.getPublic())
                    .build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
        }
        return text.toString();
    }

    @Test
    void devicesAndTheirCertificatesAreSeenRenamedAndRevoked() throws Exception {
        Holder ana = signedIn("ana");
        String first;
        String second;
        try (var api = new Api(served().address(), Optional.of(ana.token()))) {
            first = certified(api);
            second = certified(api);
        }

        assertThat(done(as(ana, "device", "list"))).contains(first, second, "offline_bound");
        assertThat(json(as(ana, "device", "rename", first, "--name", "Desk", "-o", "json"))
                        .path("name")
                        .asString())
                .isEqualTo("Desk");
        assertThat(json(as(ana, "device", "get", first, "-o", "json"))
                        .path("name")
                        .asString())
                .isEqualTo("Desk");
        assertThat(done(served().by("device", "list-of", ana.user(), "-o", "name")))
                .isEqualTo(second + "\n" + first + "\n");

        String ca = done(Spoken.by(
                served().around(Map.of("KEYSTEAD_SERVER", served().address().toString()), ""), "certificate", "ca"));
        CertificateFactory certificates = CertificateFactory.getInstance("X.509");
        assertThat(certificates.generateCertificates(new ByteArrayInputStream(ca.getBytes(StandardCharsets.US_ASCII))))
                .hasSize(2);
        String one = json(served().by("certificate", "list", "-o", "json"))
                .valueStream()
                .filter(each -> each.path("device_id").asString().equals(first))
                .findFirst()
                .orElseThrow()
                .path("id")
                .asString();
        assertThat(served().by("certificate", "revoke", one, "--reason", "superseded")
                        .err())
                .contains("--yes");
        assertThat(json(served().by("certificate", "revoke", one, "--reason", "superseded", "--yes", "-o", "json"))
                        .path("status")
                        .asString())
                .isEqualTo("revoked");
        String list = done(served().by("certificate", "crl"));
        var read =
                (X509CRL) certificates.generateCRL(new ByteArrayInputStream(list.getBytes(StandardCharsets.US_ASCII)));
        assertThat(read.getRevokedCertificates()).hasSize(1);
        String authority = json(served().by("certificate", "get", one, "-o", "json"))
                .path("authority_id")
                .asString();
        assertThat(done(served().by("certificate", "crl-of", authority))).isEqualTo(list);
        assertThat(done(served().by("certificate", "authorities"))).contains(authority, "root", "intermediate");
        String next = done(served().by("certificate", "rotate", authority, "--yes", "-o", "name"))
                .strip();
        assertThat(next).startsWith("cau_").isNotEqualTo(authority);

        assertThat(as(ana, "device", "revoke", first).err()).contains("--yes");
        assertThat(as(ana, "device", "revoke", first, "--yes").exitCode()).isZero();
        assertThat(as(ana, "device", "get", first).exitCode()).isEqualTo(3);
        done(served().by("device", "revoke-of", ana.user(), second, "--yes"));
        assertThat(served().by("device", "list-of", ana.user()).err()).contains("There is none.");
    }

    @Test
    void aWorkspaceWithoutAuthoritiesSaysSo() {
        done(served().by("workspace", "create", "--slug", "bare", "--name", "bare"));
        assertThat(served().by("certificate", "crl", "-w", "bare").exitCode()).isEqualTo(3);
        assertThat(served().by("certificate", "ca", "-w", "bare").exitCode()).isEqualTo(3);
    }

    @Test
    void aConnectionIsMadeChangedTestedAndDeleted() throws IOException {
        done(served().by("workspace", "create", "--slug", "links", "--name", "links"));
        Path wish = Files.writeString(folder.resolve("connection.json"), """
                {"kind":"oidc","client_secret":"a secret",
                 "oidc":{"preset":"none","client_id":"keystead","auth_method":"client_secret_basic",
                         "scopes":["openid"],"userinfo":false}}""");
        String id = done(served().by(
                                "connection",
                                "create",
                                "-w",
                                "links",
                                "--from",
                                wish.toString(),
                                "--name",
                                "House",
                                "--issuer",
                                "https://house.invalid",
                                "-o",
                                "name"))
                .strip();
        assertThat(id).startsWith("con_");
        assertThat(done(served().by("connection", "list", "-w", "links")))
                .contains(id, "House", "https://house.invalid");
        JsonNode read = json(served().by("connection", "get", id, "-w", "links", "-o", "json"));
        assertThat(read.path("has_secret").asBoolean()).isTrue();
        assertThat(read.toString()).doesNotContain("a secret");

        Path off = Files.writeString(folder.resolve("off.json"), "{\"enabled\":false}");
        JsonNode changed = json(served().by(
                        "connection",
                        "update",
                        id,
                        "-w",
                        "links",
                        "--from",
                        off.toString(),
                        "--button-text",
                        "Come in",
                        "-o",
                        "json"));
        assertThat(changed.path("enabled").asBoolean(true)).isFalse();
        assertThat(changed.path("button_text").asString()).isEqualTo("Come in");

        Spoken tested = served().by("connection", "test", id, "-w", "links");
        assertThat(done(tested)).contains("works", "false").containsPattern("house\\.invalid.* name that is not known");
        assertThat(served().by("connection", "create", "-w", "links", "--name", "x")
                        .err())
                .contains("--kind is missing");
        assertThat(served().by("connection", "delete", id, "-w", "links").err()).contains("--yes");
        done(served().by("connection", "delete", id, "-w", "links", "--yes"));
        assertThat(served().by("connection", "get", id, "-w", "links").exitCode())
                .isEqualTo(3);
    }
}
