package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.spec.MGF1ParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;
import javax.crypto.spec.SecretKeySpec;
import org.w3c.dom.Element;

/// Opens what an identity provider encrypted for us (XML Encryption 1.1).
///
/// All that can be wrong with what is encrypted is refused alike: whoever sends the same message with small
/// changes, again and again, learns nothing from the answers.
final class Decryption {
    private static final String OAEP = Xml.ENCRYPTION + "rsa-oaep-mgf1p";
    private static final String OAEP11 = Xml.ENCRYPTION11 + "rsa-oaep";
    private static final int MOST_KEYS = 8;
    private static final int TAG_BITS = 128;
    private static final int GCM_IV = 12;
    private static final int CBC_IV = 16;

    /// How a text is encrypted.
    private record Method(int keyBytes, boolean gcm) {}

    private static final Map<String, Method> METHODS = Map.of(
            Xml.ENCRYPTION11 + "aes128-gcm", new Method(16, true),
            Xml.ENCRYPTION11 + "aes256-gcm", new Method(32, true),
            Xml.ENCRYPTION + "aes128-cbc", new Method(16, false),
            Xml.ENCRYPTION + "aes256-cbc", new Method(32, false));

    private static final Map<String, String> DIGESTS = Map.of(
            Xml.SIGNATURE + "sha1",
            "SHA-1",
            Xml.ENCRYPTION + "sha256",
            "SHA-256",
            "http://www.w3.org/2001/04/xmldsig-more#sha384",
            "SHA-384",
            Xml.ENCRYPTION + "sha512",
            "SHA-512");

    private static final Map<String, MGF1ParameterSpec> MASKS = Map.of(
            Xml.ENCRYPTION11 + "mgf1sha1", MGF1ParameterSpec.SHA1,
            Xml.ENCRYPTION11 + "mgf1sha256", MGF1ParameterSpec.SHA256,
            Xml.ENCRYPTION11 + "mgf1sha384", MGF1ParameterSpec.SHA384,
            Xml.ENCRYPTION11 + "mgf1sha512", MGF1ParameterSpec.SHA512);

    private final List<PrivateKey> keys;

    /// @param keys ours, of which any may have been encrypted for
    Decryption(List<PrivateKey> keys) {
        this.keys = List.copyOf(keys);
    }

    /// The element that an EncryptedAssertion or EncryptedID holds.
    ///
    /// @param proven whether a signature over all of it was checked before
    Element open(Element wrapper, boolean proven) throws SamlRefused {
        Element data = Xml.child(wrapper, Xml.ENCRYPTION, "EncryptedData");
        String algorithm = algorithm(data);
        Optional<Method> method = Optional.ofNullable(METHODS.get(algorithm));
        if (method.isEmpty()) {
            throw new SamlRefused(Reason.ALGORITHM, "encrypted by " + algorithm);
        }
        if (!method.get().gcm() && !proven) {
            throw new SamlRefused(
                    Reason.ALGORITHM, "encrypted by " + algorithm + " in a response that is not signed as a whole");
        }
        byte[] sealed = cipherValue(data);
        for (Element encryptedKey : encryptedKeys(wrapper, data)) {
            OAEPParameterSpec padding = padding(encryptedKey);
            byte[] wrapped = cipherValue(encryptedKey);
            for (PrivateKey key : keys) {
                Optional<byte[]> plain = secret(key, padding, wrapped, method.get())
                        .flatMap(secret -> decrypt(secret, sealed, method.get()));
                if (plain.isPresent()) {
                    return Xml.message(plain.get());
                }
            }
        }
        throw new SamlRefused(Reason.ENCRYPTION, "it cannot be decrypted");
    }

    /// With the text that they open, or beside it.
    private static List<Element> encryptedKeys(Element wrapper, Element data) throws SamlRefused {
        var found = new ArrayList<Element>();
        Optional<Element> info = Xml.find(data, Xml.SIGNATURE, "KeyInfo");
        if (info.isPresent()) {
            found.addAll(Xml.children(info.get(), Xml.ENCRYPTION, "EncryptedKey"));
        }
        found.addAll(Xml.children(wrapper, Xml.ENCRYPTION, "EncryptedKey"));
        if (found.size() > MOST_KEYS) {
            throw new SamlRefused(Reason.TOO_LARGE, "encrypted for " + found.size());
        }
        return found;
    }

    private static String algorithm(Element encrypted) throws SamlRefused {
        return Xml.require(Xml.child(encrypted, Xml.ENCRYPTION, "EncryptionMethod"), "Algorithm");
    }

    private static byte[] cipherValue(Element encrypted) throws SamlRefused {
        Element data = Xml.child(encrypted, Xml.ENCRYPTION, "CipherData");
        return Xml.base64(Xml.text(Xml.child(data, Xml.ENCRYPTION, "CipherValue")));
    }

    private static OAEPParameterSpec padding(Element encryptedKey) throws SamlRefused {
        String algorithm = algorithm(encryptedKey);
        if (!algorithm.equals(OAEP) && !algorithm.equals(OAEP11)) {
            throw new SamlRefused(Reason.ALGORITHM, "a key is encrypted by " + algorithm);
        }
        Element method = Xml.child(encryptedKey, Xml.ENCRYPTION, "EncryptionMethod");
        String digest = named(method, Xml.SIGNATURE, "DigestMethod", Xml.SIGNATURE + "sha1");
        String mask = named(method, Xml.ENCRYPTION11, "MGF", Xml.ENCRYPTION11 + "mgf1sha1");
        Optional<byte[]> source = Optional.empty();
        Optional<Element> params = Xml.find(method, Xml.ENCRYPTION, "OAEPparams");
        if (params.isPresent()) {
            source = Optional.of(Xml.base64(Xml.text(params.get())));
        }
        if (!DIGESTS.containsKey(digest) || !MASKS.containsKey(mask)) {
            throw new SamlRefused(Reason.ALGORITHM, "a key is encrypted with " + digest + " and " + mask);
        }
        return new OAEPParameterSpec(
                DIGESTS.get(digest),
                "MGF1",
                MASKS.get(mask),
                source.map(PSource.PSpecified::new).orElse(PSource.PSpecified.DEFAULT));
    }

    private static String named(Element method, String namespace, String name, String usual) throws SamlRefused {
        Optional<Element> found = Xml.find(method, namespace, name);
        return found.isPresent() ? Xml.require(found.get(), "Algorithm") : usual;
    }

    private static Optional<SecretKey> secret(
            PrivateKey key, OAEPParameterSpec padding, byte[] wrapped, Method method) {
        try {
            Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
            cipher.init(Cipher.DECRYPT_MODE, key, padding);
            byte[] secret = cipher.doFinal(wrapped);
            return secret.length == method.keyBytes()
                    ? Optional.of(new SecretKeySpec(secret, "AES"))
                    : Optional.empty();
        } catch (GeneralSecurityException _) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> decrypt(SecretKey secret, byte[] sealed, Method method) {
        int head = method.gcm() ? GCM_IV : CBC_IV;
        if (sealed.length <= head) {
            return Optional.empty();
        }
        byte[] iv = Arrays.copyOf(sealed, head);
        try {
            Cipher cipher = Cipher.getInstance(method.gcm() ? "AES/GCM/NoPadding" : "AES/CBC/ISO10126Padding");
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    secret,
                    method.gcm() ? new GCMParameterSpec(TAG_BITS, iv) : new IvParameterSpec(iv));
            return Optional.of(cipher.doFinal(sealed, head, sealed.length - head));
        } catch (GeneralSecurityException _) {
            return Optional.empty();
        }
    }
}
