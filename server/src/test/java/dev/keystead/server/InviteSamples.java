package dev.keystead.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.invite.InviteId;
import dev.keystead.invite.InviteRoutes;
import dev.keystead.invite.QuotaRoutes;
import dev.keystead.platform.http.Access;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Person;
import dev.keystead.signup.RedemptionRoutes;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.WorkspaceId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Sound requests about invitations.
public final class InviteSamples {
    private static final AtomicInteger ALLOWED = new AtomicInteger(10);

    static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.ofEntries(
            entry(InviteRoutes.CreateInvite.class, _ -> "{\"reason_code\":\"friend\"}"),
            entry(QuotaRoutes.ChangeQuota.class, _ -> "{\"total_allowed\":%d}".formatted(ALLOWED.incrementAndGet())),
            entry(RedemptionRoutes.RedeemInvite.class, server -> """
                    {"invite_token":"%s","handle":"%s","display_name":"New","email":"%s@sample.test",
                     "password":"seven green lanterns"}""".formatted(token(server), word(), word())));

    private InviteSamples() {}

    static String word() {
        return "i" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    /// A new invitation of somebody with a key, as the answer shows it.
    public static JsonNode issue(TestServer server, Person inviter) {
        Answer made = server.as(inviter.key()).post("/v1/invites", "{}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json();
    }

    /// The token of an open invitation of somebody.
    static String token(TestServer server) {
        return issue(server, DoorSamples.newPerson(server)).path("invite_token").asString();
    }

    /// What the form of an invitation's page has in it.
    static Map<String, String> filledForm(TestServer server) {
        return Map.of(
                "token",
                token(server),
                "handle",
                word(),
                "display_name",
                "New",
                "email",
                word() + "@sample.test",
                "password",
                "seven green lanterns");
    }

    /// An open invitation of a user of any workspace, whose token nobody has.
    public static InviteId open(TestServer server, TypedId workspace, UserId inviter) {
        InviteId id = InviteId.make();
        server.execute("""
                insert into identity.invites (tenant_id, id, inviter_id, token_hash, key_version, public_verifiable, status,
                    issued_at, expires_at)
                values ('%1$s', '%2$s', '%3$s', sha256('%2$s'), 1, false, 'open', now(), now() + interval '14 days')""".formatted(workspace.value(), id.value(), inviter.value()));
        return id;
    }

    /// One's own invitation for people, somebody's for administrators.
    static Targets.Target target(Targets.Caller caller, Route route) {
        TestServer server = caller.server();
        if (route.access() instanceof Access.Self) {
            Person person = DoorSamples.newPerson(server);
            String id = issue(server, person).path("invite").path("id").asString();
            return new Targets.Target(List.of(id), id, server.as(person.key()));
        }
        var workspace = Prefix.WORKSPACE
                .parse(caller.ownWorkspace().resource(), WorkspaceId::new)
                .orElseThrow();
        UserId user =
                Prefix.USER.parse(caller.makeUser().resource(), UserId::new).orElseThrow();
        return caller.target(open(server, workspace, user).text());
    }
}
