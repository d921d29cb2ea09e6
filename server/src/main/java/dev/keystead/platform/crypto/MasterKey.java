package dev.keystead.platform.crypto;

import dev.keystead.platform.start.StartRefused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;

/// The installation's master key: 32 bytes that never leave this class. All nodes of an installation share
/// it.
public final class MasterKey {
    /// Stored beside what a key made, so that a later master key can be told from this one.
    public static final int VERSION = 1;

    private static final int LENGTH = 32;

    private final byte[] bytes;

    private MasterKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /// The key of the configuration, or the one in the data folder, which is made at the first start.
    public static MasterKey load(Optional<byte[]> configured, Path dataFolder) {
        return configured.map(MasterKey::of).orElseGet(() -> read(dataFolder.resolve("master.key")));
    }

    /// A key that the caller has.
    public static MasterKey of(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new StartRefused("A master key has 32 bytes (make one with: openssl rand -base64 32).");
        }
        return new MasterKey(bytes.clone());
    }

    private static MasterKey read(Path file) {
        try {
            if (Files.notExists(file)) {
                make(file);
            }
            // Read as bytes: a damaged file need not even be text.
            byte[] bytes = Base64.getDecoder()
                    .decode(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip());
            if (bytes.length != LENGTH) {
                throw new StartRefused(damaged(file, "does not hold 32 bytes"));
            }
            return new MasterKey(bytes);
        } catch (IllegalArgumentException e) {
            throw new StartRefused(damaged(file, "is not base64"), e);
        } catch (IOException e) {
            throw new StartRefused(
                    "The master key " + file + " cannot be read or made (" + e.getMessage()
                            + "); make the folder writable or give --data-dir.",
                    e);
        }
    }

    /// A key from a backup is the only cure: a new one could not read what the lost one encrypted.
    private static String damaged(Path file, String what) {
        return "The master key " + file + " " + what
                + "; restore it from a backup, as data that it encrypted is lost without it.";
    }

    /// Written beside and moved into place, so that a crash never leaves half a key.
    private static void make(Path file) throws IOException {
        var bytes = new byte[LENGTH];
        new SecureRandom().nextBytes(bytes);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path draft = Files.createTempFile(
                file.toAbsolutePath().getParent(),
                "master",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(draft, Base64.getEncoder().encodeToString(bytes) + "\n", StandardOpenOption.SYNC);
        try {
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException another) {
            // A second node on the same folder was faster: its key is the installation's key.
        } finally {
            Files.delete(draft);
        }
    }

    /// A key for one purpose. The same purpose gives the same key on every node.
    SecretKey derive(String algorithm, String purpose) {
        try {
            KDF hkdf = KDF.getInstance("HKDF-SHA256");
            return hkdf.deriveKey(
                    algorithm,
                    HKDFParameterSpec.ofExtract()
                            .addIKM(bytes)
                            .thenExpand(("keystead/" + purpose).getBytes(StandardCharsets.UTF_8), 32));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HKDF-SHA256 is part of every JDK 25", e);
        }
    }

    /// HMAC-SHA-256 under a key of its own for this purpose.
    public Mac mac(String purpose) {
        return new Mac(derive("HmacSHA256", purpose));
    }

    /// Encryption under a key of its own for this purpose.
    public Sealer sealer(String purpose) {
        return new Sealer(derive("AES", purpose), purpose);
    }

    /// Envelope encryption under a key of its own for this purpose.
    ///
    /// @param purpose the column that holds the values, such as `oauth.signing_keys.private_key`
    public Envelope envelope(String purpose) {
        return new Envelope(derive("AES", "envelope/" + purpose), purpose);
    }

    /// A password that every node can derive, for roles that the installation makes for itself.
    public String password(String purpose) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(mac("password/" + purpose).of("1"));
    }
}
