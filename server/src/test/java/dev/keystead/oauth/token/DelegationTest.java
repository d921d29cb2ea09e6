package dev.keystead.oauth.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.oauth.wire.OAuthError;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Who acts for whom (RFC 8693 sections 4.1 and 4.4).
class DelegationTest {
    private static final String ISSUER = "https://login.example";
    private static final Delegation.Actor SHOP = new Delegation.Actor(ISSUER, "shop");

    @Test
    void theActorIsNamedAndWhoActedBeforeStandsInside() {
        Map<String, Object> subject = Map.of("sub", "ada", "act", Map.of("sub", "gateway"));
        assertThat(Delegation.act(subject, SHOP, true))
                .contains(Map.of("iss", ISSUER, "sub", "shop", "act", Map.of("sub", "gateway")));
    }

    @Test
    void whoImpersonatesLeavesTheChainAsItWas() {
        assertThat(Delegation.act(Map.of("sub", "ada"), SHOP, false)).isEmpty();
        assertThat(Delegation.act(Map.of("act", Map.of("sub", "gateway")), SHOP, false))
                .contains(Map.of("sub", "gateway"));
    }

    @Test
    void onlyWhoMayActActs() {
        assertThat(Delegation.act(Map.of("may_act", Map.of("sub", "shop")), SHOP, true))
                .isPresent();
        assertThat(Delegation.act(Map.of("may_act", Map.of("sub", "shop", "iss", ISSUER)), SHOP, true))
                .isPresent();
        refuses(Map.of("may_act", Map.of("sub", "somebody-else")), true);
        refuses(Map.of("may_act", Map.of("sub", "shop", "iss", "https://elsewhere.example")), true);
        refuses(Map.of("may_act", Map.of()), true);
        refuses(Map.of("may_act", Map.of("sub", "somebody-else")), false);
    }

    @Test
    void aChainHasAnEnd() {
        Map<String, Object> four =
                Map.of("sub", "4", "act", Map.of("sub", "3", "act", Map.of("sub", "2", "act", Map.of("sub", "1"))));
        assertThat(Delegation.act(Map.of("act", four), SHOP, true)).isPresent();
        refuses(Map.of("act", Map.of("sub", "5", "act", four)), true);
    }

    private static void refuses(Map<String, Object> subject, boolean named) {
        assertThatThrownBy(() -> Delegation.act(subject, SHOP, named))
                .isInstanceOf(OAuthError.class)
                .extracting(wrong -> ((OAuthError) wrong).code())
                .isEqualTo("invalid_request");
    }
}
