package dev.keystead.credential.passkey;

import com.webauthn4j.verifier.exception.BadAaguidException;
import com.webauthn4j.verifier.exception.BadAlgorithmException;
import com.webauthn4j.verifier.exception.BadAttestationStatementException;
import com.webauthn4j.verifier.exception.BadChallengeException;
import com.webauthn4j.verifier.exception.BadOriginException;
import com.webauthn4j.verifier.exception.BadRpIdException;
import com.webauthn4j.verifier.exception.BadSignatureException;
import com.webauthn4j.verifier.exception.BadTopOriginException;
import com.webauthn4j.verifier.exception.CertificateException;
import com.webauthn4j.verifier.exception.CrossOriginException;
import com.webauthn4j.verifier.exception.MissingChallengeException;
import com.webauthn4j.verifier.exception.NotAllowedAlgorithmException;
import com.webauthn4j.verifier.exception.NotAllowedCredentialIdException;
import com.webauthn4j.verifier.exception.PublicKeyMismatchException;
import com.webauthn4j.verifier.exception.SelfAttestationProhibitedException;
import com.webauthn4j.verifier.exception.TrustAnchorNotFoundException;
import com.webauthn4j.verifier.exception.UserNotPresentException;
import com.webauthn4j.verifier.exception.UserNotVerifiedException;

/// The library's exceptions in our words.
final class Refusals {
    private Refusals() {}

    static PasskeyRefusal of(RuntimeException thrown) {
        return switch (thrown) {
            case BadChallengeException _, MissingChallengeException _ -> PasskeyRefusal.CHALLENGE;
            case BadOriginException _, BadTopOriginException _, CrossOriginException _, BadRpIdException _ ->
                PasskeyRefusal.ORIGIN;
            case UserNotPresentException _ -> PasskeyRefusal.USER_NOT_PRESENT;
            case UserNotVerifiedException _ -> PasskeyRefusal.USER_NOT_VERIFIED;
            case BadSignatureException _ -> PasskeyRefusal.SIGNATURE;
            case NotAllowedAlgorithmException _, BadAlgorithmException _ -> PasskeyRefusal.ALGORITHM;
            case NotAllowedCredentialIdException _ -> PasskeyRefusal.UNKNOWN;
            case BadAttestationStatementException _,
                    BadAaguidException _,
                    CertificateException _,
                    PublicKeyMismatchException _,
                    SelfAttestationProhibitedException _,
                    TrustAnchorNotFoundException _ -> PasskeyRefusal.ATTESTATION;
            default -> PasskeyRefusal.MALFORMED;
        };
    }
}
