package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/// An interface that checks access tokens by Nimbus as RFC 9068 section 4 has it, and asks the server for
/// nothing but its keys.
@ExtendWith(TlsInstallation.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OfflineResourceTest {
    private static final String RESOURCE = "https://orders.example";

    private final TlsInstallation installation;
    private final Program program;
    private final Program stranger;

    OfflineResourceTest(TlsInstallation installation) {
        this.installation = installation;
        this.program = Program.in(installation, installation.makeWorkspace("farm"));
        this.stranger = Program.in(installation, installation.makeWorkspace("neighbour"));
    }

    /// @param ahead how far the interface's clock is ahead
    private DefaultJWTProcessor<SecurityContext> resource(Duration ahead) throws IOException {
        String issuer = program.workspace().issuer();
        var keys = JWKSourceBuilder.<SecurityContext>create(
                        URI.create(issuer + "/.well-known/jwks.json").toURL(), installation.retriever())
                .build();
        var processor = new DefaultJWTProcessor<SecurityContext>();
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("at+jwt")));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(JWSAlgorithm.ES256, keys));
        processor.setJWTClaimsSetVerifier(
                new DefaultJWTClaimsVerifier<>(
                        RESOURCE,
                        new JWTClaimsSet.Builder().issuer(issuer).build(),
                        Set.of("sub", "client_id", "iat", "exp", "jti")) {
                    @Override
                    protected Date currentTime() {
                        return Date.from(Instant.now().plus(ahead));
                    }
                });
        return processor;
    }

    @Test
    void aTokenThatIsForTheInterfaceIsTaken() throws Exception {
        JWTClaimsSet claims = resource(Duration.ZERO).process(program.token(RESOURCE), null);

        assertThat(claims.getStringClaim("client_id")).isEqualTo(program.clientId());
        assertThat(claims.getSubject()).isEqualTo(program.clientId());
    }

    @Test
    void aTokenForAnotherInterfaceOfAnotherWorkspaceOrWithoutOurSignatureIsRefused() throws Exception {
        DefaultJWTProcessor<SecurityContext> resource = resource(Duration.ZERO);
        List<String> wrong = List.of(
                program.token("https://stock.example"),
                stranger.token(RESOURCE),
                Program.forged(program.token(RESOURCE)));
        for (String token : wrong) {
            assertThatThrownBy(() -> resource.process(token, null)).isInstanceOf(BadJOSEException.class);
        }
    }

    @Test
    void aTokenOfYesterdayIsRefused() throws Exception {
        DefaultJWTProcessor<SecurityContext> tomorrow = resource(Duration.ofDays(1));
        String token = program.token(RESOURCE);

        assertThatThrownBy(() -> tomorrow.process(token, null))
                .isInstanceOf(BadJOSEException.class)
                .hasMessageContaining("Expired");
    }
}
