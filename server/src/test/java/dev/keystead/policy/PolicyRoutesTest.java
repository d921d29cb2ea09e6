package dev.keystead.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyRoutesTest {
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 1, 2, 3};

    private final TestServer server = TestServer.shared();
    private final String slug = "p" + UuidV7.next().toString().replace("-", "");
    private final TestServer.Elsewhere place = server.makeOrganisation(slug);
    private final Client client = server.as(place.key());
    private final String path = "/v1/workspaces/" + place.workspace().text() + "/";

    private Answer put(String what, String body) {
        return client.send("PUT", path + what, body);
    }

    @Test
    void whatWasNeverDecidedIsUsual() {
        Answer session = client.get(path + "policies/session");
        assertThat(session.text())
                .isEqualTo("{\"idle_minutes\":43200,\"absolute_minutes\":129600,\"step_up_minutes\":5}");
        assertThat(session.header("ETag")).isEqualTo("\"0\"");
        assertThat(client.get(path + "policies/lockout").text())
                .isEqualTo("{\"threshold\":5,\"first_seconds\":60,\"max_seconds\":3600}");
        assertThat(client.get(path + "policies/sign-up").text())
                .isEqualTo("{\"mode\":\"invitation\",\"allowed_domains\":[]}");
        assertThat(client.get(path + "policies/password").text()).isEqualTo("{\"min_length\":8}");
        assertThat(client.get(path + "policies/mfa").text())
                .isEqualTo("{\"required\":\"none\",\"allowed_factors\":[\"totp\",\"passkey\",\"recovery\"],"
                        + "\"attestation\":\"none\",\"attestation_formats\":[\"none\",\"packed\",\"tpm\"],"
                        + "\"user_verification\":\"preferred\"}");
    }

    @Test
    void aDecisionIsKeptAndNumbered() {
        Answer first = client.with("If-Match", "\"0\"").send("PUT", path + "policies/password", "{\"min_length\":12}");
        assertThat(first.status()).as(first.text()).isEqualTo(200);
        assertThat(first.header("ETag")).isEqualTo("\"1\"");
        assertThat(client.with("If-Match", "\"0\"")
                        .send("PUT", path + "policies/password", "{\"min_length\":13}")
                        .status())
                .isEqualTo(412);
        Answer same = put("policies/password", "{\"min_length\":12}");
        assertThat(same.header("ETag")).isEqualTo("\"1\"");
        assertThat(client.get(path + "policies/password").text()).isEqualTo("{\"min_length\":12}");
    }

    @Test
    void aDecisionOfOneWorkspaceIsNoOthers() {
        put("policies/password", "{\"min_length\":20}");
        String other = "q" + UuidV7.next().toString().replace("-", "");
        TestServer.Elsewhere elsewhere = server.makeOrganisation(other);
        String address = "/v1/workspaces/" + elsewhere.workspace().text() + "/policies/password";
        assertThat(server.as(elsewhere.key()).get(address).text()).isEqualTo("{\"min_length\":8}");
        assertThat(client.get(address).status()).isEqualTo(404);
        assertThat(client.send("PUT", address, "{\"min_length\":20}").status()).isEqualTo(404);
    }

    @Test
    void theTrailTellsBeforeAndAfter() {
        put("policies/session", "{\"idle_minutes\":60,\"absolute_minutes\":600,\"step_up_minutes\":1}");
        assertThat(server.look()
                        .text("select payload->'before'->>'idle_minutes' || '>' || "
                                + "(payload->'after'->>'idle_minutes') from audit.written where event_type = "
                                + "'policy.session.update' and tenant_id = '"
                                + place.workspace().value() + "'"))
                .isEqualTo("43200>60");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "policies/password | {} | min_length",
                "policies/password | {\"min_length\":7} | min_length",
                "policies/password | {\"min_length\":65} | min_length",
                "policies/password | {\"min_length\":\"9\"} | min_length",
                "policies/password | {\"min_length\":9,\"max_length\":9} | max_length",
                "policies/session | {\"idle_minutes\":90,\"absolute_minutes\":80,\"step_up_minutes\":5} | absolute_minutes",
                "policies/session | {\"idle_minutes\":0,\"absolute_minutes\":80,\"step_up_minutes\":5} | idle_minutes",
                "policies/lockout | {\"threshold\":1,\"first_seconds\":60,\"max_seconds\":60} | threshold",
                "policies/lockout | {\"threshold\":5,\"first_seconds\":60,\"max_seconds\":59} | max_seconds",
                "policies/sign-up | {\"mode\":\"maybe\",\"allowed_domains\":[]} | mode",
                "policies/sign-up | {\"mode\":\"open\",\"allowed_domains\":[\"example\"]} | allowed_domains",
                "policies/sign-up | {\"mode\":\"open\",\"allowed_domains\":[\"a@example.org\"]} | allowed_domains",
                "branding | {\"colour\":\"red\"} | colour",
                "branding | {\"colour\":\"#12345\"} | colour",
                "branding | {\"default_language\":\"de\"} | default_language",
                "branding | {\"support_url\":\"javascript:alert(1)\"} | support_url",
                "branding | {\"support_url\":\"http://example.org\"} | support_url",
                "branding | {\"support_url\":\"https://me@example.org\"} | support_url",
                "branding | {\"support_url\":\"mailto:nobody\"} | support_url",
                "branding | {\"display_name\":\"\"} | display_name",
                "branding | {\"logo\":\"x\"} | logo",
                "branding/logo | {\"image\":\"%%%\"} | image",
                "branding/logo | {\"image\":\"\"} | image",
                "branding/logo | {\"image\":\"PHN2Zy8+\"} | image"
            })
    void aDecisionThatBreaksTheRulesIsRefused(String what, String body, String member) {
        Answer refused = put(what, body);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("fields").path(member).asString()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "all    | ['recovery']         | none   | ['none']   | allowed_factors",
                "none   | ['recovery']         | none   | ['none']   | allowed_factors",
                "admins | []                   | none   | ['none']   | allowed_factors",
                "none   | ['totp']             | none   | ['packed'] | attestation_formats",
                "none   | ['totp']             | direct | []         | attestation_formats",
                "none   | ['sms']              | none   | ['none']   | allowed_factors[0]"
            })
    void aSecondFactorThatNobodyCouldUseIsRefused(
            String required, String factors, String attestation, String formats, String member) {
        String body = """
                {"required":"%s","allowed_factors":%s,"attestation":"%s","attestation_formats":%s,
                 "user_verification":"required"}""".formatted(required, factors, attestation, formats).replace('\'', '"');
        Answer refused = put("policies/mfa", body);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("fields").has(member)).as(refused.text()).isTrue();
    }

    @Test
    void aLogoIsShownToEverybodyUntilItIsRemoved() {
        String body = "{\"image\":\"%s\"}".formatted(Base64.getEncoder().encodeToString(PNG));
        Answer set = put("branding/logo", body);
        assertThat(set.status()).as(set.text()).isEqualTo(200);
        String fingerprint = set.json().path("fingerprint").asString();
        assertThat(set.json().path("media_type").asString()).isEqualTo("image/png");

        Client anybody = server.as("");
        String address = "/t/" + slug + "/logo/" + fingerprint;
        Answer shown = anybody.get(address);
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.header("Content-Type")).isEqualTo("image/png");
        assertThat(shown.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
        assertThat(anybody.get("/logo/" + fingerprint).status()).isEqualTo(404);
        assertThat(anybody.get("/t/" + slug + "/logo/0123456789abcdef").status())
                .isEqualTo(404);
        assertThat(anybody.get("/t/nobody/logo/" + fingerprint).status()).isEqualTo(404);

        assertThat(client.delete(path + "branding/logo").status()).isEqualTo(204);
        assertThat(client.delete(path + "branding/logo").status()).isEqualTo(404);
        assertThat(anybody.get(address).status()).isEqualTo(404);
    }

    @Test
    void aLogoThatIsTooLargeIsRefused() {
        byte[] large = Arrays.copyOf(PNG, Logo.MOST_BYTES);
        assertThat(put(
                                "branding/logo",
                                "{\"image\":\"%s\"}"
                                        .formatted(Base64.getEncoder().encodeToString(large)))
                        .status())
                .isEqualTo(200);
        byte[] larger = Arrays.copyOf(PNG, Logo.MOST_BYTES + 1);
        assertThat(put(
                                "branding/logo",
                                "{\"image\":\"%s\"}"
                                        .formatted(Base64.getEncoder().encodeToString(larger)))
                        .status())
                .isEqualTo(400);
    }
}
