package dev.keystead.device.authority;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Encoding;

/// DER put together of parts that are encoded already: what was signed is never encoded a second time.
final class Der {
    private static final int SEQUENCE = 0x30;
    private static final int BIT_STRING = 0x03;

    private Der() {}

    static byte[] of(ASN1Encodable value) {
        try {
            return value.toASN1Primitive().getEncoded(ASN1Encoding.DER);
        } catch (IOException e) {
            throw new IllegalStateException("what we made ourselves can be written", e);
        }
    }

    static byte[] sequence(byte[]... parts) {
        return tagged(SEQUENCE, parts);
    }

    static byte[] bitString(byte[] bytes) {
        return tagged(BIT_STRING, new byte[1], bytes);
    }

    private static byte[] tagged(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        int lengthBytes = length < 0x80 ? 0 : (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / 8;
        ByteBuffer whole = ByteBuffer.allocate(2 + lengthBytes + length);
        whole.put((byte) tag).put((byte) (lengthBytes == 0 ? length : 0x80 | lengthBytes));
        for (int i = lengthBytes - 1; i >= 0; i--) {
            whole.put((byte) (length >> (8 * i)));
        }
        for (byte[] part : parts) {
            whole.put(part);
        }
        return whole.array();
    }
}
