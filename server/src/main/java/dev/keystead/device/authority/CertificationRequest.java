package dev.keystead.device.authority;

import dev.keystead.device.DeviceKey;
import dev.keystead.device.Pem;
import dev.keystead.key.Engine;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1BitString;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/// A request for a certificate (PKCS #10, RFC 2986), of which the key counts and nothing else.
public record CertificationRequest(DeviceKey key) {
    /// The longest text that is looked at.
    public static final int LONGEST = 8_192;

    private static final int PARTS = 3;

    /// What a text is.
    public sealed interface Reading {
        record Right(CertificationRequest request) implements Reading {}

        record Wrong(String why) implements Reading {}
    }

    /// Reads a request and checks that the holder of its key signed it.
    ///
    /// @param pem one block `CERTIFICATE REQUEST`, of at most [#LONGEST] characters
    public static Reading read(Engine engine, String pem) {
        if (pem.length() > LONGEST) {
            return new Reading.Wrong("must have at most " + LONGEST + " characters");
        }
        Optional<byte[]> der =
                Pem.decode("CERTIFICATE REQUEST", pem).or(() -> Pem.decode("NEW CERTIFICATE REQUEST", pem));
        if (der.filter(bytes -> bytes.length > 0).isEmpty()) {
            return new Reading.Wrong("must be one PEM block CERTIFICATE REQUEST");
        }
        try {
            return read(engine, der.get());
        } catch (IOException
                | IllegalArgumentException
                | IllegalStateException
                | ArithmeticException
                | StackOverflowError _) {
            return new Reading.Wrong("is not a PKCS #10 request in DER");
        }
    }

    private static Reading read(Engine engine, byte[] der) throws IOException {
        ASN1Sequence whole = ASN1Sequence.getInstance(ASN1Primitive.fromByteArray(der));
        if (whole.size() != PARTS || !Arrays.equals(whole.getEncoded(ASN1Encoding.DER), der)) {
            return new Reading.Wrong("is not a PKCS #10 request in DER");
        }
        ASN1Sequence info = ASN1Sequence.getInstance(whole.getObjectAt(0));
        if (info.size() < PARTS || ASN1Integer.getInstance(info.getObjectAt(0)).intValueExact() != 0) {
            return new Reading.Wrong("is not a PKCS #10 request of version 1");
        }
        Optional<DeviceKey> key = DeviceKey.ofInfo(Der.of(info.getObjectAt(2)));
        if (key.isEmpty()) {
            return new Reading.Wrong("must be for a P-256 or Ed25519 key");
        }
        ASN1ObjectIdentifier algorithm =
                AlgorithmIdentifier.getInstance(whole.getObjectAt(1)).getAlgorithm();
        ASN1BitString signature = ASN1BitString.getInstance(whole.getObjectAt(2));
        boolean signed = algorithm.equals(expected(key.get()))
                && signature.getPadBits() == 0
                && key.get().verifies(engine, Der.of(info), signature.getOctets());
        return signed
                ? new Reading.Right(new CertificationRequest(key.get()))
                : new Reading.Wrong("must be signed by the key that it is for");
    }

    private static ASN1ObjectIdentifier expected(DeviceKey key) {
        return switch (key.algorithm()) {
            case ES256 -> X9ObjectIdentifiers.ecdsa_with_SHA256;
            case EDDSA -> EdECObjectIdentifiers.id_Ed25519;
            case RS256, PS256 -> throw new IllegalStateException("devices have no RSA keys");
        };
    }
}
