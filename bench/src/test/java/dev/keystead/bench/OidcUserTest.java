package dev.keystead.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class OidcUserTest {
    private final LocalOidc oidc = new LocalOidc();
    private final LocalServer server = new LocalServer(oidc);
    private final Map<String, String> keys = new HashMap<>(LocalOidc.keys(server.base()));

    @AfterEach
    void stop() {
        server.close();
    }

    private OidcTarget target() {
        return OidcTarget.from(PropertiesTarget.of("the test", keys));
    }

    private VirtualUser user(OidcFlow flow) {
        return new OidcScenario(target(), flow).user(1);
    }

    private static String failure(Iteration iteration) {
        return iteration instanceof Iteration.Failed failed ? failed.why() : "it succeeded";
    }

    @ParameterizedTest
    @EnumSource(OidcFlow.class)
    void everyFlowSucceedsAgainAndAgain(OidcFlow flow) throws IOException {
        try (VirtualUser user = user(flow)) {
            assertThat(user.prepare()).isEqualTo(Iteration.DONE);
            for (int i = 0; i < 3; i++) {
                assertThat(user.iterate()).isEqualTo(Iteration.DONE);
            }
        }
    }

    @Test
    void aSignInFollowsEveryFormAndRedirectAndProvesItsCode() throws IOException {
        try (VirtualUser user = user(OidcFlow.CODE_FLOW)) {
            assertThat(user.iterate()).isEqualTo(Iteration.DONE);
            // Page, posted login, second page, posted consent, token: the client's own address is never called.
            assertThat(user.requests()).isEqualTo(5);
            assertThat(oidc.usersSeen()).hasSize(1).allMatch(name -> name.matches("user000\\d"));
        }
    }

    @Test
    void aWrongPasswordIsNamedWhenTheFormComesBack() throws IOException {
        keys.put("password", "wrong");
        try (VirtualUser user = user(OidcFlow.CODE_FLOW)) {
            assertThat(failure(user.iterate())).contains("the login form came back for `user000");
        }
    }

    @Test
    void aPageWithoutAFormEndsTheFlow() throws IOException {
        keys.put("authorize", server.base() + "/discovery");
        try (VirtualUser user = user(OidcFlow.CODE_FLOW)) {
            assertThat(failure(user.iterate())).contains("there is no form on the page");
        }
    }

    @Test
    void aRedirectToAnotherHostIsNotFollowed() throws IOException {
        try (LocalServer elsewhere = new LocalServer(asked -> LocalServer.Answer.redirect("http://example.test/"))) {
            keys.put("authorize", elsewhere.base() + "/");
            try (VirtualUser user = user(OidcFlow.CODE_FLOW)) {
                assertThat(failure(UserLoop.attempt(user, UserLoop.Attempt.ITERATE)))
                        .contains("`example.test` is not a loopback address");
            }
        }
    }

    @Test
    void anEndlessRedirectEnds() throws IOException {
        try (LocalServer circle = new LocalServer(asked -> LocalServer.Answer.redirect("/again"))) {
            keys.put("authorize", circle.base() + "/");
            try (VirtualUser user = user(OidcFlow.CODE_FLOW)) {
                assertThat(failure(user.iterate())).contains("no code after 15 pages and redirects");
            }
        }
    }

    @Test
    void aCodeWithAnotherStateIsRefused() throws IOException {
        try (LocalServer forger =
                new LocalServer(asked -> LocalServer.Answer.redirect(LocalOidc.REDIRECT + "?code=x&state=forged"))) {
            keys.put("authorize", forger.base() + "/");
            try (VirtualUser user = user(OidcFlow.CODE_FLOW)) {
                assertThat(failure(user.iterate())).contains("came back with another state");
            }
        }
    }

    @Test
    void aRefreshTokenIsReplacedByTheOneReturned() throws IOException {
        try (VirtualUser user = user(OidcFlow.REFRESH)) {
            user.prepare();
            for (int i = 0; i < 5; i++) {
                // The server forgets a token with its first use, so only the newest one can succeed.
                assertThat(user.iterate()).isEqualTo(Iteration.DONE);
            }
            assertThat(oidc.rotations()).isEqualTo(5);
        }
    }

    @Test
    void aRevokedRefreshTokenFailsUntilTheUserSignsInAgain() throws IOException {
        try (VirtualUser user = user(OidcFlow.REFRESH)) {
            user.prepare();
            oidc.revokeRefreshTokens();
            assertThat(failure(user.iterate())).contains("invalid_grant");
            user.prepare();
            assertThat(user.iterate()).isEqualTo(Iteration.DONE);
        }
    }

    @Test
    void aSeedWithoutRefreshTokenIsTold() throws IOException {
        keys.put("seed", "client_credentials");
        try (VirtualUser user = user(OidcFlow.REFRESH)) {
            assertThat(failure(user.prepare()))
                    .contains("issued no refresh_token")
                    .contains("offline_access");
        }
    }

    @Test
    void aClientMayProveItselfByParameters() throws IOException {
        keys.put("client-auth", "post");
        try (VirtualUser user = user(OidcFlow.CLIENT_CREDENTIALS)) {
            assertThat(user.iterate()).isEqualTo(Iteration.DONE);
        }
    }

    @Test
    void everyTenantGetsItsShare() throws IOException {
        keys.put("jwks", server.base() + "/{tenant}/jwks");
        keys.put("tenant-count", "3");
        try (VirtualUser user = user(OidcFlow.JWKS)) {
            for (int i = 0; i < 100; i++) {
                user.iterate();
            }
        }
        assertThat(oidc.pathsSeen()).containsExactlyInAnyOrder("/t0000/jwks", "/t0001/jwks", "/t0002/jwks");
    }

    @Test
    void aTenantPlaceholderNeedsACount() {
        keys.put("jwks", server.base() + "/{tenant}/jwks");
        assertThatThrownBy(this::target).isInstanceOf(Refusal.class).hasMessageContaining("tenant-count");
    }
}
