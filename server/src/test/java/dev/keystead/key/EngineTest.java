package dev.keystead.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Signatures at the edges of what is allowed, on every engine of this machine.
class EngineTest {
    private static final byte[] MESSAGE = "header.payload".getBytes(StandardCharsets.US_ASCII);

    /// The order of P-256's group.
    private static final BigInteger N =
            new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

    /// The order of Ed25519's group: 2^252 + 27742317777372353535851937790883648493.
    private static final BigInteger L =
            BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));

    private static final byte[] SHA256_INFO = HexFormat.of().parseHex("3031300d060960864801650304020105000420");
    private static final byte[] SHA1_INFO = HexFormat.of().parseHex("3021300906052b0e03021a05000414");

    private static List<Engine> engines() {
        return Stream.concat(Stream.of(Engine.ofJdk()), Engine.findNative().stream())
                .toList();
    }

    /// A pair whose keys are of the engine's own kind, as the ring reads them.
    private record Pair(Engine engine, Algorithm algorithm, PrivateKey secret, PublicKey open) {
        static Pair make(Engine engine, Algorithm algorithm) {
            KeyPair made = engine.generate(algorithm);
            return new Pair(
                    engine,
                    algorithm,
                    engine.privateKey(algorithm, made.getPrivate().getEncoded()),
                    engine.publicKey(algorithm, made.getPublic().getEncoded()));
        }

        byte[] sign() {
            return engine.sign(algorithm, secret, MESSAGE);
        }

        boolean accepts(byte[] signature) {
            return engine.verify(algorithm, open, MESSAGE, signature);
        }

        void refusesAll(Map<String, byte[]> signatures) {
            assertThat(accepts(sign())).as("a sound one on %s", engine.name()).isTrue();
            signatures.forEach((name, signature) -> assertThat(accepts(signature))
                    .as("%s on %s", name, engine.name())
                    .isFalse());
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void nativeCodeSignsWhereItIsPackaged() {
        assertThat(Engine.findNative().map(Engine::name))
                .hasValueSatisfying(name -> assertThat(name).startsWith("AmazonCorrettoCryptoProvider"));
        assertThat(Arrays.stream(Security.getProviders()).map(provider -> provider.getName()))
                .as("providers of the whole process")
                .doesNotContain("AmazonCorrettoCryptoProvider");
    }

    @ParameterizedTest
    @EnumSource
    void whatOneEngineSignsEveryOtherAccepts(Algorithm algorithm) {
        for (Engine signer : engines()) {
            Pair pair = Pair.make(signer, algorithm);
            for (Engine checker : engines()) {
                PublicKey open = checker.publicKey(algorithm, pair.open().getEncoded());
                byte[] signature = pair.sign();
                assertThat(checker.verify(algorithm, open, MESSAGE, signature)).isTrue();
                assertThat(checker.verify(algorithm, open, new byte[1], signature))
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void noSignatureOfAnotherLengthIsAccepted(Algorithm algorithm) {
        for (Engine engine : engines()) {
            Pair pair = Pair.make(engine, algorithm);
            byte[] sound = pair.sign();
            var wrong = new LinkedHashMap<String, byte[]>();
            wrong.put("nothing", new byte[0]);
            wrong.put("one byte", new byte[1]);
            wrong.put("one byte less", Arrays.copyOf(sound, sound.length - 1));
            wrong.put("one byte more", Arrays.copyOf(sound, sound.length + 1));
            wrong.put("a zero in front", joined(new byte[1], sound));
            wrong.put("twice as much", joined(sound, sound));
            wrong.put("zeros", new byte[sound.length]);
            byte[] ones = new byte[sound.length];
            Arrays.fill(ones, (byte) 0xff);
            wrong.put("ones", ones);
            pair.refusesAll(wrong);
        }
    }

    /// RFC 7518 §3.4: two numbers of 32 bytes each. Both must be from 1 to n-1.
    @ParameterizedTest
    @MethodSource("engines")
    void es256RefusesNumbersOutOfRangeAndOtherForms(Engine engine) throws GeneralSecurityException {
        Pair pair = Pair.make(engine, Algorithm.ES256);
        byte[] sound = pair.sign();
        BigInteger r = new BigInteger(1, Arrays.copyOf(sound, 32));
        BigInteger s = new BigInteger(1, Arrays.copyOfRange(sound, 32, 64));
        BigInteger zero = BigInteger.ZERO;
        BigInteger one = BigInteger.ONE;
        BigInteger most = BigInteger.TWO.pow(256).subtract(one);
        var wrong = new LinkedHashMap<String, byte[]>();
        wrong.put("r and s zero", side(zero, zero));
        wrong.put("r zero", side(zero, s));
        wrong.put("s zero", side(r, zero));
        wrong.put("r = n", side(N, s));
        wrong.put("s = n", side(r, N));
        wrong.put("r and s = n", side(N, N));
        wrong.put("r = n, s zero", side(N, zero));
        wrong.put("r = n + 1", side(N.add(one), s));
        wrong.put("r and s = 1", side(one, one));
        wrong.put("r and s = n - 1", side(N.subtract(one), N.subtract(one)));
        wrong.put("all bits", side(most, most));
        wrong.put("r and s changed over", side(s, r));
        Signature der = Signature.getInstance("SHA256withECDSA");
        der.initSign(Engine.ofJdk().privateKey(Algorithm.ES256, pair.secret().getEncoded()));
        der.update(MESSAGE);
        wrong.put("DER", der.sign());
        pair.refusesAll(wrong);
    }

    /// RFC 8017 §8.2.2: the padded digest must be the one and only form, byte for byte.
    @ParameterizedTest
    @MethodSource("engines")
    void rs256RefusesEveryOtherPadding(Engine engine) throws GeneralSecurityException {
        Pair pair = Pair.make(engine, Algorithm.RS256);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(MESSAGE);
        byte[] info = joined(SHA256_INFO, digest);
        byte[] sha1 = joined(SHA1_INFO, MessageDigest.getInstance("SHA-1").digest(MESSAGE));
        assertThat(pair.accepts(raw(pair, padded(1, 0xff, info))))
                .as("built by hand")
                .isTrue();
        var wrong = new LinkedHashMap<String, byte[]>();
        wrong.put("no digest info", raw(pair, padded(1, 0xff, digest)));
        wrong.put("a digest by SHA-1", raw(pair, padded(1, 0xff, sha1)));
        wrong.put("block type 0", raw(pair, padded(0, 0xff, info)));
        wrong.put("block type 2", raw(pair, padded(2, 0xff, info)));
        wrong.put("other padding bytes", raw(pair, padded(1, 0xfe, info)));
        wrong.put("a digest one byte longer", raw(pair, padded(1, 0xff, joined(info, new byte[1]))));
        // Bleichenbacher's forgery of 2006: little padding, and what it saves behind the digest.
        byte[] early = new byte[256];
        byte[] head = joined(HexFormat.of().parseHex("0001ffffffffffffffff00"), info);
        System.arraycopy(head, 0, early, 0, head.length);
        wrong.put("something behind the digest", raw(pair, early));
        wrong.put("PS256 by the same key", engine.sign(Algorithm.PS256, pair.secret(), MESSAGE));
        BigInteger modulus = ((RSAPublicKey)
                        Engine.ofJdk().publicKey(Algorithm.RS256, pair.open().getEncoded()))
                .getModulus();
        wrong.put("zero", new byte[256]);
        wrong.put("one", bytes(BigInteger.ONE, 256));
        wrong.put("the modulus", bytes(modulus, 256));
        wrong.put("the modulus less one", bytes(modulus.subtract(BigInteger.ONE), 256));
        wrong.put("a sound one and the modulus", bytes(new BigInteger(1, pair.sign()).add(modulus), 257));
        pair.refusesAll(wrong);
    }

    /// RFC 7518 §3.5: the salt is as long as the digest, and nothing else will do.
    @ParameterizedTest
    @MethodSource("engines")
    void ps256RefusesRs256ByTheSameKey(Engine engine) {
        Pair pair = Pair.make(engine, Algorithm.PS256);
        pair.refusesAll(Map.of("RS256", engine.sign(Algorithm.RS256, pair.secret(), MESSAGE)));
    }

    /// RFC 8032 §5.1.7: s must be less than the order of the group, or one signature could be written in
    /// many ways.
    @ParameterizedTest
    @MethodSource("engines")
    void eddsaRefusesWhatIsNotCanonical(Engine engine) {
        Pair pair = Pair.make(engine, Algorithm.EDDSA);
        byte[] sound = pair.sign();
        BigInteger s = new BigInteger(1, reversed(Arrays.copyOfRange(sound, 32, 64)));
        byte[] r = Arrays.copyOf(sound, 32);
        byte[] neutral = new byte[32];
        neutral[0] = 1;
        var wrong = new LinkedHashMap<String, byte[]>();
        wrong.put("s + L", joined(r, little(s.add(L))));
        wrong.put("s + 2L", joined(r, little(s.add(L).add(L))));
        wrong.put("s = 0", joined(r, new byte[32]));
        wrong.put("s = L", joined(r, little(L)));
        wrong.put("R neutral, s = 0", joined(neutral, new byte[32]));
        wrong.put("R neutral, s = L", joined(neutral, little(L)));
        wrong.put("R = 0", joined(new byte[32], little(s)));
        byte[] otherSign = sound.clone();
        otherSign[31] ^= (byte) 0x80;
        wrong.put("R with the other sign", otherSign);
        wrong.put("R and s changed over", joined(little(s), r));
        pair.refusesAll(wrong);
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] side(BigInteger r, BigInteger s) {
        return joined(bytes(r, 32), bytes(s, 32));
    }

    private static byte[] bytes(BigInteger number, int length) {
        byte[] all = number.toByteArray();
        byte[] fixed = new byte[length];
        int copied = Math.min(all.length, length);
        System.arraycopy(all, all.length - copied, fixed, length - copied, copied);
        return fixed;
    }

    private static byte[] little(BigInteger number) {
        return reversed(bytes(number, 32));
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] turned = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            turned[i] = bytes[bytes.length - 1 - i];
        }
        return turned;
    }

    private static byte[] padded(int type, int padding, byte[] info) {
        byte[] block = new byte[256];
        Arrays.fill(block, (byte) padding);
        block[0] = 0;
        block[1] = (byte) type;
        block[255 - info.length] = 0;
        System.arraycopy(info, 0, block, 256 - info.length, info.length);
        return block;
    }

    /// The private operation on a block as it is.
    private static byte[] raw(Pair pair, byte[] block) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("RSA/ECB/NoPadding");
        cipher.init(
                Cipher.ENCRYPT_MODE,
                Engine.ofJdk()
                        .privateKey(
                                Algorithm.RS256,
                                Optional.ofNullable(pair.secret().getEncoded()).orElseThrow()));
        return cipher.doFinal(block);
    }
}
