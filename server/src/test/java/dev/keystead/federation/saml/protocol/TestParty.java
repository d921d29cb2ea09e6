package dev.keystead.federation.saml.protocol;

import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;
import javax.crypto.spec.SecretKeySpec;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfo;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/// An identity provider for tests, with a key of its own: it signs and encrypts whatever it is told to.
public final class TestParty {
    public static final String RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
    public static final String SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";

    private final KeyPair pair;
    private final X509Certificate certificate;

    private TestParty(KeyPair pair, String signature) throws Exception {
        this.pair = pair;
        var name = new X500Name("CN=an identity provider of the tests");
        Instant now = Instant.now();
        var builder = new JcaX509v3CertificateBuilder(
                name,
                BigInteger.valueOf(now.toEpochMilli()),
                Date.from(now.minus(Duration.ofDays(1))),
                Date.from(now.plus(Duration.ofDays(1))),
                name,
                pair.getPublic());
        this.certificate = new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder(signature).build(pair.getPrivate())));
    }

    public static TestParty rsa(int bits) {
        return unchecked(() -> {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(bits);
            return new TestParty(generator.generateKeyPair(), "SHA256withRSA");
        });
    }

    static TestParty ec(int bits) {
        return unchecked(() -> {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(bits);
            return new TestParty(generator.generateKeyPair(), "SHA256withECDSA");
        });
    }

    public KeyPair pair() {
        return pair;
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public Credential credential() {
        return new Credential(pair.getPrivate(), certificate);
    }

    /// How something is signed.
    ///
    /// @param uri what the reference names; by default the element itself
    public record Signing(
            String method,
            String digest,
            List<String> transforms,
            String canonicalisation,
            @Nullable String uri,
            int references,
            @Nullable Key key) {
        public static final Signing USUAL = new Signing(
                RSA_SHA256,
                SHA256,
                List.of(Transform.ENVELOPED, SignatureCheck.EXCLUSIVE),
                SignatureCheck.EXCLUSIVE,
                null,
                1,
                null);

        Signing withMethod(String changed) {
            return new Signing(changed, digest, transforms, canonicalisation, uri, references, key);
        }

        Signing withDigest(String changed) {
            return new Signing(method, changed, transforms, canonicalisation, uri, references, key);
        }

        Signing withTransforms(List<String> changed) {
            return new Signing(method, digest, changed, canonicalisation, uri, references, key);
        }

        Signing withCanonicalisation(String changed) {
            return new Signing(method, digest, transforms, changed, uri, references, key);
        }

        Signing withUri(String changed) {
            return new Signing(method, digest, transforms, canonicalisation, changed, references, key);
        }

        Signing withReferences(int changed) {
            return new Signing(method, digest, transforms, canonicalisation, uri, changed, key);
        }

        Signing withKey(Key changed) {
            return new Signing(method, digest, transforms, canonicalisation, uri, references, changed);
        }
    }

    /// Signs the element with the id, in place, after its issuer.
    public String sign(String xml, String id) {
        return sign(xml, id, Signing.USUAL);
    }

    String sign(String xml, String id, Signing signing) {
        return unchecked(() -> {
            Document document = parse(xml);
            Element element = byId(document.getDocumentElement(), id);
            mark(document.getDocumentElement());
            XMLSignatureFactory factory = XMLSignatureFactory.getInstance("DOM");
            var references = new ArrayList<Reference>();
            for (int i = 0; i < signing.references(); i++) {
                var transforms = new ArrayList<Transform>();
                for (String transform : signing.transforms()) {
                    transforms.add(factory.newTransform(transform, (TransformParameterSpec) null));
                }
                references.add(factory.newReference(
                        signing.uri() == null ? "#" + id : signing.uri(),
                        factory.newDigestMethod(signing.digest(), null),
                        transforms,
                        null,
                        null));
            }
            var info = factory.newSignedInfo(
                    factory.newCanonicalizationMethod(signing.canonicalisation(), (C14NMethodParameterSpec) null),
                    factory.newSignatureMethod(signing.method(), null),
                    references);
            KeyInfoFactory keys = factory.getKeyInfoFactory();
            KeyInfo keyInfo = keys.newKeyInfo(List.of(keys.newX509Data(List.of(certificate))));
            Element issuer = Xml.children(element, Xml.ASSERTION, "Issuer").getFirst();
            var context = new DOMSignContext(
                    signing.key() == null ? pair.getPrivate() : signing.key(), element, issuer.getNextSibling());
            context.setDefaultNamespacePrefix("ds");
            context.setProperty("org.jcp.xml.dsig.secureValidation", false);
            factory.newXMLSignature(info, keyInfo).sign(context);
            return serialise(document);
        });
    }

    private static Element byId(Element element, String id) {
        if (element.getAttribute("ID").equals(id)) {
            return element;
        }
        return Xml.children(element).stream()
                .map(child -> byId(child, id))
                .filter(found -> found.getAttribute("ID").equals(id))
                .findFirst()
                .orElse(element);
    }

    private static void mark(Element element) {
        if (element.hasAttribute("ID")) {
            element.setIdAttribute("ID", true);
        }
        Xml.children(element).forEach(TestParty::mark);
    }

    public static Document parse(String xml) {
        return unchecked(() -> DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml))));
    }

    public static String serialise(Document document) {
        return unchecked(() -> {
            Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
            transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            var text = new StringWriter();
            transformer.transform(new DOMSource(document), new StreamResult(text));
            return text.toString();
        });
    }

    /// How something is encrypted.
    public record Encrypting(String method, String keyTransport, String cipher, int keyBytes) {
        public static final Encrypting GCM = new Encrypting(
                Xml.ENCRYPTION11 + "aes256-gcm", Xml.ENCRYPTION + "rsa-oaep-mgf1p", "RSA/ECB/OAEPPadding", 32);
        public static final Encrypting CBC = new Encrypting(
                Xml.ENCRYPTION + "aes128-cbc", Xml.ENCRYPTION + "rsa-oaep-mgf1p", "RSA/ECB/OAEPPadding", 16);
        public static final Encrypting PKCS1 =
                new Encrypting(Xml.ENCRYPTION11 + "aes256-gcm", Xml.ENCRYPTION + "rsa-1_5", "RSA/ECB/PKCS1Padding", 32);
    }

    /// What takes the place of an element that is encrypted.
    ///
    /// @param wrapper EncryptedAssertion or EncryptedID
    public static String encrypt(String wrapper, String plain, PublicKey receiver, Encrypting encrypting) {
        return unchecked(() -> {
            var random = new SecureRandom();
            var secret = new byte[encrypting.keyBytes()];
            random.nextBytes(secret);
            boolean gcm = encrypting.method().endsWith("gcm");
            var iv = new byte[gcm ? 12 : 16];
            random.nextBytes(iv);
            Cipher cipher = Cipher.getInstance(gcm ? "AES/GCM/NoPadding" : "AES/CBC/ISO10126Padding");
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(secret, "AES"),
                    gcm ? new GCMParameterSpec(128, iv) : new IvParameterSpec(iv));
            byte[] body = cipher.doFinal(plain.getBytes(StandardCharsets.UTF_8));
            var sealed = new byte[iv.length + body.length];
            System.arraycopy(iv, 0, sealed, 0, iv.length);
            System.arraycopy(body, 0, sealed, iv.length, body.length);
            Cipher transport = Cipher.getInstance(encrypting.cipher());
            if (encrypting.cipher().contains("OAEP")) {
                transport.init(
                        Cipher.ENCRYPT_MODE,
                        receiver,
                        new OAEPParameterSpec("SHA-1", "MGF1", MGF1ParameterSpec.SHA1, PSource.PSpecified.DEFAULT));
            } else {
                transport.init(Cipher.ENCRYPT_MODE, receiver);
            }
            String key = Base64.getEncoder().encodeToString(transport.doFinal(secret));
            return """
                    <saml:%s xmlns:saml="%s"><xenc:EncryptedData xmlns:xenc="%s" Type="%sElement">\
                    <xenc:EncryptionMethod Algorithm="%s"/><ds:KeyInfo xmlns:ds="%s"><xenc:EncryptedKey>\
                    <xenc:EncryptionMethod Algorithm="%s"/><xenc:CipherData><xenc:CipherValue>%s</xenc:CipherValue>\
                    </xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>%s\
                    </xenc:CipherValue></xenc:CipherData></xenc:EncryptedData></saml:%s>""".formatted(
                            wrapper,
                            Xml.ASSERTION,
                            Xml.ENCRYPTION,
                            Xml.ENCRYPTION,
                            encrypting.method(),
                            Xml.SIGNATURE,
                            encrypting.keyTransport(),
                            key,
                            Base64.getEncoder().encodeToString(sealed),
                            wrapper);
        });
    }

    private interface Risky<T> {
        T call() throws Exception;
    }

    private static <T> T unchecked(Risky<T> risky) {
        try {
            return risky.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
