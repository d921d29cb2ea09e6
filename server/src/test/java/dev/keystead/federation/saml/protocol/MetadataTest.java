package dev.keystead.federation.saml.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/// What we say about ourselves, and what identity providers say about themselves.
final class MetadataTest {
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");
    private static final TestParty PARTY = TestParty.rsa(2048);
    private static final TestParty NEXT = TestParty.ec(256);

    private static String key(TestParty party, String use) {
        try {
            String text =
                    Base64.getMimeEncoder().encodeToString(party.certificate().getEncoded());
            return "<KeyDescriptor" + use + "><ds:KeyInfo xmlns:ds=\"" + Xml.SIGNATURE
                    + "\"><ds:X509Data><ds:X509Certificate>\n" + text
                    + "\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>";
        } catch (CertificateEncodingException e) {
            throw new AssertionError(e);
        }
    }

    private static String document(String keys) {
        return """
                <?xml version="1.0"?><!-- ours -->
                <EntityDescriptor xmlns="%s" entityID="https://idp.example" validUntil="2026-11-18T00:00:00Z">
                <IDPSSODescriptor protocolSupportEnumeration="%s">%s
                <SingleLogoutService Binding="%s" Location="https://idp.example/slo" ResponseLocation="https://idp.example/slo-answer"/>
                <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="https://idp.example/soap"/>
                <SingleSignOnService Binding="%s" Location="https://idp.example/redirect"/>
                <SingleSignOnService Binding="%s" Location="https://idp.example/post"/>
                </IDPSSODescriptor></EntityDescriptor>""".formatted(
                Xml.METADATA, Xml.PROTOCOL, keys, Binding.REDIRECT.uri(), Binding.REDIRECT.uri(), Binding.POST.uri());
    }

    private static PartyMetadata read(String text) throws SamlRefused {
        return PartyMetadata.read(text.getBytes(StandardCharsets.UTF_8), NOW);
    }

    private static Reason refusal(String text) {
        return assertThrows(SamlRefused.class, () -> read(text)).reason();
    }

    @Test
    void anIdentityProviderIsRead() throws SamlRefused {
        PartyMetadata read = read(document(
                key(PARTY, " use=\"signing\"") + key(NEXT, "") + key(TestParty.rsa(2048), " use=\"encryption\"")));
        assertEquals("https://idp.example", read.entityId());
        assertEquals(
                Map.of(Binding.REDIRECT, "https://idp.example/redirect", Binding.POST, "https://idp.example/post"),
                read.signOn());
        assertEquals(Map.of(Binding.REDIRECT, "https://idp.example/slo"), read.logout());
        assertEquals(Map.of(Binding.REDIRECT, "https://idp.example/slo-answer"), read.logoutAnswer());
        assertEquals(List.of(PARTY.certificate(), NEXT.certificate()), read.certificates());
    }

    @Test
    void oneInAListIsFound() throws SamlRefused {
        String one = document(key(PARTY, "")).replaceFirst("(?s)^.*?-->", "");
        String list = "<EntitiesDescriptor xmlns=\"" + Xml.METADATA + "\">" + one + "</EntitiesDescriptor>";
        assertEquals("https://idp.example", read(list).entityId());
        String two = list.replace("</EntitiesDescriptor>", one + "</EntitiesDescriptor>");
        assertEquals(Reason.MALFORMED, refusal(two));
    }

    @Test
    void whatIsOverOrHasNoKeyOrNoAddressIsRefused() {
        String good = document(key(PARTY, ""));
        assertEquals(Reason.EXPIRED, refusal(good.replace("2026-11-18", "2026-11-17")));
        assertEquals(Reason.MALFORMED, refusal(document("")));
        assertEquals(Reason.MALFORMED, refusal(document(key(PARTY, " use=\"encryption\""))));
        assertEquals(Reason.ALGORITHM, refusal(document(key(TestParty.rsa(1024), ""))));
        assertEquals(Reason.MALFORMED, refusal(good.replace("SingleSignOnService", "OtherService")));
        assertEquals(Reason.MALFORMED, refusal(good.replace("IDPSSODescriptor", "SPSSODescriptor")));
        assertEquals(Reason.MALFORMED, refusal(good.replace(Xml.PROTOCOL, "urn:oasis:names:tc:SAML:1.1:protocol")));
        assertEquals(Reason.MALFORMED, refusal("<!DOCTYPE x>" + good.substring(good.indexOf("<EntityDesc"))));
        assertEquals(Reason.TOO_LARGE, refusal(good + " ".repeat(1024 * 1024)));
    }

    @Test
    void weSayWhichKeysSignAndWhichCanBeEncryptedFor() throws SamlRefused {
        var ours = new ServiceMetadata(
                "https://id.example/saml/metadata",
                List.of("https://id.example/saml/acs/con_1", "https://id.example/saml/acs/con_2"),
                "https://id.example/saml/slo",
                List.of(PARTY.certificate(), NEXT.certificate()));
        Element root = Xml.metadata(ours.xml(NOW).getBytes(StandardCharsets.UTF_8));
        assertEquals("https://id.example/saml/metadata", root.getAttribute("entityID"));
        Element role = Xml.child(root, Xml.METADATA, "SPSSODescriptor");
        assertEquals(
                List.of("signing", "signing", "encryption", "encryption"),
                Xml.children(role, Xml.METADATA, "KeyDescriptor").stream()
                        .map(key -> key.getAttribute("use"))
                        .toList());
        assertEquals(
                2, Xml.children(role, Xml.METADATA, "AssertionConsumerService").size());
        assertEquals(2, Xml.children(role, Xml.METADATA, "SingleLogoutService").size());
        assertTrue(ours.xml(NOW).contains("validUntil=\"2026-11-24T12:00:00Z\""));
    }
}
