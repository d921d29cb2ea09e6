package dev.keystead.key;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.amazon.corretto.crypto.provider.SelfTestStatus;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What computes signatures: native code where it loads, the JDK elsewhere. Both make and accept the same
/// bytes.
///
/// The native provider is asked by name of the object and never installed, so that nothing else in the
/// process changes its ways.
public final class Engine {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final int RSA_BITS = 2048;

    private static final PSSParameterSpec PSS =
            new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1);

    private final String name;
    private final Map<Algorithm, Tools> tools;

    private Engine(String name, Map<Algorithm, Tools> tools) {
        this.name = name;
        this.tools = tools;
    }

    /// Who does what for one algorithm.
    private record Tools(Provider signatures, Provider factories, Provider generators) {}

    /// The engine of this process, chosen when it is first needed.
    public static Engine ofThisProcess() {
        return Chosen.ENGINE;
    }

    private static final class Chosen {
        private static final Engine ENGINE = fastest();
    }

    /// The fastest engine of this machine; the log says which.
    private static Engine fastest() {
        Optional<Engine> found = findNative();
        Engine engine = found.orElseGet(Engine::ofJdk);
        LOG.atInfo().addKeyValue("engine", engine.name).log("the engine for signatures was chosen");
        return engine;
    }

    static Engine ofJdk() {
        return new Engine("JDK", toolsOf(Optional.empty()));
    }

    /// Amazon's provider, if its native part is made for this machine and works.
    static Optional<Engine> findNative() {
        try {
            AmazonCorrettoCryptoProvider corretto = AmazonCorrettoCryptoProvider.INSTANCE;
            Throwable failure = corretto.getLoadingError();
            if (failure == null && corretto.runSelfTests() == SelfTestStatus.PASSED) {
                return Optional.of(new Engine(
                        corretto.getName() + " " + corretto.getVersionStr(), toolsOf(Optional.of(corretto))));
            }
            LOG.atWarn().setCause(failure).log("the native signatures do not work here");
        } catch (LinkageError e) {
            LOG.atWarn().setCause(e).log("the native signatures cannot be loaded here");
        }
        return Optional.empty();
    }

    private static Map<Algorithm, Tools> toolsOf(Optional<Provider> preferred) {
        var tools = new EnumMap<Algorithm, Tools>(Algorithm.class);
        for (Algorithm algorithm : Algorithm.values()) {
            tools.put(
                    algorithm,
                    new Tools(
                            offering(preferred, "Signature", signatureName(algorithm)),
                            offering(preferred, "KeyFactory", keyName(algorithm)),
                            offering(preferred, "KeyPairGenerator", keyName(algorithm))));
        }
        return tools;
    }

    /// The preferred provider where it has what is needed, and the JDK's where it has not.
    private static Provider offering(Optional<Provider> preferred, String kind, String algorithm) {
        return preferred
                .filter(provider -> provider.getService(kind, algorithm) != null)
                .orElseGet(() -> Security.getProviders(kind + "." + algorithm)[0]);
    }

    private static String signatureName(Algorithm algorithm) {
        return switch (algorithm) {
            case RS256 -> "SHA256withRSA";
            case PS256 -> "RSASSA-PSS";
            // Two numbers side by side, as RFC 7518 §3.4 has them.
            case ES256 -> "SHA256withECDSAinP1363Format";
            case EDDSA -> "Ed25519";
        };
    }

    private static String keyName(Algorithm algorithm) {
        return switch (algorithm) {
            case RS256, PS256 -> "RSA";
            case ES256 -> "EC";
            case EDDSA -> "Ed25519";
        };
    }

    String name() {
        return name;
    }

    /// Who checks signatures fastest, for libraries that ask for a provider. It has what our own algorithms need, and
    /// not all that the JDK has.
    public Provider verifying(Algorithm algorithm) {
        return tools(algorithm).signatures();
    }

    public KeyPair generate(Algorithm algorithm) {
        try {
            var generator = KeyPairGenerator.getInstance(
                    keyName(algorithm), tools(algorithm).generators());
            Optional<AlgorithmParameterSpec> size = switch (algorithm) {
                case RS256, PS256 -> Optional.of(new RSAKeyGenParameterSpec(RSA_BITS, RSAKeyGenParameterSpec.F4));
                case ES256 -> Optional.of(new ECGenParameterSpec("secp256r1"));
                case EDDSA -> Optional.empty();
            };
            if (size.isPresent()) {
                generator.initialize(size.get());
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(algorithm + " keys can be made on every JDK", e);
        }
    }

    public PrivateKey privateKey(Algorithm algorithm, byte[] pkcs8) {
        try {
            return factory(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("not a private key for " + algorithm, e);
        }
    }

    public PublicKey publicKey(Algorithm algorithm, byte[] x509) {
        try {
            return factory(algorithm).generatePublic(new X509EncodedKeySpec(x509));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("not a public key for " + algorithm, e);
        }
    }

    public byte[] sign(Algorithm algorithm, PrivateKey key, byte[] message) {
        try {
            Signature signature = signature(algorithm);
            signature.initSign(key);
            signature.update(message);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key does not sign by " + algorithm, e);
        }
    }

    /// Whether the signature is the key's on this message. A malformed one is wrong like any other.
    public boolean verify(Algorithm algorithm, PublicKey key, byte[] message, byte[] signed) {
        try {
            Signature signature = signature(algorithm);
            signature.initVerify(key);
            signature.update(message);
            return signature.verify(signed);
        } catch (SignatureException _) {
            return false;
        } catch (InvalidKeyException e) {
            throw new IllegalStateException("not a public key for " + algorithm, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("signatures by " + algorithm + " cannot be checked", e);
        }
    }

    private Signature signature(Algorithm algorithm) throws GeneralSecurityException {
        Signature signature =
                Signature.getInstance(signatureName(algorithm), tools(algorithm).signatures());
        if (algorithm == Algorithm.PS256) {
            signature.setParameter(PSS);
        }
        return signature;
    }

    /// What makes keys that this engine takes.
    public KeyFactory factory(Algorithm algorithm) throws GeneralSecurityException {
        return KeyFactory.getInstance(keyName(algorithm), tools(algorithm).factories());
    }

    private Tools tools(Algorithm algorithm) {
        return Optional.ofNullable(tools.get(algorithm)).orElseThrow();
    }
}
