package dev.keystead.key;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.util.Base64URL;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// Prints what signatures cost on this machine, by algorithm and engine: as the product makes them, and by
/// Nimbus' signers with the same provider. Not a test: it is run by hand, after a build, with `java
/// --enable-native-access=ALL-UNNAMED -cp server/target/test-classes:cli/target/keystead.jar` and this class.
final class SigningFigures {
    private static final int ROUNDS = 7;
    private static final byte[] MESSAGE = "a".repeat(700).getBytes(StandardCharsets.US_ASCII);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private SigningFigures() {}

    public static void main(String[] arguments) throws Exception {
        System.out.println("CPU microseconds, least of " + ROUNDS + " rounds, 700 bytes");
        engine(Engine.ofJdk(), Optional.empty());
        Optional<Engine> fast = Engine.findNative();
        if (fast.isPresent()) {
            engine(fast.get(), Optional.of(AmazonCorrettoCryptoProvider.INSTANCE));
        }
    }

    private interface Deed {
        void run() throws Exception;
    }

    private static void engine(Engine engine, Optional<Provider> provider) throws Exception {
        for (Algorithm algorithm : Algorithm.values()) {
            KeyPair made = engine.generate(algorithm);
            PrivateKey secret = engine.privateKey(algorithm, made.getPrivate().getEncoded());
            PublicKey open = engine.publicKey(algorithm, made.getPublic().getEncoded());
            byte[] signature = engine.sign(algorithm, secret, MESSAGE);
            print(engine, algorithm, "sign", () -> engine.sign(algorithm, secret, MESSAGE));
            print(engine, algorithm, "verify", () -> engine.verify(algorithm, open, MESSAGE, signature));
            if (algorithm != Algorithm.EDDSA) {
                nimbus(engine, algorithm, provider, secret, open);
            }
            var key = new SigningKey(engine, algorithm, "sgk_01kfigures", secret);
            var claims = Map.of("sub", "usr_01kfigures", "iat", 1_800_000_000L, "scope", "a".repeat(400));
            print(engine, algorithm, "whole token", () -> key.sign("at+jwt", claims));
        }
    }

    private static void nimbus(
            Engine engine, Algorithm algorithm, Optional<Provider> provider, PrivateKey secret, PublicKey open)
            throws Exception {
        var header = new JWSHeader.Builder(algorithm.jws()).keyID("k").build();
        JWSSigner signer = signer(algorithm, secret);
        JWSVerifier verifier = verifier(algorithm, open);
        provider.ifPresent(signer.getJCAContext()::setProvider);
        provider.ifPresent(verifier.getJCAContext()::setProvider);
        Base64URL signature = signer.sign(header, MESSAGE);
        print(engine, algorithm, "sign by Nimbus", () -> signer.sign(header, MESSAGE));
        print(engine, algorithm, "verify by Nimbus", () -> verifier.verify(header, MESSAGE, signature));
    }

    private static JWSSigner signer(Algorithm algorithm, PrivateKey key) throws JOSEException {
        return algorithm == Algorithm.ES256 ? new ECDSASigner(key, Curve.P_256) : new RSASSASigner(key);
    }

    private static JWSVerifier verifier(Algorithm algorithm, PublicKey key) throws JOSEException {
        return algorithm == Algorithm.ES256
                ? new ECDSAVerifier((ECPublicKey) key)
                : new RSASSAVerifier((RSAPublicKey) key);
    }

    private static void print(Engine engine, Algorithm algorithm, String deed, Deed work) throws Exception {
        round(work, 300_000_000L);
        var rounds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            rounds[i] = round(work, 100_000_000L);
        }
        Arrays.sort(rounds);
        System.out.printf("%-36s %-6s %-17s %8.1f%n", engine.name(), algorithm.word(), deed, rounds[0]);
    }

    /// Works for so much time of the processor, and answers the microseconds of one deed.
    private static double round(Deed work, long nanos) throws Exception {
        long begun = THREADS.getCurrentThreadCpuTime();
        long spent = 0;
        int times = 0;
        while (spent < nanos) {
            for (int i = 0; i < 20; i++) {
                work.run();
            }
            times += 20;
            spent = THREADS.getCurrentThreadCpuTime() - begun;
        }
        return spent / 1e3 / times;
    }
}
