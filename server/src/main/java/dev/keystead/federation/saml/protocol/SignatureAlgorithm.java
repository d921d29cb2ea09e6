package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;

/// What may be signed with. Each takes keys of one family alone, so that no key is used as something else.
enum SignatureAlgorithm {
    RSA_SHA256("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "SHA256withRSA", true),
    RSA_SHA384("http://www.w3.org/2001/04/xmldsig-more#rsa-sha384", "SHA384withRSA", true),
    RSA_SHA512("http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", "SHA512withRSA", true),
    ECDSA_SHA256("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", "SHA256withECDSAinP1363Format", false),
    ECDSA_SHA384("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384", "SHA384withECDSAinP1363Format", false),
    ECDSA_SHA512("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512", "SHA512withECDSAinP1363Format", false);

    private static final int LEAST_RSA_BITS = 2048;
    private static final int LEAST_EC_BITS = 256;

    private final String uri;
    private final String jdk;
    private final boolean rsa;

    SignatureAlgorithm(String uri, String jdk, boolean rsa) {
        this.uri = uri;
        this.jdk = jdk;
        this.rsa = rsa;
    }

    String uri() {
        return uri;
    }

    /// What the JDK calls it.
    String jdk() {
        return jdk;
    }

    static SignatureAlgorithm of(String uri) throws SamlRefused {
        return Arrays.stream(values())
                .filter(one -> one.uri.equals(uri))
                .findFirst()
                .orElseThrow(() -> new SamlRefused(Reason.ALGORITHM, "signed by " + uri));
    }

    boolean takes(PublicKey key) {
        return switch (key) {
            case RSAPublicKey found -> rsa && found.getModulus().bitLength() >= LEAST_RSA_BITS;
            case ECPublicKey found ->
                !rsa && found.getParams().getCurve().getField().getFieldSize() >= LEAST_EC_BITS;
            default -> false;
        };
    }

    /// Whether any of these could sign what is believed.
    static boolean takesAny(PublicKey key) {
        return RSA_SHA256.takes(key) || ECDSA_SHA256.takes(key);
    }
}
