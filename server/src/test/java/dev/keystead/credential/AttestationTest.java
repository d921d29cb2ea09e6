package dev.keystead.credential;

import static org.assertj.core.api.Assertions.assertThat;

import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.data.PublicKeyCredentialCreationOptions;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.test.TestAttestationUtil;
import com.webauthn4j.test.authenticator.webauthn.PackedAuthenticator;
import com.webauthn4j.test.authenticator.webauthn.TPMAuthenticator;
import com.webauthn4j.test.authenticator.webauthn.WebAuthnAuthenticatorAdaptor;
import com.webauthn4j.test.authenticator.webauthn.WebAuthnModelAuthenticator;
import com.webauthn4j.test.client.ClientPlatform;
import com.webauthn4j.test.client.RegistrationEmulationOption;
import dev.keystead.credential.passkey.Ceremonies;
import dev.keystead.credential.passkey.CeremonyOutcome;
import dev.keystead.credential.passkey.Octets;
import dev.keystead.credential.passkey.PasskeyOptions;
import dev.keystead.credential.passkey.PasskeyPolicy;
import dev.keystead.credential.passkey.PasskeyPolicy.Attestation;
import dev.keystead.credential.passkey.PasskeyRefusal;
import dev.keystead.credential.passkey.PublicKey;
import dev.keystead.credential.passkey.RelyingParty;
import dev.keystead.credential.passkey.UserHandle;
import dev.keystead.tenancy.UuidV7;
import java.io.File;
import java.net.URI;
import java.security.KeyStore;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Statements about an authenticator's make, of emulated security keys and TPMs.
class AttestationTest {
    private static final ObjectConverter CONVERTER = new ObjectConverter();
    private static final RelyingParty PARTY = RelyingParty.at(URI.create("https://id.example.test"), "Example");
    private static final Octets CHALLENGE = SoftKey.challenge();
    private static final PasskeyPolicy REQUIRED = new PasskeyPolicy(true, Attestation.REQUIRED);
    private static final Ceremonies UNANCHORED = new Ceremonies(() -> PARTY, Set.of());

    private static String options(PasskeyPolicy policy) {
        var owner = new PasskeyOptions.Owner(new UserHandle(UuidV7.next(), UuidV7.next()), "eve@x.test", "Eve");
        return PasskeyOptions.creation(PARTY, owner, CHALLENGE, List.of(), policy);
    }

    /// The answer of an emulated browser, which reads our options as they are.
    private static String answer(WebAuthnModelAuthenticator authenticator, RegistrationEmulationOption wishes) {
        var asked = CONVERTER.getJsonMapper().readValue(options(REQUIRED), PublicKeyCredentialCreationOptions.class);
        var browser = new ClientPlatform(new Origin(PARTY.origin()), new WebAuthnAuthenticatorAdaptor(authenticator));
        var made = browser.create(asked, wishes);
        var response = Optional.ofNullable(made.getResponse()).orElseThrow();
        String id = Optional.ofNullable(made.getRawId())
                .map(Octets::of)
                .orElseThrow()
                .base64url();
        return """
                {"id":"%1$s","rawId":"%1$s","type":"public-key","clientExtensionResults":{},
                 "response":{"clientDataJSON":"%2$s","attestationObject":"%3$s"}}""".formatted(
                        id,
                        Octets.of(response.getClientDataJSON()).base64url(),
                        Octets.of(response.getAttestationObject()).base64url());
    }

    static Stream<Arguments> makes() {
        return Stream.of(
                Arguments.of("packed", new PackedAuthenticator()), Arguments.of("tpm", new TPMAuthenticator()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("makes")
    void aStatementThatHoldsIsTaken(String format, WebAuthnModelAuthenticator authenticator) {
        CeremonyOutcome<PublicKey> outcome =
                UNANCHORED.register(answer(authenticator, new RegistrationEmulationOption()), CHALLENGE, REQUIRED);
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        CeremonyOutcome.Proven.class,
                        proven -> assertThat(((PublicKey) proven.proof()).attestationFormat())
                                .isEqualTo(format));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("makes")
    void aStatementWithAWrongSignatureIsRefused(String format, WebAuthnModelAuthenticator authenticator) {
        var forged = new RegistrationEmulationOption();
        forged.setSignatureOverrideEnabled(true);
        forged.setSignature(new byte[70]);
        for (Attestation attestation : Attestation.values()) {
            assertThat(UNANCHORED.register(
                            answer(authenticator, forged), CHALLENGE, new PasskeyPolicy(true, attestation)))
                    .as("%s under %s", format, attestation)
                    .isIn(
                            new CeremonyOutcome.Refused<PublicKey>(PasskeyRefusal.SIGNATURE),
                            new CeremonyOutcome.Refused<PublicKey>(PasskeyRefusal.ATTESTATION));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("makes")
    void itsCertificatesMustLeadToAConfiguredRoot(String format, WebAuthnModelAuthenticator authenticator)
            throws Exception {
        String answer = answer(authenticator, new RegistrationEmulationOption());
        X509Certificate root = TestAttestationUtil.load3tierTestRootCACertificate();
        var trusting = new Ceremonies(() -> PARTY, Set.of(new TrustAnchor(root, null)));
        assertThat(trusting.register(answer, CHALLENGE, REQUIRED))
                .as(format)
                .isInstanceOf(CeremonyOutcome.Proven.class);
        var distrusting = new Ceremonies(() -> PARTY, Set.of(new TrustAnchor(anyOtherRoot(), null)));
        assertThat(distrusting.register(answer, CHALLENGE, REQUIRED))
                .as(format)
                .isEqualTo(new CeremonyOutcome.Refused<PublicKey>(PasskeyRefusal.ATTESTATION));
        // Where no statement is required, nobody looks who signed the one that came.
        assertThat(distrusting.register(answer, CHALLENGE, new PasskeyPolicy(true, Attestation.WELCOME)))
                .as(format)
                .isInstanceOf(CeremonyOutcome.Proven.class);
    }

    /// Some root of the JDK's own; none of them is an emulator's.
    private static X509Certificate anyOtherRoot() throws Exception {
        var roots = KeyStore.getInstance(
                new File(System.getProperty("java.home"), "lib/security/cacerts"), "changeit".toCharArray());
        return (X509Certificate)
                roots.getCertificate(Collections.list(roots.aliases()).getFirst());
    }

    @ParameterizedTest
    @EnumSource(Attestation.class)
    void aKeyMayVouchForItselfUnlessRootsAreConfigured(Attestation attestation) throws Exception {
        var policy = new PasskeyPolicy(true, attestation);
        var key = new SoftKey();
        key.vouchesForItself = true;
        String answer = key.create(options(policy));
        assertThat(UNANCHORED.register(answer, CHALLENGE, policy)).isInstanceOf(CeremonyOutcome.Proven.class);
        var anchored = new Ceremonies(() -> PARTY, Set.of(new TrustAnchor(anyOtherRoot(), null)));
        CeremonyOutcome<PublicKey> outcome = anchored.register(answer, CHALLENGE, policy);
        if (attestation == Attestation.REQUIRED) {
            assertThat(outcome).isEqualTo(new CeremonyOutcome.Refused<PublicKey>(PasskeyRefusal.ATTESTATION));
        } else {
            assertThat(outcome).isInstanceOf(CeremonyOutcome.Proven.class);
        }
    }

    @Test
    void theRelyingPartyIsTheHostOfThePublicAddress() {
        assertThat(RelyingParty.at(URI.create("http://localhost:8080/"), "x"))
                .isEqualTo(new RelyingParty("http://localhost:8080", "localhost", "x", ""));
        assertThat(RelyingParty.at(URI.create("https://A.test:443"), "x"))
                .isEqualTo(new RelyingParty("https://a.test", "a.test", "x", ""));
        assertThat(RelyingParty.at(URI.create("http://a.test:443"), "x").origin())
                .isEqualTo("http://a.test:443");
    }
}
