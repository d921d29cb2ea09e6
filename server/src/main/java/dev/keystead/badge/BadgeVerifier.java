package dev.keystead.badge;

import dev.keystead.badge.Verdict.Reason;
import dev.keystead.platform.crypto.Ed25519;
import java.time.Instant;
import java.util.Optional;

/// Judges badges by the keys that somebody trusts. It asks nobody, and believes nothing in a badge before the
/// signature is found right.
public final class BadgeVerifier {
    private BadgeVerifier() {}

    /// Judges a badge as it stood at a moment.
    ///
    /// @param keys of the workspace that is trusted to say such things
    public static Verdict verify(BadgeFile file, IssuerKeys keys, Instant at) {
        BadgePayload claims = file.claims();
        if (!claims.issuer().equals(keys.issuer())) {
            return new Verdict.Invalid(
                    Reason.FOREIGN_ISSUER,
                    "the badge says that " + claims.issuer() + " issued it, and the keys are those of " + keys.issuer()
                            + "; take the keys of the workspace that you expect");
        }
        Optional<IssuerKeys.IssuerKey> found =
                keys.findKey(file.kid()).filter(_ -> file.kid().equals(claims.kid()));
        if (found.isEmpty()) {
            return new Verdict.Invalid(
                    Reason.UNKNOWN_KEY,
                    "the issuer's list has no key " + file.kid() + "; if the list is old, get a new one");
        }
        IssuerKeys.IssuerKey key = found.get();
        if (!key.kind().equals(claims.kind().word())) {
            return new Verdict.Invalid(
                    Reason.OTHER_KIND,
                    "the key signs badges of the kind " + key.kind() + ", and this says "
                            + claims.kind().word());
        }
        boolean signed = key.publicKey()
                .filter(bytes -> Ed25519.verifies(bytes, file.signedBytes(), file.signatureBytes()))
                .isPresent();
        if (!signed) {
            return new Verdict.Invalid(
                    Reason.WRONG_SIGNATURE, "the issuer did not sign this: it was changed, or made up");
        }
        return judge(claims, key, keys, at);
    }

    /// What holds of a badge that is genuine.
    private static Verdict judge(BadgePayload claims, IssuerKeys.IssuerKey key, IssuerKeys keys, Instant at) {
        // Whoever has a stolen key can write any date, so that no date helps.
        if (key.isRevoked()) {
            return new Verdict.Invalid(
                    Reason.KEY_REVOKED, "the issuer revoked the key that signed it; ask the holder for a new badge");
        }
        if (at.isBefore(claims.issuedAt())) {
            return new Verdict.Invalid(Reason.NOT_YET_VALID, "the badge is valid from " + claims.issuedAt() + " on");
        }
        if (!at.isBefore(claims.expiresAt())) {
            return new Verdict.Invalid(
                    Reason.EXPIRED, "the badge expired at " + claims.expiresAt() + "; ask the holder for a new one");
        }
        Optional<Instant> revoked = keys.findRevocation(claims.id()).filter(time -> !time.isAfter(at));
        if (revoked.isPresent()) {
            return new Verdict.Invalid(Reason.REVOKED, "the issuer revoked the badge at " + revoked.get());
        }
        if (claims.expiresAt().isBefore(keys.asOf().minus(IssuerKeys.KEPT))) {
            return new Verdict.Invalid(
                    Reason.TOO_OLD,
                    "the badge expired so long before the list was made that the list no longer says whether it was"
                            + " revoked; take a list from that time");
        }
        return new Verdict.Valid(claims);
    }
}
