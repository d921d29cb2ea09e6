package dev.keystead.key;

import com.nimbusds.jose.JWSAlgorithm;
import java.util.Arrays;
import java.util.Optional;

/// What tokens are signed with (RFC 7518 §3.1, RFC 8037 §3.1). RSA keys have 2048 bits, elliptic ones stand
/// on P-256 and Ed25519.
public enum Algorithm {
    RS256("RS256"),
    PS256("PS256"),
    ES256("ES256"),
    EDDSA("EdDSA");

    private final String word;

    Algorithm(String word) {
        this.word = word;
    }

    /// The name in headers of tokens, in key sets, in the API and in the database.
    public String word() {
        return word;
    }

    public JWSAlgorithm jws() {
        return switch (this) {
            case RS256 -> JWSAlgorithm.RS256;
            case PS256 -> JWSAlgorithm.PS256;
            case ES256 -> JWSAlgorithm.ES256;
            case EDDSA -> JWSAlgorithm.EdDSA;
        };
    }

    /// The algorithm of a name, letter by letter.
    public static Optional<Algorithm> find(String word) {
        return Arrays.stream(values())
                .filter(algorithm -> algorithm.word.equals(word))
                .findFirst();
    }
}
