package dev.keystead.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// What signatures by P-256 cost when nothing is around them: by the provider that the server uses, where its file
/// is found, and by the JDK's elsewhere.
final class BareSignatures {
    private static final String ALGORITHM = "SHA256withECDSAinP1363Format";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /// As long as what is signed of a token.
    private static final int MESSAGE = 400;

    private final Provider provider;
    private final PrivateKey secret;
    private final PublicKey open;
    private final byte[] message = new byte[MESSAGE];
    private final byte[] signed;

    private BareSignatures(Provider provider) throws GeneralSecurityException {
        this.provider = provider;
        HolderKey key = new HolderKey();
        // Keys that are the provider's own: it would turn others into such each time.
        KeyFactory factory = KeyFactory.getInstance("EC", provider);
        this.secret = factory.generatePrivate(
                new PKCS8EncodedKeySpec(key.pair().getPrivate().getEncoded()));
        this.open = factory.generatePublic(
                new X509EncodedKeySpec(key.pair().getPublic().getEncoded()));
        this.signed = sign();
    }

    /// CPU milliseconds.
    record Cost(double sign, double verify) {}

    /// @param libraries the folder with the libraries of the server
    static BareSignatures of(Path libraries) {
        Provider chosen = Security.getProviders("Signature." + ALGORITHM)[0];
        for (Provider offered : ServiceLoader.load(Provider.class, new URLClassLoader(jars(libraries)))) {
            if (offered.getService("Signature", ALGORITHM) != null && offered.getService("KeyFactory", "EC") != null) {
                chosen = offered;
                break;
            }
        }
        try {
            return new BareSignatures(chosen);
        } catch (GeneralSecurityException broken) {
            throw new Refusal("Signatures by " + chosen.getName() + " do not work here: " + broken.getMessage());
        }
    }

    /// Amazon's provider is found by the name of its file: nothing else of the server's is loaded here.
    private static URL[] jars(Path libraries) {
        List<URL> jars = new ArrayList<>();
        if (Files.isDirectory(libraries)) {
            try (DirectoryStream<Path> found =
                    Files.newDirectoryStream(libraries, "AmazonCorrettoCryptoProvider-*.jar")) {
                for (Path jar : found) {
                    jars.add(jar.toUri().toURL());
                }
            } catch (MalformedURLException impossible) {
                throw new IllegalStateException("Every path is an address.", impossible);
            } catch (IOException unreadable) {
                throw new Refusal("The folder " + libraries + " cannot be read: " + Refusal.reasonOf(unreadable) + ".");
            }
        }
        return jars.toArray(URL[]::new);
    }

    String provider() {
        return provider.getName() + " " + provider.getVersionStr();
    }

    private byte[] sign() throws GeneralSecurityException {
        Signature signature = Signature.getInstance(ALGORITHM, provider);
        signature.initSign(secret);
        signature.update(message);
        return signature.sign();
    }

    private void verify() throws GeneralSecurityException {
        Signature signature = Signature.getInstance(ALGORITHM, provider);
        signature.initVerify(open);
        signature.update(message);
        if (!signature.verify(signed)) {
            throw new SecurityException("a right signature was refused");
        }
    }

    /// Works on as many threads as the load does, so that neighbours on a core slow both alike.
    Cost measure(int times, int threads) throws InterruptedException {
        return new Cost(measure(times, threads, this::sign), measure(times, threads, () -> {
            verify();
            return signed;
        }));
    }

    private static double measure(int times, int threads, Callable<byte[]> deed) throws InterruptedException {
        int each = Math.max(1, times / threads);
        Callable<Long> share = () -> {
            long begun = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < each; i++) {
                deed.call();
            }
            return THREADS.getCurrentThreadCpuTime() - begun;
        };
        try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
            long nanos = 0;
            for (Future<Long> done : workers.invokeAll(Collections.nCopies(threads, share))) {
                nanos += done.get();
            }
            return nanos / 1e6 / ((double) each * threads);
        } catch (ExecutionException fault) {
            throw new IllegalStateException("A signature could not be made or checked.", fault.getCause());
        }
    }
}
