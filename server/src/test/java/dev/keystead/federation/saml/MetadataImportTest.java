package dev.keystead.federation.saml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.federation.saml.protocol.TestParty;
import dev.keystead.login.Town;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// What a provider says about itself becomes a connection.
class MetadataImportTest {
    private static final String DOCUMENT = """
            <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/x">
            <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
            <KeyDescriptor><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
            <ds:X509Certificate>%s</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>
            <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/sso"/>
            </IDPSSODescriptor></EntityDescriptor>""";

    private final Town town = Town.make();
    private final Client admin = town.server().as(town.place().key());

    private Answer read(String member, String value) {
        String body = JsonMapper.shared().writeValueAsString(Map.of(member, value));
        return admin.post("/v1/connections:read-metadata", body);
    }

    @Test
    void aDocumentBecomesTheSettingsOfAConnection() {
        String certificate = SamlHouse.certificate(TestParty.rsa(2048));
        Answer read = read("document", DOCUMENT.formatted(certificate));
        assertThat(read.status()).as(read.text()).isEqualTo(200);
        assertThat(read.json().path("issuer").asString()).isEqualTo("https://idp.example/x");
        assertThat(read.json().path("saml").path("sso_binding").asString()).isEqualTo("post");
        Answer made = admin.post(
                "/v1/connections",
                "{\"kind\":\"saml\",\"name\":\"X\",\"issuer\":\"https://idp.example/x\",\"saml\":%s}"
                        .formatted(read.json().path("saml")));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().path("saml").path("certificates").path(0).asString())
                .isEqualTo(certificate);
        Answer tested = admin.post("/v1/connections/" + made.id() + ":test");
        // Whoever made it up did not make up a server.
        assertThat(tested.json().path("works").booleanValue()).as(tested.text()).isFalse();
        assertThat(tested.json()
                        .path("findings")
                        .valueStream()
                        .filter(each -> !each.path("good").asBoolean()))
                .singleElement()
                .satisfies(each -> assertThat(each.path("sentence").asString())
                        .startsWith("sso_url has a name that is not known"));
    }

    @Test
    void whatIsNoMetadataIsRefused() {
        for (String document : List.of("", "{}", "<a/>", DOCUMENT.formatted("AAAA"), "<!DOCTYPE a>" + DOCUMENT)) {
            assertThat(read("document", document).status()).as(document).isEqualTo(400);
        }
        assertThat(read("url", "http://idp.example/metadata").status()).isEqualTo(400);
        assertThat(read("url", "file:///etc/passwd").status()).isEqualTo(400);
        assertThat(admin.post("/v1/connections:read-metadata", "{}").status()).isEqualTo(400);
    }

    @Test
    void aConnectionNeedsACertificateAndAnAddress() {
        String good = SamlHouse.certificate(TestParty.rsa(2048));
        String weak = SamlHouse.certificate(TestParty.rsa(1024));
        assertThat(make("https://idp.example/sso", good)).isEqualTo(201);
        assertThat(make("https://idp.example/sso", weak)).isEqualTo(400);
        assertThat(make("https://idp.example/sso", "AAAA")).isEqualTo(400);
        assertThat(make("http://idp.example/sso", good)).isEqualTo(400);
        assertThat(make("javascript:alert(1)", good)).isEqualTo(400);
    }

    private int make(String place, String certificate) {
        return admin.post("/v1/connections", """
                {"kind":"saml","name":"X","issuer":"urn:x:%s","saml":{"sso_url":"%s","certificates":["%s"]}}""".formatted(UuidV7.next(), place, certificate))
                .status();
    }
}
