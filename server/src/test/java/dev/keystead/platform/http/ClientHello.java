package dev.keystead.platform.http;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/// The first message of a TLS client, written by hand: the JDK's own client would not even offer what is to
/// be refused.
///
/// @param version the highest that the client speaks, such as 0x0303 for TLS 1.2
/// @param cipher the only cipher suite that it offers
record ClientHello(int version, int cipher) {
    static final int TLS_1_1 = 0x0302;
    static final int TLS_1_2 = 0x0303;
    static final int ECDHE_ECDSA_AES_128_GCM = 0xC02B;
    static final int ECDHE_ECDSA_AES_128_CBC_SHA = 0xC009;
    static final int RSA_AES_128_GCM = 0x009C;

    private static final int HANDSHAKE = 22;

    /// What a server answers to it.
    enum Answer {
        ACCEPTED,
        REFUSED
    }

    Answer sendTo(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(bytes());
            socket.getOutputStream().flush();
            int type = new DataInputStream(socket.getInputStream()).readUnsignedByte();
            return type == HANDSHAKE ? Answer.ACCEPTED : Answer.REFUSED;
        } catch (EOFException _) {
            return Answer.REFUSED;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// RFC 5246 section 7.4.1.2, with the extensions that elliptic curves need.
    private byte[] bytes() {
        byte[] extensions = {
            // supported_groups: secp256r1
            0,
            10,
            0,
            4,
            0,
            2,
            0,
            23,
            // ec_point_formats: uncompressed
            0,
            11,
            0,
            2,
            1,
            0,
            // signature_algorithms: ecdsa_secp256r1_sha256, rsa_pss_rsae_sha256, ecdsa_sha1
            0,
            13,
            0,
            8,
            0,
            6,
            4,
            3,
            8,
            4,
            2,
            3
        };
        var body = ByteBuffer.allocate(512);
        body.putShort((short) version).put(new byte[32]).put((byte) 0);
        body.putShort((short) 2).putShort((short) cipher);
        body.put((byte) 1).put((byte) 0);
        body.putShort((short) extensions.length).put(extensions);
        body.flip();
        int length = body.remaining();
        var record = ByteBuffer.allocate(length + 9);
        record.put((byte) HANDSHAKE).putShort((short) 0x0301).putShort((short) (length + 4));
        record.put((byte) 1).put((byte) 0).putShort((short) length);
        return record.put(body).array();
    }
}
