package dev.keystead.oauth.proof;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.client.Signatures;
import dev.keystead.oauth.wire.Sha256;
import dev.keystead.workspace.WorkspaceId;
import java.net.URI;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Judges a proof by all items of RFC 9449 section 4.3. That it was not used before is for the caller to ask.
final class ProofCheck {
    private static final String TYPE = "dpop+jwt";

    /// How old a proof may be.
    private static final Duration LIFE = Duration.ofSeconds(60);

    /// How far clocks may differ. FAPI 2.0 section 5.3.2.1: 10 seconds must pass, more than 60 must not.
    private static final Duration SKEW = Duration.ofSeconds(30);

    private static final int LONGEST_ID = 255;
    private static final int SMALLEST_RSA = 2048;

    private final Nonces nonces;
    private final Clock clock;

    ProofCheck(Nonces nonces, Clock clock) {
        this.nonces = nonces;
        this.clock = clock;
    }

    /// What a proof must fit.
    ///
    /// @param algorithms that it may be signed with, none of them symmetric
    /// @param nonceNeeded whether it must have a nonce of ours
    /// @param accessToken the token that it comes with, at resources
    record Expected(
            WorkspaceId workspace,
            String method,
            URI target,
            List<String> algorithms,
            boolean nonceNeeded,
            Optional<String> accessToken) {}

    /// What a proof says, once it is known to say all that it must.
    private record Claims(String id, String method, String target, Instant issuedAt, Optional<String> nonce) {}

    /// @param headers the values of the header `DPoP`, of which there is one at least
    Judgement judge(List<String> headers, Expected expected) {
        // 1: one header.
        if (headers.size() != 1) {
            return new Judgement.Wrong("the header DPoP was sent more than once");
        }
        try {
            // 2: a JWT. Nimbus refuses one whose header has a private or symmetric key, which is item 7.
            SignedJWT jwt = SignedJWT.parse(headers.getFirst());
            // 3: with all claims.
            JWTClaimsSet all = jwt.getJWTClaimsSet();
            Optional<Claims> claims = claims(all);
            if (claims.isEmpty()) {
                return new Judgement.Wrong("the proof must have jti, htm, htu and iat");
            }
            Optional<String> wrong = wrongWithSignature(jwt, expected)
                    .or(() -> wrongWithTarget(claims.get(), expected))
                    .or(() -> wrongWithTime(all, claims.get()));
            if (wrong.isPresent()) {
                return new Judgement.Wrong(wrong.get());
            }
            // 10: the nonce that we gave.
            if (!isFresh(claims.get().nonce(), expected)) {
                return new Judgement.NonceNeeded();
            }
            return judgeKey(jwt, all, claims.get(), expected);
        } catch (ParseException | IllegalArgumentException | JOSEException _) {
            return new Judgement.Wrong("the proof must be a signed JWT with the public key in its header");
        }
    }

    /// Whether the proof, right or wrong, has the nonce that it needs.
    boolean hasNonce(List<String> headers, Expected expected) {
        try {
            JWTClaimsSet claims = SignedJWT.parse(headers.getFirst()).getJWTClaimsSet();
            return isFresh(Optional.ofNullable(claims.getStringClaim("nonce")), expected);
        } catch (ParseException | IllegalArgumentException _) {
            return false;
        }
    }

    private boolean isFresh(Optional<String> nonce, Expected expected) {
        return nonce.map(text -> nonces.isFresh(expected.workspace(), text)).orElse(!expected.nonceNeeded());
    }

    private static Optional<Claims> claims(JWTClaimsSet claims) throws ParseException {
        String id = Objects.requireNonNullElse(claims.getJWTID(), "");
        String method = claims.getStringClaim("htm");
        String target = claims.getStringClaim("htu");
        Date issued = claims.getIssueTime();
        if (id.isEmpty() || id.length() > LONGEST_ID || method == null || target == null || issued == null) {
            return Optional.empty();
        }
        return Optional.of(new Claims(
                id, method, target, issued.toInstant(), Optional.ofNullable(claims.getStringClaim("nonce"))));
    }

    private static Optional<String> wrongWithSignature(SignedJWT jwt, Expected expected) {
        // 4: of the type of proofs, so that no other JWT of the client passes for one.
        if (jwt.getHeader().getType() == null
                || !jwt.getHeader().getType().getType().equalsIgnoreCase(TYPE)) {
            return Optional.of("typ of the proof must be " + TYPE);
        }
        // 5: by an algorithm that we take.
        if (!expected.algorithms().contains(jwt.getHeader().getAlgorithm().getName())) {
            return Optional.of("alg of the proof must be one of " + String.join(", ", expected.algorithms()));
        }
        // 6 and 7: signed with the public key in its header.
        JWK key = jwt.getHeader().getJWK();
        if (key == null || key.isPrivate() || (key instanceof RSAKey rsa && rsa.size() < SMALLEST_RSA)) {
            return Optional.of("jwk of the proof must be a public key, of at least 2048 bits for RSA");
        }
        return Signatures.isBy(key, jwt)
                ? Optional.empty()
                : Optional.of("the signature of the proof is not by the key in its header");
    }

    private static Optional<String> wrongWithTarget(Claims claims, Expected expected) {
        // 8: for this method.
        if (!claims.method().equals(expected.method())) {
            return Optional.of("htm of the proof must be " + expected.method());
        }
        // 9: for this address.
        return TargetUri.isSame(claims.target(), expected.target())
                ? Optional.empty()
                : Optional.of("htu of the proof must be " + expected.target());
    }

    /// 11: made just now. It comes before 10, as it may: what FAPI 2.0 refuses for its time is not worth a
    /// nonce.
    private Optional<String> wrongWithTime(JWTClaimsSet all, Claims claims) {
        Instant now = clock.instant();
        if (now.isAfter(until(claims)) || claims.issuedAt().isAfter(now.plus(SKEW))) {
            return Optional.of("iat of the proof must be now; it is too far from the time of this server");
        }
        // RFC 7519 sections 4.1.4 and 4.1.5, for proofs that say more than they must.
        Date expires = all.getExpirationTime();
        Date begins = all.getNotBeforeTime();
        boolean isOver = expires != null && now.isAfter(expires.toInstant().plus(SKEW));
        boolean isEarly = begins != null && begins.toInstant().isAfter(now.plus(SKEW));
        return isOver || isEarly ? Optional.of("the proof is not valid now by its exp or nbf") : Optional.empty();
    }

    private static Instant until(Claims claims) {
        return claims.issuedAt().plus(LIFE).plus(SKEW);
    }

    private Judgement judgeKey(SignedJWT jwt, JWTClaimsSet all, Claims claims, Expected expected)
            throws ParseException, JOSEException {
        // 12: for this access token.
        Optional<String> hash = Optional.ofNullable(all.getStringClaim("ath"));
        if (expected.accessToken().isPresent()
                && !hash.equals(expected.accessToken().map(ProofCheck::hash))) {
            return new Judgement.Wrong("ath of the proof must be the hash of the access token");
        }
        boolean turned = claims.nonce()
                .filter(nonce -> !nonces.isCurrent(expected.workspace(), nonce))
                .isPresent();
        String thumbprint = jwt.getHeader().getJWK().computeThumbprint().toString();
        return new Judgement.Right(thumbprint, claims.id(), until(claims), turned);
    }

    private static String hash(String token) {
        return Sha256.base64url(Sha256.of(token));
    }
}
