package dev.keystead.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.http.Audit;
import dev.keystead.server.TestServer;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubjectsTest {
    @ParameterizedTest
    @CsvSource({
        "user.create, identity.user.created.v1",
        "account.update, identity.user.updated.v1",
        "client.rotate_secret, identity.client.secret_rotated.v1",
        "session.end_others, identity.session.others_ended.v1",
        "policy.sign_up.update, identity.policy_sign_up.updated.v1",
        "email.verify, identity.email.verified.v1",
        "consent.give, identity.consent.given.v1",
        "member.leave, identity.member.left.v1",
        "user.unlock, identity.user.unlocked.v1",
        "webhook.disable, identity.webhook.disabled.v1"
    })
    void anActionIsToldInThePast(String action, String subject) {
        assertThat(Subjects.of(action)).contains(subject);
    }

    @ParameterizedTest
    @CsvSource({"access.refuse", "expiry.sweep", "outbox.retry"})
    void housekeepingAndRefusalsAreNoEvents(String action) {
        assertThat(Subjects.of(action)).isEmpty();
    }

    @Test
    void everyActionOfARouteHasASubjectThatTheOutboxTakes() {
        Set<String> actions = TestServer.shared().routes().stream()
                .map(route -> route.audit() instanceof Audit.Action(String action) ? action : "")
                .filter(action -> !action.isEmpty())
                .collect(Collectors.toSet());
        assertThat(actions)
                .hasSizeGreaterThan(80)
                .allSatisfy(action -> Subjects.of(action)
                        .ifPresent(subject -> assertThat(subject).matches("identity\\.[a-z_]+\\.[a-z_]+\\.v1")));
    }
}
