package dev.keystead.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.platform.http.Access;
import dev.keystead.platform.http.Route;
import dev.keystead.server.Samples;
import dev.keystead.server.Samples.Deed;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.IdText;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.WorkspaceId;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/// The rules of the trail, on every route of the running server that changes something.
class AuditWalkTest {
    private static final TestServer SERVER = TestServer.start("--roles", "web");
    private static final Elsewhere PLACE = SERVER.makeOrganisation("audit-walk");
    private static final Client CLIENT = SERVER.as(PLACE.key());
    private static final Client LIMITED =
            SERVER.as(CLIENT.post("/v1/api-keys", "{\"name\":\"limited\",\"scopes\":[\"read:audit\"]}")
                    .json()
                    .path("api_key")
                    .asString());
    /// The beginning of a key or a link; the form in which people tell keys apart goes on with an ellipsis.
    private static final Pattern A_SECRET =
            Pattern.compile("(k(key|pat|setup|link|mail|reset|invite|join|ses|sat|csec|creg|init)|whsec)_[0-9A-Za-z]");

    private static final WrittenTrail TRAIL = new WrittenTrail(SERVER);

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Stream<Route> changing() {
        return SERVER.routes().stream().filter(Samples::isWalked);
    }

    private static Stream<DynamicTest> walk(Stream<Route> routes, Consumer<Route> test) {
        return routes.map(route -> dynamicTest(route.toString(), () -> test.accept(route)));
    }

    @Test
    void theWalkHasRoutes() {
        assertThat(changing().count()).isGreaterThan(10);
    }

    @TestFactory
    Stream<DynamicTest> aSuccessLeavesOneEntryThatSaysWhoDidWhatWhere() {
        return walk(changing(), route -> {
            Deed deed = Samples.of(route, SERVER, CLIENT);
            long before = TRAIL.size();
            Answer answer = deed.send();
            assertThat(answer.status()).as(answer.text()).isEqualTo(route.status());
            assertThat(TRAIL.size() - before).as("new entries in all trails").isEqualTo(1);
            WrittenTrail.Entry entry = TRAIL.of(answer);
            assertThat(entry.eventType()).isEqualTo(Samples.actionOf(route));
            assertThat(entry.resourceId()).isEqualTo(resource(deed, answer, entry));
            assertThat(entry.actor()).isEqualTo(actor(deed, entry));
            assertThat(new WorkspaceId(entry.tenant())).isEqualTo(workspace(route, entry, answer));
            assertThat(entry.payload())
                    .doesNotContainPattern(A_SECRET)
                    .doesNotContain("127.0.0.1", "0:0:0:0:0:0:0:1", "::1")
                    .containsPattern("\"source_ip_hash\": \"[0-9a-f]{64}\"");
        });
    }

    private static String resource(Deed deed, Answer answer, WrittenTrail.Entry entry) {
        if (!deed.resource().isEmpty()) {
            return deed.resource();
        }
        if (answer.text().startsWith("{")) {
            JsonNode json = answer.json();
            return Stream.of(
                            json.path("id"),
                            json.path("invite").path("id"),
                            json.path("invite_id"),
                            json.path("user_id"),
                            json.path("key").path("id"),
                            json.path("client").path("id"),
                            json.path("token").path("id"),
                            json.path("webhook").path("id"),
                            json.path("service_account").path("id"),
                            json.path("items").path(0).path("id"),
                            json.path("workspace_id"))
                    .map(id -> id.asString(""))
                    .filter(id -> !id.isEmpty())
                    .findFirst()
                    .orElse("");
        }
        // A page or an empty answer does not tell; that it is the actor's own is what can be checked.
        String actor = deed.actor().isEmpty() ? entry.resourceId() : deed.actor();
        String owned = switch (entry.resourceType()) {
            case "user" -> "select count(*) from identity.users where id = app.id_uuid('%1$s') and '%1$s' = '%2$s'";
            case "invite" ->
                "select count(*) from identity.invites"
                        + " where id = app.id_uuid('%1$s') and redeemed_by is not null and '%1$s' = '%2$s'";
            case "api_key" ->
                "select count(*) from admin.api_keys" + " where id = app.id_uuid('%s') and user_id = app.id_uuid('%s')";
            default ->
                "select count(*) from session.sessions"
                        + " where id = app.id_uuid('%s') and user_id = app.id_uuid('%s')";
        };
        assertThat(SERVER.count(owned.formatted(entry.resourceId(), actor))).isOne();
        return entry.resourceId();
    }

    /// A token in a body tells who acts: for the first key the first administrator, for all others the user
    /// themselves.
    private static String actor(Deed deed, WrittenTrail.Entry entry) {
        if (!deed.actor().isEmpty()) {
            return "did:keystead:" + deed.actor();
        }
        if (!(deed.route().access() instanceof Access.Open)) {
            return actorOf(deed.client().credential());
        }
        if (entry.resourceType().equals("invite")) {
            return SERVER.look()
                    .text("select 'did:keystead:' || app.id_text('usr', redeemed_by) from identity.invites"
                            + " where id = app.id_uuid('%s')".formatted(entry.resourceId()));
        }
        return "did:keystead:"
                + (entry.resourceType().equals("user")
                        ? entry.resourceId()
                        : IdText.encode("usr", UUID.fromString("00000000-0000-7000-8000-000000000003")));
    }

    /// How the audit trail names whoever uses a key or a personal access token.
    private static String actorOf(String credential) {
        return Secret.parse(SecretPrefix.API_KEY, credential)
                .map(key -> actorWith("'apk', id) from admin.api_keys where key_prefix", key))
                .or(() -> Secret.parse(SecretPrefix.PERSONAL_TOKEN, credential)
                        .map(token ->
                                actorWith("'pat', id) from admin.personal_access_tokens where token_prefix", token)))
                .orElseThrow();
    }

    private static String actorWith(String whose, Secret secret) {
        return SERVER.look().text("select 'did:keystead:' || app.id_text(%s = '%s'".formatted(whose, secret.shown()));
    }

    /// What is done to a workspace stands in that workspace's own trail, whoever in the organisation did it.
    private static WorkspaceId workspace(Route route, WrittenTrail.Entry entry, Answer answer) {
        boolean own =
                route.access() instanceof Access.Self && !entry.eventType().equals("member.leave");
        boolean installation = entry.resourceType().equals("handle_reservation")
                || entry.eventType()
                        .matches("audit_key[.]rotate|outbox[.]retry|lineage[.].*|trust[.].*|cascade[.].*"
                                + "|module(_bundle)?[.].*");
        // The sample of a domain that an operator takes away is one of the operator's own workspace.
        boolean operators = entry.eventType().equals("domain.release");
        if (own || installation || operators || route.access().neededRight().isEmpty()) {
            return Reserved.SYSTEM_WORKSPACE;
        }
        if (entry.eventType().equals("org.create")) {
            String home = answer.json().path("home").path("id").asString();
            return new WorkspaceId(IdText.decode("wrk", home).orElseThrow());
        }
        if (entry.eventType().matches("org[.](suspend|activate|delete|restore)")) {
            return new WorkspaceId(UUID.fromString(SERVER.look()
                    .text("select id from identity.workspaces where is_home and org_id = app.id_uuid('%s')"
                            .formatted(entry.resourceId()))));
        }
        return entry.resourceType().equals("workspace")
                ? new WorkspaceId(IdText.decode("wrk", entry.resourceId()).orElseThrow())
                : PLACE.workspace();
    }

    @TestFactory
    Stream<DynamicTest> aRefusalLeavesNone() {
        return walk(changing(), route -> {
            Deed deed = Samples.of(route, SERVER, CLIENT);
            long before = TRAIL.size();
            if (!deed.target().isEmpty()) {
                String absent = IdText.encode(deed.target().substring(0, 3), UuidV7.next());
                expect(404, deed.at(deed.path().replace(deed.target(), absent)));
                expect(404, deed.at(deed.path().replace(deed.target(), "nonsense")));
            }
            expect(400, deed.at(deed.path() + "?nonsense=1"));
            if (route.isPage()) {
                expect(403, deed.saying("token=of+a+form+that+is+not+ours"));
            } else {
                expect(400, deed.saying(deed.body() == null ? "{}" : "{\"nonsense\":1}"));
            }
            if (route.traits().versioned()) {
                expect(412, deed.with("If-Match", "\"999\""));
            }
            if (route.access().neededRight().isPresent()) {
                expect(401, deed.as(SERVER.as("")));
            }
            // A form from elsewhere, in the name of somebody who is signed in, is told of.
            long told = route.access() instanceof Access.SignedIn ? 1 : 0;
            assertThat(TRAIL.size() - before).isEqualTo(told);
        });
    }

    private static void expect(int status, Deed deed) {
        Answer answer = deed.send();
        assertThat(answer.status()).as("%s: %s", deed.path(), answer.text()).isEqualTo(status);
    }

    @TestFactory
    Stream<DynamicTest> whatCannotBeDoneTwiceLeavesOneEntry() {
        Set<String> repeatable = Set.of(
                "api_key.create",
                "client.create",
                "connection.test",
                "client.rotate_secret",
                "badge.issue",
                "domain.claim",
                "domain.request_mail",
                "registration_token.create",
                "saml_key.create",
                "service_account.create",
                "service_account.rotate_secret",
                "service_identity.challenge",
                "signing_key.rotate",
                "audit_key.rotate",
                "audit_export.create",
                "node.create",
                "user.invite",
                "invite.issue",
                "email.request",
                "session.end_others",
                "grant.revoke",
                "lineage.revoke",
                "trust.explain",
                "user.unlock",
                "password.request_reset",
                "password.import",
                "webhook.create",
                "webhook.rotate_secret",
                "webhook.redeliver",
                "webhook.test",
                "outbox.retry");
        return walk(changing().filter(route -> !repeatable.contains(Samples.actionOf(route))), route -> {
            Deed deed = Samples.of(route, SERVER, CLIENT);
            assertThat(deed.send().status()).isEqualTo(route.status());
            long before = TRAIL.size();
            Answer second = deed.send();
            assertThat(second.status()).as(second.text()).isIn(200, 303, 401, 404, 409);
            assertThat(TRAIL.size())
                    .as("entries after a second time that changed nothing")
                    .isEqualTo(before);
        });
    }

    @TestFactory
    Stream<DynamicTest> anAnswerThatIsGivenAgainLeavesNone() {
        return walk(changing().filter(Route::isIdempotent), route -> {
            Deed deed = Samples.of(route, SERVER, CLIENT).with("Idempotency-Key", "walk-" + UuidV7.next());
            Answer first = deed.send();
            long before = TRAIL.size();
            Answer second = deed.send();
            assertThat(second.status()).isEqualTo(first.status()).isEqualTo(route.status());
            assertThat(second.text()).isEqualTo(first.text());
            assertThat(TRAIL.size()).isEqualTo(before);
        });
    }

    @TestFactory
    Stream<DynamicTest> aCallerWithoutTheRightLeavesOneEntryThatSaysSo() {
        Stream<Route> guarded = SERVER.routes().stream()
                .filter(route -> route.access().neededRight().isPresent())
                .filter(route -> !route.method().isChanging() || Samples.isWalked(route))
                .filter(route -> !route.access().neededRight().get().text().equals("read:audit"));
        return walk(guarded, route -> {
            Deed deed = route.method().isChanging()
                    ? Samples.of(route, SERVER, CLIENT)
                    : new Deed(route, CLIENT, readPath(route), null, "", "", "");
            long before = TRAIL.size();
            Answer answer = deed.as(LIMITED).send();
            assertThat(answer.status()).isEqualTo(403);
            assertThat(TRAIL.size() - before).isEqualTo(1);
            WrittenTrail.Entry entry = TRAIL.of(answer);
            assertThat(entry.eventType()).isEqualTo("access.refuse");
            assertThat(entry.resourceType()).isEqualTo("route");
            assertThat(entry.resourceId()).isEqualTo(route.toString());
            assertThat(new WorkspaceId(entry.tenant())).isEqualTo(PLACE.workspace());
            assertThat(entry.payload()).doesNotContainPattern(A_SECRET).doesNotContain("127.0.0.1");
        });
    }

    /// A path of a route that reads. Only the workspace in it matters before the right is checked.
    private static String readPath(Route route) {
        String template = route.template().text();
        String path = route.access() instanceof Access.Workspace
                ? template.replace("{id}", PLACE.workspace().text())
                : template;
        return path.replaceAll("[{}]", "");
    }

    @TestFactory
    Stream<DynamicTest> withoutItsEntryAChangeIsNotMadeAndOnceTheTrailWorksAgainItIs() {
        return walk(changing(), route -> {
            Deed deed = Samples.of(route, SERVER, CLIENT);
            Deed sent = route.isIdempotent() ? deed.with("Idempotency-Key", "closed-" + UuidV7.next()) : deed;
            String state = TRAIL.stateOfEverythingElse();
            long before = TRAIL.size();
            for (WrittenTrail.Fault fault : List.of(
                    new WrittenTrail.Fault("P0001", 500, false),
                    new WrittenTrail.Fault("40001", 503, false),
                    new WrittenTrail.Fault("P0001", 500, true))) {
                TRAIL.breaking(fault, () -> {
                    Answer answer = sent.send();
                    assertThat(answer.status()).as(answer.text()).isEqualTo(fault.status());
                    assertThat(answer.text()).doesNotContain("broken by the test");
                    assertThat(answer.header("Retry-After")).isEqualTo(fault.status() == 503 ? "1" : "");
                });
                assertThat(TRAIL.stateOfEverythingElse()).isEqualTo(state);
                assertThat(TRAIL.size()).isEqualTo(before);
            }
            Answer answer = sent.send();
            assertThat(answer.status()).as(answer.text()).isEqualTo(route.status());
            assertThat(TRAIL.stateOfEverythingElse()).isNotEqualTo(state);
            assertThat(TRAIL.size() - before).isEqualTo(1);
        });
    }
}
