package dev.keystead.device;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.util.BigIntegers;

/// The two spellings of a P-256 signature: two numbers side by side (RFC 7518 section 3.4), and the sequence of
/// them that X.509 has (RFC 3279 section 2.2.3).
public final class EcdsaForm {
    /// How long the two numbers are together.
    static final int LENGTH = 64;

    private static final int NUMBER = LENGTH / 2;

    private EcdsaForm() {}

    /// The numbers side by side; nothing for what is no such sequence in its one spelling.
    public static Optional<byte[]> fromDer(byte[] der) {
        if (der.length == 0) {
            return Optional.empty();
        }
        try {
            ASN1Sequence both = ASN1Sequence.getInstance(ASN1Primitive.fromByteArray(der));
            if (both.size() != 2 || !Arrays.equals(both.getEncoded(ASN1Encoding.DER), der)) {
                return Optional.empty();
            }
            var flat = new byte[LENGTH];
            System.arraycopy(number(both, 0), 0, flat, 0, NUMBER);
            System.arraycopy(number(both, 1), 0, flat, NUMBER, NUMBER);
            return Optional.of(flat);
        } catch (IOException | IllegalArgumentException | IllegalStateException _) {
            return Optional.empty();
        }
    }

    private static byte[] number(ASN1Sequence both, int index) {
        BigInteger value = ASN1Integer.getInstance(both.getObjectAt(index)).getValue();
        if (value.signum() <= 0) {
            throw new IllegalArgumentException("no number of a signature");
        }
        return BigIntegers.asUnsignedByteArray(NUMBER, value);
    }

    public static byte[] toDer(byte[] flat) {
        try {
            return new DERSequence(new ASN1Integer[] {
                        new ASN1Integer(new BigInteger(1, flat, 0, NUMBER)),
                        new ASN1Integer(new BigInteger(1, flat, NUMBER, NUMBER))
                    })
                    .getEncoded(ASN1Encoding.DER);
        } catch (IOException e) {
            throw new IllegalStateException("two numbers can be written", e);
        }
    }
}
