package dev.keystead.federation.saml.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Messages on their way, in addresses and in forms.
final class BindingTest {
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00.123Z");
    private static final TestParty PARTY = TestParty.rsa(2048);
    private static final TestParty OTHER = TestParty.rsa(2048);
    private static final Party KNOWN = new Party("https://idp.example", List.of(PARTY.certificate()));
    private static final String HERE = "https://id.example/saml/slo";

    private static LogoutRequest wish() {
        return new LogoutRequest(
                "_wish", NameId.of("ana & <co>", NameId.PERSISTENT), List.of("session-1"), NOW.plusSeconds(300));
    }

    private static String wishXml() {
        return wish().xml("https://idp.example", HERE, NOW);
    }

    private static String query(TestParty party) {
        String address = RedirectBinding.address(
                HERE, Binding.Role.REQUEST, wishXml(), Optional.of("state +/&"), party.credential());
        return address.substring(address.indexOf('?') + 1);
    }

    private static Reason refusal(String query) {
        return assertThrows(SamlRefused.class, () -> RedirectBinding.read(query, KNOWN))
                .reason();
    }

    private static LogoutRequest checked(Binding.Arrived arrived) throws SamlRefused {
        return LogoutRequest.check(arrived, KNOWN, HERE, List.of(), NOW);
    }

    @Test
    void aSignedAddressCarriesAMessage() throws SamlRefused {
        Binding.Arrived arrived = RedirectBinding.read(query(PARTY), KNOWN);
        assertEquals(Optional.of("state +/&"), arrived.relayState());
        LogoutRequest read = checked(arrived);
        assertEquals("ana & <co>", read.subject().value());
        assertEquals(List.of("session-1"), read.sessions());
        assertEquals("https://idp.example", RedirectBinding.claimedIssuer(query(PARTY)));
    }

    @Test
    void theSignatureIsOverTheAddressAsItWasSpelled() throws Exception {
        // Others write hexadecimal digits in lower case, and sign what they write.
        String query = query(PARTY);
        String unsigned = query.substring(0, query.indexOf("&Signature="))
                .replace("%2B", "%2b")
                .replace("%2F", "%2f");
        var signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(PARTY.pair().getPrivate());
        signature.update(unsigned.getBytes(StandardCharsets.US_ASCII));
        String value = Base64.getEncoder().encodeToString(signature.sign());
        String spelled = unsigned + "&Signature=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
        assertTrue(RedirectBinding.read(spelled, KNOWN).signedAside());
    }

    @Test
    void anAddressThatIsNotSignedOrSignedByOthersIsRefused() {
        String query = query(PARTY);
        assertEquals(Reason.UNSIGNED, refusal(query.substring(0, query.indexOf("&SigAlg="))));
        assertEquals(Reason.UNSIGNED, refusal(query.substring(0, query.indexOf("&Signature="))));
        assertEquals(Reason.SIGNATURE, refusal(query(OTHER)));
        assertEquals(Reason.SIGNATURE, refusal(query.replace("state", "other")));
        assertEquals(Reason.SIGNATURE, refusal(query.replaceFirst("&RelayState=[^&]*", "")));
        assertEquals(Reason.MALFORMED, refusal(query + "&RelayState=x"));
        assertEquals(Reason.MALFORMED, refusal(query + "&SAMLResponse=x"));
        assertEquals(
                Reason.ALGORITHM, refusal(query.replace("xmldsig-more%23rsa-sha256", "xmldsig-more%23hmac-sha256")));
        assertEquals(Reason.MALFORMED, refusal(""));
    }

    @Test
    void aFormCarriesAMessageThatIsSignedInside() throws SamlRefused {
        Map<String, String> fields =
                PostBinding.fields(Binding.Role.REQUEST, wishXml(), Optional.of("state"), PARTY.credential());
        Binding.Arrived arrived = PostBinding.read(Map.of(
                "SAMLRequest", List.of(fields.get("SAMLRequest")), "RelayState", List.of(fields.get("RelayState"))));
        assertFalse(arrived.signedAside());
        assertEquals("ana & <co>", checked(arrived).subject().value());
    }

    @Test
    void aLogoutThatIsNotSignedIsRefused() {
        String text = Base64.getEncoder().encodeToString(wishXml().getBytes(StandardCharsets.UTF_8));
        SamlRefused refused =
                assertThrows(SamlRefused.class, () -> checked(PostBinding.read(Map.of("SAMLRequest", List.of(text)))));
        assertEquals(Reason.UNSIGNED, refused.reason());
    }

    @Test
    void aLogoutForOthersOrOfOthersOrTooLateIsRefused() {
        Binding.Arrived arrived = signed(wishXml());
        assertEquals(
                Reason.DESTINATION,
                assertThrows(SamlRefused.class, () -> LogoutRequest.check(arrived, KNOWN, HERE + "2", List.of(), NOW))
                        .reason());
        assertEquals(
                Reason.EXPIRED,
                assertThrows(
                                SamlRefused.class,
                                () -> LogoutRequest.check(arrived, KNOWN, HERE, List.of(), NOW.plusSeconds(360)))
                        .reason());
        Binding.Arrived others = signed(wish().xml("https://other.example", HERE, NOW));
        assertEquals(
                Reason.ISSUER,
                assertThrows(SamlRefused.class, () -> checked(others)).reason());
        Binding.Arrived answer = signed(new LogoutResponse("_wish", true).xml("_a", "https://idp.example", HERE, NOW));
        assertEquals(
                Reason.MALFORMED,
                assertThrows(SamlRefused.class, () -> checked(answer)).reason());
    }

    private static Binding.Arrived signed(String xml) {
        return new Binding.Arrived(
                Binding.Role.REQUEST, EnvelopedSigner.sign(xml, PARTY.credential()), Optional.empty(), false);
    }

    @Test
    void theAnswerToALogoutSaysWhetherItWorked() throws SamlRefused {
        Binding.Arrived good = signed(new LogoutResponse("_wish", true).xml("_a", "https://idp.example", HERE, NOW));
        assertEquals(new LogoutResponse("_wish", true), LogoutResponse.check(good, KNOWN, HERE, NOW));
        Binding.Arrived partly = signed(new LogoutResponse("_wish", false).xml("_a", "https://idp.example", HERE, NOW));
        SamlRefused refused = assertThrows(SamlRefused.class, () -> LogoutResponse.check(partly, KNOWN, HERE, NOW));
        assertEquals("Responder, PartialLogout", refused.detail());
    }

    @Test
    void aQuestionSaysWhatIsWanted() throws SamlRefused {
        var request = new AuthnRequest(
                "_q",
                "https://id.example/saml/metadata",
                "https://idp.example/sso?a=b",
                "https://id.example/saml/acs/con_1",
                Optional.of(NameId.PERSISTENT),
                true,
                List.of("urn:example:mfa"),
                NOW);
        var root = Xml.message(EnvelopedSigner.sign(request.xml(), PARTY.credential()));
        assertTrue(SignatureCheck.isSigned(root, List.of(PARTY.pair().getPublic())));
        assertEquals("true", root.getAttribute("ForceAuthn"));
        assertEquals("2026-11-17T12:00:00Z", root.getAttribute("IssueInstant"));
        String address = RedirectBinding.address(
                request.destination(), Binding.Role.REQUEST, request.xml(), Optional.empty(), PARTY.credential());
        assertTrue(address.startsWith("https://idp.example/sso?a=b&SAMLRequest="));
        assertFalse(address.contains("RelayState"));
    }
}
