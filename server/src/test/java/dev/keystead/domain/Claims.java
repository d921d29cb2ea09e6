package dev.keystead.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.tenancy.UuidV7;
import tools.jackson.databind.JsonNode;

/// What the administrator of a workspace does with its domains, and a DNS that says what it is told.
record Claims(TestServer server, TestServer.Elsewhere place) {
    static Claims of(Town town) {
        return new Claims(town.server(), town.place());
    }

    /// A domain that no other test uses.
    static String newDomain() {
        return "d" + UuidV7.next().toString().replace("-", "").substring(12) + ".example";
    }

    private String path(String domain) {
        return "/v1/workspaces/" + place.workspace().text() + "/domains" + (domain.isEmpty() ? "" : "/" + domain);
    }

    private TestServer.Client administrator() {
        return server.as(place.key());
    }

    Answer claim(String domain, String method) {
        return administrator().post(path(""), "{\"domain\":\"%s\",\"method\":\"%s\"}".formatted(domain, method));
    }

    Answer claim(String domain) {
        return claim(domain, "dns_txt");
    }

    Answer verify(String domain) {
        return administrator().post(path(domain) + ":verify");
    }

    Answer mail(String domain, String body) {
        return administrator().post(path(domain) + ":mail", body);
    }

    Answer read(String domain) {
        return administrator().get(path(domain));
    }

    Answer list() {
        return administrator().get(path(""));
    }

    Answer delete(String domain) {
        return administrator().delete(path(domain));
    }

    Answer serve(String domain, boolean serves) {
        return administrator().patch(path(domain), "{\"serves\":" + serves + "}");
    }

    /// Claims a domain and puts its record into the DNS.
    void claimAndProve(String domain) {
        Answer claimed = claim(domain);
        assertThat(claimed.status()).as(claimed.text()).isEqualTo(201);
        TestDns.shared().prove(claimed.json());
    }

    /// A domain that the workspace owns.
    String own() {
        return own(newDomain());
    }

    String own(String domain) {
        claimAndProve(domain);
        Answer verified = verify(domain);
        assertThat(verified.status()).as(verified.text()).isEqualTo(200);
        return domain;
    }

    static String status(Answer answer) {
        return answer.json().path("status").asString();
    }

    JsonNode state(String domain) {
        Answer found = read(domain);
        assertThat(found.status()).as(found.text()).isEqualTo(200);
        return found.json();
    }

    /// What stands in the register, past every wall.
    long registered(String domain) {
        return server.count("select count(*) from identity.domain_owners where domain = '%s' and workspace_id = '%s'"
                .formatted(domain, place.workspace().value()));
    }

    long entries(String action) {
        return server.count("""
                select count(*) from (
                    select tenant_id, event_type from audit.entries
                    union all select tenant_id, event_type from audit.admin_audit) e
                where e.tenant_id = '%s' and e.event_type = '%s'""".formatted(place.workspace().value(), action));
    }
}
