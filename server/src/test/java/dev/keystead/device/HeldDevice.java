package dev.keystead.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.oauth.HolderKey;
import dev.keystead.platform.json.Json;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.Signature;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/// A device that a person holds, with its key, as its program would use it.
public final class HeldDevice {
    public static final String ALL = "/v1/me/devices";

    private final Client client;
    private final HolderKey key;
    private final String id;

    private HeldDevice(Client client, HolderKey key, String id) {
        this.client = client;
        this.key = key;
        this.id = id;
    }

    public static HeldDevice register(Client client, String algorithm) {
        return register(client, HolderKey.of(algorithm));
    }

    public static HeldDevice register(Client client, HolderKey key) {
        Answer made = client.post(ALL, wish(key));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return new HeldDevice(client, key, made.id());
    }

    public static String wish(HolderKey key) {
        return Json.text(Map.of("name", "Laptop", "jwk", key.jwk()));
    }

    /// One that is trusted.
    public static HeldDevice trusted(Client client, String algorithm) {
        return trusted(client, HolderKey.of(algorithm));
    }

    public static HeldDevice trusted(Client client, HolderKey key) {
        HeldDevice device = register(client, key);
        Answer verified = device.verify();
        assertThat(verified.status()).as(verified.text()).isEqualTo(200);
        return device;
    }

    public HeldDevice as(Client other) {
        return new HeldDevice(other, key, id);
    }

    public HolderKey key() {
        return key;
    }

    public String id() {
        return id;
    }

    public String path() {
        return ALL + "/" + id;
    }

    public Answer read() {
        return client.get(path());
    }

    public Answer revoke() {
        return client.delete(path());
    }

    public Answer challenge() {
        return client.post(path() + ":challenge");
    }

    public Answer verify() {
        return verify(challenge());
    }

    public Answer verify(Answer challenge) {
        return client.post(path() + ":verify", Json.text(proof(challenge, key)));
    }

    public Answer verify(Map<String, String> proof) {
        return client.post(path() + ":verify", Json.text(proof));
    }

    /// What answers a challenge.
    public Map<String, String> proof(Answer challenge, HolderKey signing) {
        assertThat(challenge.status()).as(challenge.text()).isEqualTo(200);
        var proof = new LinkedHashMap<String, String>();
        proof.put("nonce", challenge.json().path("nonce").asString());
        proof.put("signature", sign(signing, challenge.json().path("message").asString()));
        return proof;
    }

    /// In DER for P-256, as OpenSSL signs.
    public static String sign(HolderKey key, String message) {
        try {
            Signature signature = Signature.getInstance(algorithm(key));
            signature.initSign(key.pair().getPrivate());
            signature.update(message.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String algorithm(HolderKey key) {
        return switch (key.algorithm()) {
            case "ES256" -> "SHA256withECDSA";
            case "EdDSA" -> "Ed25519";
            default -> "SHA256withRSA";
        };
    }

    public static String csr(HolderKey key) {
        try {
            var builder = new JcaPKCS10CertificationRequestBuilder(
                    new X500Name("CN=whatever I like"), key.pair().getPublic());
            var text = new StringWriter();
            try (var pem = new JcaPEMWriter(text)) {
                pem.writeObject(builder.build(new JcaContentSignerBuilder(algorithm(key))
                        .build(key.pair().getPrivate())));
            }
            return text.toString();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /// Asks for a certificate with its own request and a proof of now.
    public Answer certify() {
        return certify(csr(key));
    }

    public Answer certify(String csr) {
        return certify(csr, proof(challenge(), key));
    }

    public Answer certify(String csr, Map<String, String> proof) {
        var body = new LinkedHashMap<>(proof);
        body.put("csr", csr);
        return client.post(path() + "/certificates", Json.text(body));
    }

    /// A certificate that it got.
    public Answer certified() {
        Answer made = certify();
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made;
    }
}
