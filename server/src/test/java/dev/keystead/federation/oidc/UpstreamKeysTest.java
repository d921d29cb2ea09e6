package dev.keystead.federation.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.keystead.platform.config.OutboundConfig;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.WorkspaceId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is taken for the keys of a provider.
class UpstreamKeysTest {
    private static final Outbound.Limits LIMITS =
            new Outbound.Limits(Duration.ofSeconds(20), Duration.ofSeconds(30), 256 * 1024, 4);

    private final Outbound outbound = new Outbound(new OutboundConfig(true, null), LIMITS);
    private final UpstreamKeys keys = new UpstreamKeys(outbound, Clock.systemUTC());
    private HttpServer provider;
    private byte[] published = new byte[0];

    @BeforeEach
    void open() throws IOException {
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        provider.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, published.length);
                exchange.getResponseBody().write(published);
            }
        });
        provider.start();
    }

    @AfterEach
    void close() {
        provider.stop(0);
        outbound.close();
    }

    private static ECKey key(String id) throws Exception {
        return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
    }

    private static SignedJWT signed(ECKey key) throws Exception {
        var jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build(),
                new JWTClaimsSet.Builder().subject("ada").build());
        jwt.sign(new ECDSASigner(key));
        return jwt;
    }

    private Metadata metadata() {
        URI address = URI.create("http://127.0.0.1:" + provider.getAddress().getPort() + "/jwks");
        return new Metadata("i", address, address, address, Optional.empty(), Optional.empty(), false);
    }

    private boolean believes(WorkspaceId workspace, SignedJWT jwt) {
        return keys.check(workspace, metadata(), jwt) instanceof Answered.Got<SignedJWT>;
    }

    private static byte[] set(List<ECKey> keys, int padding) {
        String text = new JWKSet(new ArrayList<>(keys)).toString();
        return ("{\"padding\":\"" + "x".repeat(padding) + "\"," + text.substring(1)).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void moreKeysThanAnybodyNeedsAreNoSet() throws Exception {
        ECKey key = key("one");
        List<ECKey> many = new ArrayList<>(Collections.nCopies(100, key("other").toPublicJWK()));
        many.add(key.toPublicJWK());
        published = set(many, 0);
        assertThat(believes(new WorkspaceId(UuidV7.next()), signed(key))).isFalse();
        published = set(many.subList(1, 101), 0);
        assertThat(believes(new WorkspaceId(UuidV7.next()), signed(key))).isTrue();
    }

    @Test
    void aDocumentLongerThanAnybodyNeedsIsNoSet() throws Exception {
        ECKey key = key("one");
        published = set(List.of(key.toPublicJWK()), 70_000);
        assertThat(believes(new WorkspaceId(UuidV7.next()), signed(key))).isFalse();
        published = set(List.of(key.toPublicJWK()), 60_000);
        assertThat(believes(new WorkspaceId(UuidV7.next()), signed(key))).isTrue();
    }
}
