package dev.keystead.credential.passkey;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.AuthenticatorTransport;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.attestation.AttestationObject;
import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.COSEKey;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import com.webauthn4j.verifier.exception.MaliciousCounterValueException;
import java.security.cert.TrustAnchor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Checks the answers of browsers against what they were asked.
public final class Ceremonies {
    /// The kinds of key that we offer to take, the best first.
    static final List<COSEAlgorithmIdentifier> ALGORITHMS =
            List.of(COSEAlgorithmIdentifier.ES256, COSEAlgorithmIdentifier.EdDSA, COSEAlgorithmIdentifier.RS256);

    /// An answer with the longest chain of certificates is a third of this.
    private static final int LONGEST_ANSWER = 64 * 1024;

    private static final int MOST_TRANSPORTS = 8;
    private static final UUID NO_MAKE = new UUID(0, 0);

    private static final List<PublicKeyCredentialParameters> OFFERED = ALGORITHMS.stream()
            .map(algorithm -> new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, algorithm))
            .toList();

    private final Supplier<RelyingParty> party;
    private final ObjectConverter converter = new ObjectConverter();
    private final WebAuthnManager anyMake;
    private final WebAuthnManager provenMake;

    /// @param party is asked at each ceremony: where the server listens may not be known before
    /// @param anchors roots of authenticators' makers, which a required attestation must lead to; none: any
    ///     make
    public Ceremonies(Supplier<RelyingParty> party, Set<TrustAnchor> anchors) {
        this.party = party;
        this.anyMake = Attestations.statementsOnly(converter);
        this.provenMake = anchors.isEmpty() ? anyMake : Attestations.anchored(converter, anchors);
    }

    public RelyingParty party() {
        return party.get();
    }

    /// A new passkey, if the answer proves one.
    public CeremonyOutcome<PublicKey> register(String answer, Octets challenge, PasskeyPolicy policy) {
        boolean required = policy.attestation() == PasskeyPolicy.Attestation.REQUIRED;
        return outcome(answer, () -> {
            var parameters = new RegistrationParameters(server(challenge), OFFERED, policy.verifyUser(), true);
            WebAuthnManager library = required ? provenMake : anyMake;
            RegistrationData data = library.verifyRegistrationResponseJSON(answer, parameters);
            AttestationObject attestation = present(data.getAttestationObject());
            String format = attestation.getFormat();
            boolean missing = required && format.equals(NoneAttestationStatement.FORMAT);
            return missing || !policy.takes(format)
                    ? new CeremonyOutcome.Refused<>(PasskeyRefusal.ATTESTATION)
                    : new CeremonyOutcome.Proven<>(key(attestation, transports(data)));
        });
    }

    /// An answer that names a passkey, before anything about it is proven.
    public record Claim(Octets credentialId, Optional<Octets> userHandle, AuthenticationData data) {}

    /// What the answer claims; for finding the passkey that can prove it.
    public CeremonyOutcome<Claim> read(String answer) {
        return outcome(answer, () -> {
            AuthenticationData data = anyMake.parseAuthenticationResponseJSON(answer);
            return new CeremonyOutcome.Proven<>(new Claim(
                    Optional.ofNullable(data.getCredentialId()).map(Octets::of).orElseThrow(),
                    Optional.ofNullable(data.getUserHandle()).map(Octets::of),
                    data));
        });
    }

    /// What is new about a passkey that was used.
    public record Use(long signCount, boolean backedUp, boolean userVerified) {}

    /// Whether the claim was made with this key.
    public CeremonyOutcome<Use> prove(Claim claim, PublicKey key, Octets challenge, PasskeyPolicy policy) {
        return outcome("", () -> {
            var parameters = new AuthenticationParameters(
                    server(challenge), record(key), List.of(key.credentialId().bytes()), policy.verifyUser(), true);
            var data = present(anyMake.verify(claim.data(), parameters).getAuthenticatorData());
            return new CeremonyOutcome.Proven<>(new Use(data.getSignCount(), data.isFlagBS(), data.isFlagUV()));
        });
    }

    /// The library computes and touches nothing else, so that whatever it throws is about the bytes that it
    /// was given. It has exceptions of its own for most of it, and lets some of the JDK's and the parser's
    /// pass.
    private static <T> CeremonyOutcome<T> outcome(String answer, Supplier<CeremonyOutcome<T>> work) {
        if (answer.length() > LONGEST_ANSWER) {
            return new CeremonyOutcome.Refused<>(PasskeyRefusal.MALFORMED);
        }
        try {
            return work.get();
        } catch (MaliciousCounterValueException copied) {
            return new CeremonyOutcome.NotCounting<>(copied.getStoredCounter(), copied.getPresentedCounter());
        } catch (RuntimeException wrong) {
            return new CeremonyOutcome.Refused<>(Refusals.of(wrong));
        }
    }

    private ServerProperty server(Octets challenge) {
        return ServerProperty.builder()
                .originPredicate(origin -> party().isAt(origin.toString()))
                .rpId(party().id())
                .challenge(new DefaultChallenge(challenge.bytes()))
                .build();
    }

    private PublicKey key(AttestationObject attestation, List<String> transports) {
        var authenticator = attestation.getAuthenticatorData();
        AttestedCredentialData attested = present(authenticator.getAttestedCredentialData());
        return new PublicKey(
                Octets.of(attested.getCredentialId()),
                Octets.of(converter.getCborMapper().writeValueAsBytes(attested.getCOSEKey())),
                Optional.ofNullable(attested.getAaguid().getValue()).orElse(NO_MAKE),
                authenticator.getSignCount(),
                transports,
                authenticator.isFlagBE(),
                authenticator.isFlagBS(),
                authenticator.isFlagUV(),
                attestation.getFormat());
    }

    /// The library leaves out what an answer does not have; a verified one has it.
    private static <T> T present(@Nullable T part) {
        if (part == null) {
            throw new IllegalArgumentException("a part of the answer is missing");
        }
        return part;
    }

    /// Hints for later, in the browser's words: what does not look like a word is left out.
    private static List<String> transports(RegistrationData data) {
        return Optional.ofNullable(data.getTransports()).orElse(Set.of()).stream()
                .map(AuthenticatorTransport::getValue)
                .filter(word -> word.matches("[a-z-]{1,20}"))
                .sorted()
                .limit(MOST_TRANSPORTS)
                .toList();
    }

    private CredentialRecordImpl record(PublicKey key) {
        COSEKey cose = converter.getCborMapper().readValue(key.cose().bytes(), COSEKey.class);
        return new CredentialRecordImpl(
                new NoneAttestationStatement(),
                key.userVerified(),
                key.backupEligible(),
                key.backedUp(),
                key.signCount(),
                new AttestedCredentialData(
                        new AAGUID(key.aaguid()), key.credentialId().bytes(), cose),
                null,
                null,
                null,
                null);
    }
}
