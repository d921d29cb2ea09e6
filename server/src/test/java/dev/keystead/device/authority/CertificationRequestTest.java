package dev.keystead.device.authority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.device.HeldDevice;
import dev.keystead.device.Pem;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.oauth.HolderKey;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.io.StringWriter;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.junit.jupiter.api.Test;

/// What devices ask for certificates with.
class CertificationRequestTest {
    private static final String REQUEST = "CERTIFICATE REQUEST";

    private final Town town = Town.make();
    private final Person ada = town.person("ada");
    private final Client client = Insider.enter(
                    town.server(), town.place().workspace(), town.place().slug(), ada.id())
            .api();

    @Test
    void requestsThatAreNoneAreRefused() throws Exception {
        HeldDevice device = HeldDevice.trusted(client, "ES256");
        byte[] right = Pem.decode(REQUEST, HeldDevice.csr(device.key())).orElseThrow();
        byte[] trailing = Arrays.copyOf(right, right.length + 1);
        byte[] cut = Arrays.copyOf(right, right.length - 1);
        byte[] tampered = right.clone();
        tampered[20] ^= 1;
        byte[] badSignature = right.clone();
        badSignature[badSignature.length - 1] ^= 1;
        var nested = new byte[4000];
        for (int i = 0; i < nested.length; i += 2) {
            nested[i] = 0x30;
            nested[i + 1] = (byte) 0x80;
        }
        for (byte[] wrong : List.of(trailing, cut, tampered, badSignature, nested, new byte[0], new byte[] {5, 0})) {
            isRefused(device.certify(Pem.encode(REQUEST, wrong)));
        }
        isRefused(device.certify(HeldDevice.csr(HolderKey.of("ES256"))));
        isRefused(device.certify(HeldDevice.csr(HolderKey.of("RS256"))));
        isRefused(device.certify("not a request"));
        isRefused(device.certify(HeldDevice.csr(device.key()) + HeldDevice.csr(device.key())));
        Answer huge = device.certify("A".repeat(1 << 20));
        assertThat(huge.status()).as(huge.text()).isIn(400, 413);
        assertThat(client.get(device.path() + "/certificates")
                        .json()
                        .path("items")
                        .size())
                .isZero();
    }

    private static void isRefused(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().path("fields").has("csr")).as(answer.text()).isTrue();
    }

    /// Whoever asks to be an authority gets what every device gets.
    @Test
    void whatARequestAsksForIsPassedOver() throws Exception {
        HolderKey key = HolderKey.of("ES256");
        HeldDevice device = HeldDevice.trusted(client, key);
        var extensions = new ExtensionsGenerator();
        extensions.addExtension(Extension.basicConstraints, true, new BasicConstraints(5));
        var builder = new JcaPKCS10CertificationRequestBuilder(
                new X500Name("CN=root"), key.pair().getPublic());
        builder.addAttribute(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate());
        var text = new StringWriter();
        try (var pem = new JcaPEMWriter(text)) {
            pem.writeObject(builder.build(new JcaContentSignerBuilder("SHA256withECDSA")
                    .build(key.pair().getPrivate())));
        }
        Answer made = device.certify(text.toString());
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        X509Certificate leaf = CertificateTest.parsed(made);
        assertThat(leaf.getBasicConstraints()).isEqualTo(-1);
        assertThat(leaf.getSubjectX500Principal().getName()).isEqualTo("CN=" + device.id());
    }
}
