package dev.keystead.account;

import dev.keystead.platform.json.Fields;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a device signed.
///
/// @param nonce of its challenge
/// @param signature over the challenge's message
@SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
record DeviceProof(String nonce, byte[] signature) {
    private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final int LONGEST = 200;

    /// Checks both as they came, whichever spelling of base64 the signature has.
    static void check(Fields fields, String nonce, String signature) {
        fields.refuseIf(!NONCE.matcher(nonce).matches(), "nonce", "must be the nonce of a challenge");
        fields.refuseIf(decoded(signature).isEmpty(), "signature", "must be a signature in base64url");
    }

    static DeviceProof of(String nonce, String signature) {
        return new DeviceProof(nonce, decoded(signature).orElseThrow());
    }

    private static Optional<byte[]> decoded(String signature) {
        if (signature.isEmpty() || signature.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            return Optional.of(Base64.getUrlDecoder()
                    .decode(signature.replace('+', '-').replace('/', '_').replace("=", "")));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
