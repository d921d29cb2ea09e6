package dev.keystead.credential.passkey;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.anchor.TrustAnchorRepository;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.verifier.attestation.statement.AttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.androidkey.AndroidKeyAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.apple.AppleAnonymousAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.none.NoneAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.packed.PackedAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.tpm.TPMAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.u2f.FIDOU2FAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.trustworthiness.certpath.DefaultCertPathTrustworthinessVerifier;
import com.webauthn4j.verifier.attestation.trustworthiness.certpath.NullCertPathTrustworthinessVerifier;
import com.webauthn4j.verifier.attestation.trustworthiness.self.DefaultSelfAttestationTrustworthinessVerifier;
import java.security.cert.TrustAnchor;
import java.util.List;
import java.util.Set;

/// How far statements about an authenticator's make are followed.
final class Attestations {
    private Attestations() {}

    /// The signature of a statement must hold, whoever its certificates are from. A key may vouch for itself.
    static WebAuthnManager statementsOnly(ObjectConverter converter) {
        return new WebAuthnManager(
                formats(),
                new NullCertPathTrustworthinessVerifier(),
                new DefaultSelfAttestationTrustworthinessVerifier(true),
                converter);
    }

    /// Its certificates must lead to one of the anchors as well, and no key vouches for itself.
    static WebAuthnManager anchored(ObjectConverter converter, Set<TrustAnchor> anchors) {
        return new WebAuthnManager(
                formats(),
                new DefaultCertPathTrustworthinessVerifier(new SameForAll(Set.copyOf(anchors))),
                new DefaultSelfAttestationTrustworthinessVerifier(false),
                converter);
    }

    private static List<AttestationStatementVerifier> formats() {
        return List.of(
                new NoneAttestationStatementVerifier(),
                new PackedAttestationStatementVerifier(),
                new TPMAttestationStatementVerifier(),
                new AndroidKeyAttestationStatementVerifier(),
                new AppleAnonymousAttestationStatementVerifier(),
                new FIDOU2FAttestationStatementVerifier());
    }

    /// The same anchors whatever the make.
    private record SameForAll(Set<TrustAnchor> anchors) implements TrustAnchorRepository {
        @Override
        public Set<TrustAnchor> find(AAGUID aaguid) {
            return anchors;
        }

        @Override
        public Set<TrustAnchor> find(byte[] attestationCertificateKeyIdentifier) {
            return anchors;
        }
    }
}
