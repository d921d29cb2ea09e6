package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The certificate of a device in real handshakes: curl shows it, and what it gets by it is worth nothing without.
@ExtendWith(TlsInstallation.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeviceCertificateTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final TlsInstallation installation;
    private final Installation.Workspace mill;
    private final String email;
    private final Map<String, Object> shop;

    DeviceCertificateTest(TlsInstallation installation) {
        this.installation = installation;
        this.mill = installation.makeWorkspace("mill");
        this.email = installation.makeUser(mill, "mara");
        String id = mill.owner()
                .get("/v1/users?q=mara")
                .json()
                .get("items")
                .get(0)
                .get("id")
                .asString();
        Client.Answer added = mill.owner()
                .post(
                        "/v1/workspaces/" + mill.id() + "/members",
                        JSON.writeValueAsString(Map.of("user_id", id, "role", "admin")));
        assertThat(added.status()).as(added.body()).isEqualTo(201);
        this.shop = installation.register(mill, ",\"scopes\":[\"openid\",\"email\",\"read:user\"]");
    }

    /// What curl got.
    private record Got(int status, String body) {
        JsonNode json() {
            return JSON.readTree(body);
        }
    }

    /// Calls by curl, with the certificate of a device if there is one.
    private Got curl(Path folder, Optional<HeldDevice> shown, String address, String... more) {
        var command = new ArrayList<>(List.of(
                "curl",
                "--silent",
                "--show-error",
                "--cacert",
                installation.ownCertificate().toString(),
                "--write-out",
                "\n%{http_code}"));
        shown.ifPresent(device -> command.addAll(List.of(
                "--cert",
                device.certificateFile().toString(),
                "--key",
                device.keyFile().toString())));
        command.addAll(List.of(more));
        command.add(address);
        String said = HeldDevice.run(folder, command.toArray(String[]::new));
        int line = said.stripTrailing().lastIndexOf('\n');
        return new Got(Integer.parseInt(said.substring(line + 1).strip()), said.substring(0, line));
    }

    private Got use(Path folder, Optional<HeldDevice> shown, String path, String token) {
        return curl(folder, shown, mill.owner().address() + path, "--header", "Authorization: Bearer " + token);
    }

    /// A code for the application, after somebody signed in and agreed.
    private Map<String, String> code() {
        var verifier = new CodeVerifier();
        var query = new LinkedHashMap<String, String>();
        query.put("response_type", "code");
        query.put("client_id", String.valueOf(shop.get("client_id")));
        query.put("redirect_uri", String.valueOf(shop.get("redirect_uri")));
        query.put("scope", "openid email read:user");
        query.put("resource", mill.issuer() + "/v1");
        query.put("state", "a state");
        query.put(
                "code_challenge",
                CodeChallenge.compute(CodeChallengeMethod.S256, verifier).getValue());
        query.put("code_challenge_method", "S256");
        try (Visitor mara = installation.visitor()) {
            mara.open(mill.issuer() + "/oauth/v2/authorize?" + Client.encoded(query));
            mara.signIn(email, TlsInstallation.PASSWORD);
            if (mara.has("allow")) {
                mara.press("allow");
            }
            String answer = URI.create(mara.place()).getQuery();
            String code = answer.replaceFirst("(?s)(?:.*&)?code=([^&]+).*", "$1");
            return Map.of(
                    "grant_type",
                    "authorization_code",
                    "code",
                    code,
                    "redirect_uri",
                    String.valueOf(shop.get("redirect_uri")),
                    "code_verifier",
                    verifier.getValue());
        }
    }

    private Got exchange(Path folder, HeldDevice device) {
        return curl(
                folder,
                Optional.of(device),
                mill.issuer() + "/oauth/v2/token",
                "--user",
                shop.get("client_id") + ":" + shop.get("client_secret"),
                "--data",
                Client.encoded(code()));
    }

    private HeldDevice device(Path folder) {
        Client person = HeldDevice.session(installation.anyone(), mill.base(), email, TlsInstallation.PASSWORD);
        return HeldDevice.register(person, mill.base(), folder, "Laptop").verify();
    }

    @Test
    void aTokenOfADevicesCertificateWorksInHandshakesWithItAlone(@TempDir Path folder) throws Exception {
        HeldDevice own = device(folder.resolve("own"));
        String thumbprint = own.certify().get("thumbprint").asString();
        HeldDevice other = device(folder.resolve("other"));
        other.certify();

        Got given = exchange(folder, own);
        assertThat(given.status()).as(given.body()).isEqualTo(200);
        String token = given.json().get("access_token").asString();
        assertThat(SignedJWT.parse(token).getJWTClaimsSet().getJSONObjectClaim("cnf"))
                .isEqualTo(Map.of("x5t#S256", thumbprint));

        for (String path : List.of(mill.base() + "/oidc/v1/userinfo", mill.base() + "/v1/users")) {
            Got taken = use(folder, Optional.of(own), path, token);
            assertThat(taken.status()).as(path + taken.body()).isEqualTo(200);
            assertThat(taken.body()).as(path).contains(email);
            assertThat(use(folder, Optional.empty(), path, token).status())
                    .as("without a certificate at %s", path)
                    .isEqualTo(401);
            assertThat(use(folder, Optional.of(other), path, token).status())
                    .as("with the certificate of another device at %s", path)
                    .isEqualTo(401);
        }

        // It ends with the certificate, also for whoever still has that.
        String certificate = mill.owner()
                .get("/v1/certificates")
                .json()
                .get("items")
                .valueStream()
                .filter(each -> each.get("thumbprint").asString().equals(thumbprint))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asString();
        Client.Answer revoked =
                mill.owner().post("/v1/certificates/" + certificate + ":revoke", "{\"reason\":\"key_compromise\"}");
        assertThat(revoked.status()).as(revoked.body()).isEqualTo(200);
        Until.isTrue(
                "the token is over",
                () -> use(folder, Optional.of(own), mill.base() + "/v1/users", token)
                                .status()
                        == 401);
        assertThat(use(folder, Optional.of(own), mill.base() + "/oidc/v1/userinfo", token)
                        .status())
                .isEqualTo(401);
        Got late = exchange(folder, own);
        assertThat(late.status())
                .as("a revoked certificate gets nothing: " + late.body())
                .isBetween(400, 401);
    }
}
