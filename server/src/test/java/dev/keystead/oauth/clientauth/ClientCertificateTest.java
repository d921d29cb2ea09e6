package dev.keystead.oauth.clientauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import dev.keystead.oauth.clientauth.Counter.Registered;
import dev.keystead.platform.http.ClientCertificate;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// RFC 8705 section 2.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientCertificateTest {
    private static final GeneralNames NAMES = new GeneralNames(new GeneralName[] {
        new GeneralName(GeneralName.dNSName, "client.test"),
        new GeneralName(GeneralName.uniformResourceIdentifier, "urn:client:1"),
        new GeneralName(GeneralName.iPAddress, "2001:db8::7"),
        new GeneralName(GeneralName.rfc822Name, "client@client.test")
    });

    private final Counter counter = Counter.of("auth-certificates");
    private final X509Certificate certificate = certificate(Instant.now().plusSeconds(3600));

    private static X509Certificate certificate(Instant until) {
        try {
            KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
            var name = new X500Principal("CN=client,O=Example,C=BR");
            var builder = new JcaX509v3CertificateBuilder(
                            name,
                            BigInteger.valueOf(7),
                            Date.from(until.minusSeconds(7200)),
                            Date.from(until),
                            name,
                            pair.getPublic())
                    .addExtension(Extension.subjectAlternativeName, false, NAMES);
            byte[] bytes = builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()))
                    .getEncoded();
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isTaken(Registered client, X509Certificate shown, boolean trusted) {
        try {
            return counter.present(
                            Optional.empty(),
                            Map.of("client_id", client.id()),
                            Optional.of(new ClientCertificate(shown, trusted)))
                    .clientId()
                    .equals(client.id());
        } catch (dev.keystead.oauth.wire.OAuthError refused) {
            assertThat(refused.code()).isEqualTo("invalid_client");
            return false;
        }
    }

    private Registered named(String member, String value) {
        return counter.register(
                ",\"token_endpoint_auth_method\":\"tls_client_auth\",\"" + member + "\":\"" + value + "\"");
    }

    /// Section 2.1.2.
    @Test
    void aTrustedCertificateWithTheRegisteredNameProvesItsClient() {
        for (Registered client : List.of(
                named("tls_client_auth_subject_dn", "CN=client,O=Example,C=BR"),
                named("tls_client_auth_subject_dn", "cn=client, o=Example, c=BR"),
                named("tls_client_auth_san_dns", "CLIENT.test"),
                named("tls_client_auth_san_uri", "urn:client:1"),
                named("tls_client_auth_san_ip", "2001:DB8:0::7"),
                named("tls_client_auth_san_email", "client@client.test"))) {
            assertThat(isTaken(client, certificate, true)).isTrue();
        }
    }

    @Test
    void anotherNameProvesNothing() {
        for (Registered client : List.of(
                named("tls_client_auth_subject_dn", "CN=client,O=Example"),
                named("tls_client_auth_subject_dn", "CN=Client2,O=Example,C=BR"),
                named("tls_client_auth_san_dns", "other.test"),
                named("tls_client_auth_san_dns", "urn:client:1"),
                named("tls_client_auth_san_uri", "urn:client:2"),
                named("tls_client_auth_san_ip", "2001:db8::8"),
                named("tls_client_auth_san_email", "CLIENT@client.test"))) {
            assertThat(isTaken(client, certificate, true)).isFalse();
        }
        assertThat(counter.refusals("wrong_certificate")).isGreaterThanOrEqualTo(7);
    }

    @Test
    void aCertificateThatNobodyVouchesForProvesNothingByItsName() {
        Registered client = named("tls_client_auth_san_dns", "client.test");
        assertThat(isTaken(client, certificate, false)).isFalse();
        assertThat(isTaken(client, certificate(Instant.now().minusSeconds(60)), true))
                .isFalse();
        assertThat(counter.refused(() -> counter.present(Map.of("client_id", client.id())))
                        .description())
                .contains("no client certificate");
    }

    /// Section 2.2.
    @Test
    void aCertificateOfOnesOwnProvesItsClientOnceItIsRegistered() throws Exception {
        JWK key = ECKey.parse(certificate);
        Registered client =
                counter.register(",\"token_endpoint_auth_method\":\"self_signed_tls_client_auth\",\"jwks\":{\"keys\":["
                        + key.toPublicJWK().toJSONString() + "]}");
        assertThat(isTaken(client, certificate, false)).isTrue();
        assertThat(isTaken(client, certificate(Instant.now().plusSeconds(3600)), true))
                .isFalse();
    }
}
