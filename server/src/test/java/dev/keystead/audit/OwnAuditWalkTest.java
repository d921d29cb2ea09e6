package dev.keystead.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.keystead.platform.http.Audit;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.Samples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.workspace.Reserved;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The rules of the trail on what people do about their own account: every such route that [AuditWalkTest]
/// leaves out, because it wants a recent proof or a whole ceremony.
class OwnAuditWalkTest {
    private static final TestServer SERVER = TestServer.start("--roles", "web");
    private static final WrittenTrail TRAIL = new WrittenTrail(SERVER);

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Stream<Route> own() {
        return SERVER.routes().stream()
                .filter(route -> route.method().isChanging())
                .filter(route -> route.audit() instanceof Audit.Action)
                .filter(route -> !Samples.isOfForeignProtocol(route))
                .filter(route -> !Samples.isWalked(route));
    }

    private static Stream<DynamicTest> walk(Consumer<Route> test) {
        return own().map(route -> dynamicTest(route.toString(), () -> test.accept(route)));
    }

    @Test
    void theTwoWalksTogetherLeaveNothingOut() {
        assertThat(own()).hasSizeGreaterThan(20).allMatch(route -> {
            String path = route.template().text();
            return path.startsWith("/account") || path.startsWith("/v1/me");
        });
    }

    @TestFactory
    Stream<DynamicTest> aSuccessLeavesOneEntryThatSaysWhoDidWhat() {
        return walk(route -> {
            OwnDeeds.Ready ready = OwnDeeds.of(route, SERVER);
            long before = TRAIL.size();
            isDone(route, ready, before, ready.deed().get());
        });
    }

    private static void isDone(Route route, OwnDeeds.Ready ready, long before, Answer answer) {
        assertThat(answer.status()).as(answer.text()).isIn(200, 201, 204, 303);
        assertThat(answer.header("Location")).doesNotContain("step-up");
        assertThat(TRAIL.size() - before).as("new entries in all trails").isEqualTo(1);
        WrittenTrail.Entry entry = TRAIL.of(answer);
        assertThat(entry.eventType()).isEqualTo(Samples.actionOf(route));
        assertThat(entry.actor())
                .isEqualTo("did:keystead:" + ready.insider().user().text());
        assertThat(entry.tenant()).isEqualTo(Reserved.SYSTEM_WORKSPACE.value());
        if (ready.resource().isEmpty()) {
            Prefix kind = Prefix.find(entry.resourceId()).orElseThrow();
            String owner = kind == Prefix.INVITE ? "inviter_id" : "user_id";
            assertThat(SERVER.count("select count(*) from %s where id = app.id_uuid('%s') and %s = '%s'"
                            .formatted(
                                    kind.table(),
                                    entry.resourceId(),
                                    owner,
                                    ready.insider().user().value())))
                    .isOne();
        } else {
            assertThat(entry.resourceId()).isEqualTo(ready.resource());
        }
        assertThat(entry.payload())
                .doesNotContain("sunlit walrus", "127.0.0.1")
                .containsPattern("\"source_ip_hash\": \"[0-9a-f]{64}\"");
    }

    @TestFactory
    Stream<DynamicTest> withoutItsEntryNothingIsDoneAndOnceTheTrailWorksAgainItIs() {
        return walk(route -> {
            OwnDeeds.Ready ready = OwnDeeds.of(route, SERVER);
            String state = TRAIL.stateOfEverythingElse();
            long before = TRAIL.size();
            for (boolean atCommit : List.of(false, true)) {
                TRAIL.breaking(new WrittenTrail.Fault("P0001", 500, atCommit), () -> {
                    Answer answer = ready.deed().get();
                    assertThat(answer.status()).as(answer.text()).isEqualTo(500);
                    assertThat(answer.text()).doesNotContain("broken by the test");
                });
                assertThat(TRAIL.stateOfEverythingElse()).isEqualTo(state);
                assertThat(TRAIL.size()).isEqualTo(before);
            }
            isDone(route, ready, before, ready.deed().get());
        });
    }
}
