package dev.keystead.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What an organisation decides for its workspaces, over HTTP.
class InheritedPolicyRoutesTest {
    private static final String PASSWORD = "policies/password";

    private final TestServer server = TestServer.shared();
    private final TestServer.Elsewhere place = server.makeOrganisation(unique("h"));
    private final Client client = server.as(place.key());
    private final String org = "/v1/orgs/" + place.org().text() + "/";
    private final String inner = "/v1/workspaces/" + makeWorkspace() + "/";

    private static String unique(String start) {
        return start + UuidV7.next().toString().replace("-", "");
    }

    private String makeWorkspace() {
        Answer made = client.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"Inner\"}".formatted(unique("w")));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    private Answer decideForAll(String rules, boolean enforced) {
        Answer answer = client.send("PUT", org + PASSWORD, "{\"rules\":%s,\"enforced\":%s}".formatted(rules, enforced));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    private String source(String kind) {
        return client.get(inner + "policies")
                .json()
                .path("items")
                .valueStream()
                .filter(item -> item.path("kind").asString().equals(kind))
                .map(item ->
                        item.path("source").asString() + (item.path("enforced").booleanValue() ? ", enforced" : ""))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aWorkspaceThatDecidedNothingHasItsOrganisationsDecision() {
        assertThat(source("password")).isEqualTo("default");
        decideForAll("{\"min_length\":14}", false);
        assertThat(client.get(inner + PASSWORD).text()).isEqualTo("{\"min_length\":14}");
        assertThat(client.get(inner + PASSWORD).header("ETag")).isEqualTo("\"0\"");
        assertThat(source("password")).isEqualTo("organisation");
        assertThat(source("sign-up")).isEqualTo("default");
    }

    @Test
    void aWorkspaceDecidesOtherwiseAndReturnsToWhatIsInherited() {
        decideForAll("{\"min_length\":14}", false);
        assertThat(client.send("PUT", inner + PASSWORD, "{\"min_length\":10}").status())
                .isEqualTo(200);
        assertThat(source("password")).isEqualTo("workspace");
        assertThat(client.with("If-Match", "\"7\"").delete(inner + PASSWORD).status())
                .isEqualTo(412);
        assertThat(client.delete(inner + PASSWORD).status()).isEqualTo(204);
        assertThat(client.get(inner + PASSWORD).text()).isEqualTo("{\"min_length\":14}");
        assertThat(client.delete(inner + PASSWORD).status()).isEqualTo(404);
    }

    @Test
    void toDecideWhatIsInheritedIsADecisionToo() {
        decideForAll("{\"min_length\":14}", false);
        Answer put = client.send("PUT", inner + PASSWORD, "{\"min_length\":14}");
        assertThat(put.header("ETag")).isEqualTo("\"1\"");
        decideForAll("{\"min_length\":20}", false);
        assertThat(client.get(inner + PASSWORD).text()).isEqualTo("{\"min_length\":14}");
    }

    @Test
    void whatIsEnforcedHoldsWhateverAWorkspaceHadDecided() {
        client.send("PUT", inner + PASSWORD, "{\"min_length\":10}");
        decideForAll("{\"min_length\":14}", true);
        assertThat(client.get(inner + PASSWORD).text()).isEqualTo("{\"min_length\":14}");
        assertThat(source("password")).isEqualTo("organisation, enforced");
        Answer refused = client.send("PUT", inner + PASSWORD, "{\"min_length\":13}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("fields").path("min_length").asString())
                .isEqualTo("is weaker than what the organisation enforces, which allows 14");
        assertThat(client.delete(org + PASSWORD).status()).isEqualTo(204);
        assertThat(client.get(inner + PASSWORD).text())
                .as("what it had decided before")
                .isEqualTo("{\"min_length\":10}");
    }

    @Test
    void aWorkspaceMayBeStricterThanWhatIsEnforced() {
        decideForAll("{\"min_length\":14}", true);
        Answer put = client.send("PUT", inner + PASSWORD, "{\"min_length\":20}");
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(client.get(inner + PASSWORD).text()).isEqualTo("{\"min_length\":20}");
        assertThat(source("password")).isEqualTo("workspace, enforced");
        decideForAll("{\"min_length\":30}", true);
        assertThat(client.get(inner + PASSWORD).text()).isEqualTo("{\"min_length\":30}");
        assertThat(source("password")).isEqualTo("organisation, enforced");
        decideForAll("{\"min_length\":14}", true);
        assertThat(client.get(inner + PASSWORD).text()).isEqualTo("{\"min_length\":20}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sign-up  | {'mode':'invitation','allowed_domains':['a.org','b.org']}"
                        + " | {'mode':'closed','allowed_domains':['a.org']}"
                        + " | {'mode':'open','allowed_domains':['a.org','c.org']} | mode,allowed_domains",
                "sign-up  | {'mode':'open','allowed_domains':['a.org']} | {'mode':'open','allowed_domains':['a.org']}"
                        + " | {'mode':'open','allowed_domains':[]} | allowed_domains",
                "session  | {'idle_minutes':60,'absolute_minutes':600,'step_up_minutes':5}"
                        + " | {'idle_minutes':30,'absolute_minutes':600,'step_up_minutes':1}"
                        + " | {'idle_minutes':30,'absolute_minutes':601,'step_up_minutes':6}"
                        + " | absolute_minutes,step_up_minutes",
                "lockout  | {'threshold':5,'first_seconds':60,'max_seconds':3600}"
                        + " | {'threshold':3,'first_seconds':60,'max_seconds':7200}"
                        + " | {'threshold':6,'first_seconds':10,'max_seconds':7200} | threshold,first_seconds",
                "registration | {'mode':'token','implicit_flow':false} | {'mode':'closed','implicit_flow':false}"
                        + " | {'mode':'open','implicit_flow':true} | mode,implicit_flow",
                "token    | {'max_days':90,'allows_forever':false} | {'max_days':30,'allows_forever':false}"
                        + " | {'max_days':91,'allows_forever':true} | max_days,allows_forever",
                "retention | {'user_days':30,'audit_days':400} | {'user_days':10,'audit_days':500}"
                        + " | {'user_days':31,'audit_days':399} | user_days,audit_days",
                "retention | {'user_days':30,'audit_days':null} | {'user_days':null,'audit_days':200}"
                        + " | {'user_days':31,'audit_days':200} | user_days",
                "domain   | {'route':true,'send_away':false,'capture':true}"
                        + " | {'route':true,'send_away':true,'capture':true}"
                        + " | {'route':false,'send_away':true,'capture':false} | route,capture",
                "mfa      | {'required':'admins','allowed_factors':['totp','passkey'],'attestation':'none',"
                        + "'attestation_formats':['none','packed'],'user_verification':'preferred'}"
                        + " | {'required':'all','allowed_factors':['passkey'],'attestation':'direct',"
                        + "'attestation_formats':['packed'],'user_verification':'required'}"
                        + " | {'required':'none','allowed_factors':['passkey','recovery'],'attestation':'none',"
                        + "'attestation_formats':['none','tpm'],'user_verification':'discouraged'}"
                        + " | required,allowed_factors,attestation_formats,user_verification",
                "mfa      | {'required':'none','allowed_factors':[],'attestation':'none',"
                        + "'attestation_formats':['none'],'user_verification':'preferred'}"
                        + " | {'required':'none','allowed_factors':[],'attestation':'none',"
                        + "'attestation_formats':['none'],'user_verification':'required'}"
                        + " | {'required':'all','allowed_factors':['totp'],'attestation':'none',"
                        + "'attestation_formats':['none'],'user_verification':'required'} | required,allowed_factors",
            })
    void whatIsStricterIsTakenAndWhatIsWeakerIsRefusedByMember(
            String kind, String floor, String stricter, String weaker, String members) {
        String path = "policies/" + kind;
        Answer decided =
                client.send("PUT", org + path, "{\"rules\":%s,\"enforced\":true}".formatted(floor.replace('\'', '"')));
        assertThat(decided.status()).as(decided.text()).isEqualTo(200);
        Answer refused = client.send("PUT", inner + path, weaker.replace('\'', '"'));
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("fields").propertyNames()).containsExactlyInAnyOrder(members.split(",", -1));
        Answer taken = client.send("PUT", inner + path, stricter.replace('\'', '"'));
        assertThat(taken.status()).as(taken.text()).isEqualTo(200);
        assertThat(client.get(inner + path).text())
                .as("the answer is what holds")
                .isEqualTo(taken.text());
    }

    @Test
    void whatAnOrganisationLeftOpenOfItsLookAWorkspaceDecides() {
        String look = "{\"rules\":{\"colour\":\"#00a3ff\"},\"enforced\":true}";
        assertThat(client.send("PUT", org + "branding", look).status()).isEqualTo(200);
        assertThat(client.send("PUT", inner + "branding", "{\"colour\":\"#ff0000\"}")
                        .json()
                        .path("fields")
                        .has("colour"))
                .isTrue();
        Answer put = client.send("PUT", inner + "branding", "{\"display_name\":\"Inner\"}");
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(put.json().path("display_name").asString()).isEqualTo("Inner");
        assertThat(put.json().path("colour").asString()).isEqualTo("#00a3ff");
    }

    @Test
    void ofWhatAWorkspaceHadDecidedEachMemberThatIsStricterHolds() {
        client.send("PUT", inner + "policies/token", "{\"max_days\":10,\"allows_forever\":true}");
        client.send(
                "PUT",
                org + "policies/token",
                "{\"rules\":{\"max_days\":90,\"allows_forever\":false},\"enforced\":true}");
        assertThat(client.get(inner + "policies/token").text()).isEqualTo("{\"max_days\":10,\"allows_forever\":false}");
    }

    @Test
    void aDecisionIsNumberedAndPutOnceAtATime() {
        assertThat(client.get(org + PASSWORD).text()).isEqualTo("{\"rules\":{\"min_length\":8},\"enforced\":false}");
        assertThat(client.get(org + PASSWORD).header("ETag")).isEqualTo("\"0\"");
        assertThat(decideForAll("{\"min_length\":12}", false).header("ETag")).isEqualTo("\"1\"");
        assertThat(decideForAll("{\"min_length\":12}", true).header("ETag")).isEqualTo("\"2\"");
        String body = "{\"rules\":{\"min_length\":16},\"enforced\":true}";
        assertThat(client.with("If-Match", "\"1\"")
                        .send("PUT", org + PASSWORD, body)
                        .status())
                .isEqualTo(412);
        assertThat(client.with("If-Match", "\"2\"")
                        .send("PUT", org + PASSWORD, body)
                        .status())
                .isEqualTo(200);
        assertThat(client.with("If-Match", "\"2\"").delete(org + PASSWORD).status())
                .isEqualTo(412);
    }

    @Test
    void theLookOfAnOrganisationIsThatOfItsWorkspaces() {
        String rules = "{\"display_name\":\"Crescer\",\"colour\":\"#00a3ff\"}";
        Answer put = client.send("PUT", org + "branding", "{\"rules\":%s,\"enforced\":false}".formatted(rules));
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        String slug = client.get(inner.substring(0, inner.length() - 1))
                .json()
                .path("slug")
                .asString();
        assertThat(server.as("").get("/t/" + slug + "/sign-in").text()).contains("Crescer");
    }

    @Test
    void anOrganisationsDecisionsAreItsOwn() {
        decideForAll("{\"min_length\":14}", true);
        TestServer.Elsewhere other = server.makeOrganisation(unique("g"));
        Client stranger = server.as(other.key());
        assertThat(stranger.get(org + PASSWORD).status()).isEqualTo(404);
        assertThat(stranger.send("PUT", org + PASSWORD, "{\"rules\":{\"min_length\":9},\"enforced\":true}")
                        .status())
                .isEqualTo(404);
        assertThat(stranger.delete(org + PASSWORD).status()).isEqualTo(404);
        String theirs = "/v1/workspaces/" + other.workspace().text() + "/" + PASSWORD;
        assertThat(stranger.get(theirs).text()).isEqualTo("{\"min_length\":8}");
    }

    @Test
    void aKeyOfAWorkspaceDecidesNothingForTheOrganisation() {
        String slug = client.get(inner.substring(0, inner.length() - 1))
                .json()
                .path("slug")
                .asString();
        String key = client.post("/t/" + slug + "/v1/api-keys", "{\"name\":\"inner\",\"scopes\":[\"admin:workspace\"]}")
                .json()
                .path("api_key")
                .asString();
        Client inside = server.as(key);
        assertThat(inside.get(org + PASSWORD).status()).isEqualTo(403);
        assertThat(inside.send("PUT", org + PASSWORD, "{\"rules\":{\"min_length\":9},\"enforced\":true}")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void theTrailTellsBeforeAndAfter() {
        decideForAll("{\"min_length\":14}", true);
        assertThat(server.look()
                        .text("select payload->'before'->'rules'->>'min_length' || '>' || "
                                + "(payload->'after'->'rules'->>'min_length') || (payload->'after'->>'enforced')"
                                + " from audit.written where event_type = 'org.policy.password.update'"
                                + " and tenant_id = '" + place.workspace().value() + "'"))
                .isEqualTo("8>14true");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                              | rules",
                "{\"rules\":{\"min_length\":9}}                  | enforced",
                "{\"rules\":{\"min_length\":7},\"enforced\":true} | rules.min_length",
                "{\"rules\":{},\"enforced\":true}                | rules.min_length",
                "{\"rules\":[],\"enforced\":true}                | rules",
                "{\"rules\":{\"min_length\":9},\"enforced\":1}   | enforced",
                "{\"min_length\":9,\"enforced\":true}            | min_length"
            })
    void aDecisionThatBreaksTheRulesIsRefused(String body, String member) {
        Answer refused = client.send("PUT", org + PASSWORD, body);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("fields").has(member)).as(refused.text()).isTrue();
        assertThat(source("password")).isEqualTo("default");
    }
}
