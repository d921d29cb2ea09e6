package dev.keystead.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.apikey.ApiKeyRoutes;
import dev.keystead.client.ClientId;
import dev.keystead.client.ClientWish;
import dev.keystead.credential.FactorId;
import dev.keystead.directory.CreateUser;
import dev.keystead.directory.UserId;
import dev.keystead.key.SigningKeyRoutes;
import dev.keystead.oauth.register.RegistrationTokenRoutes;
import dev.keystead.platform.http.Access;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.id.Prefix;
import dev.keystead.policy.LogoRoutes;
import dev.keystead.project.ProjectRoutes;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import dev.keystead.session.SessionId;
import dev.keystead.subtenant.CreateSubtenant;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.webhook.WebhookRoutes;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.WorkspaceRoutes;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// What routes with ids in their paths are tried on.
final class Targets {
    /// What an action is done to, made in the state in which the action is allowed.
    static final Map<String, Function<Caller, Target>> BY_ACTION = Map.ofEntries(
            entry("org.update", Caller::ownOrg),
            entry("workspace.update", Caller::ownWorkspace),
            entry("workspace.suspend", Caller::makeWorkspace),
            entry("workspace.delete", Caller::makeWorkspace),
            entry("workspace.activate", caller -> caller.makeWorkspace().after(caller, "/v1/workspaces/%s:suspend")),
            entry("branding.update", Caller::ownWorkspace),
            entry("branding.logo.update", Caller::ownWorkspace),
            entry("branding.logo.delete", Caller::workspaceWithLogo),
            entry("policy.sign_up.update", Caller::ownWorkspace),
            entry("policy.password.update", Caller::ownWorkspace),
            entry("policy.mfa.update", Caller::ownWorkspace),
            entry("policy.session.update", Caller::ownWorkspace),
            entry("policy.lockout.update", Caller::ownWorkspace),
            entry("policy.token.update", Caller::ownWorkspace),
            entry("policy.registration.update", Caller::ownWorkspace),
            entry("policy.domain.update", Caller::ownWorkspace),
            entry("domain.claim", Caller::ownWorkspace),
            entry("domain.update", DomainSamples::verified),
            entry("domain.delete", DomainSamples::verified),
            entry("domain.release", DomainSamples::held),
            entry("domain.verify", DomainSamples::provable),
            entry("domain.request_mail", DomainSamples::mailable),
            entry("client.update", Caller::makeClient),
            entry("client.rotate_secret", Caller::makeClient),
            entry("client.delete", Caller::makeClient),
            entry("registration_token.revoke", Caller::makeRegistrationToken),
            entry("consent.withdraw", Caller::makeConsent),
            entry("access_token.revoke", Caller::makeAccessToken),
            entry("member.add", Caller::ownWorkspace),
            entry("member.update", Caller::makeMember),
            entry("member.end", Caller::makeMember),
            entry("member.leave", Caller::makeLeaver),
            entry("project.update", Caller::makeProject),
            entry("project.archive", Caller::makeProject),
            entry("project.restore", caller -> caller.makeProject().after(caller, "/v1/projects/%s:archive")),
            entry("project.delete", Caller::makeProject),
            entry("subtenant.create", Caller::ownWorkspace),
            entry("subtenant.update", Caller::makeSubtenant),
            entry("subtenant.delete", Caller::makeSubtenant),
            entry("subtenant.role.grant", Caller::makeRole),
            entry("subtenant.role.revoke", Caller::grantRole),
            entry("node.update", Caller::makeUnit),
            entry("node.move", Caller::makeUnit),
            entry("node.delete", Caller::makeUnit),
            entry("user.update", Caller::makeUser),
            entry("user.suspend", Caller::makeUser),
            entry("user.restore", Caller::makeDeletedUser),
            entry("user.reactivate", caller -> caller.makeUser().after(caller, "/v1/users/%s:suspend")),
            entry("user.delete", Caller::makeUser),
            entry("user.erase_now", Caller::makeDeletedUser),
            entry("handle.release", HandleSamples::frozen),
            entry("handle_reservation.approve", HandleSamples::proposal),
            entry("handle_reservation.reject", HandleSamples::proposal),
            entry("job.run", Caller::job),
            entry("policy.retention.update", Caller::ownWorkspace),
            entry("user.invite", Caller::makeUser),
            entry("invite_quota.update", Caller::makeUser),
            entry("user.unlock", Caller::makeLocked),
            entry("password.request_reset", Caller::makeUser),
            entry("password.import", Caller::makeUser),
            entry("mfa.remove", Caller::makeApp),
            entry("signing_key.revoke", Caller::makeSigningKey),
            entry("badge.revoke", BadgeSamples::badge),
            entry("badge_issuer_key.rotate", BadgeSamples::key),
            entry("badge_issuer_key.revoke", BadgeSamples::key),
            entry("trust.recompute", LineageSamples::person),
            entry("trust.explain", LineageSamples::person),
            entry("lineage.revoke", LineageSamples::person),
            entry("lineage.reinstate", LineageSamples::revocation),
            entry("cascade.reverse", LineageSamples::cascade),
            entry("cascade.retry", LineageSamples::failed),
            entry("cascade.account.confirm", LineageSamples::flagged),
            entry("cascade.account.dismiss", LineageSamples::flagged),
            entry("webhook.update", Caller::makeWebhook),
            entry("webhook.delete", Caller::makeWebhook),
            entry("webhook.rotate_secret", Caller::makeWebhook),
            entry("webhook.test", Caller::makeWebhook),
            entry("webhook.redeliver", EventSamples::delivery),
            entry("outbox.retry", EventSamples::waitingEvent),
            entry("api_key.update", Caller::makeKey),
            entry("api_key.rotate", Caller::makeKey),
            entry("api_key.revoke", Caller::makeKey));

    private Targets() {}

    /// What a path names.
    ///
    /// @param ids the values of the path's variables, in order
    /// @param resource the id of what is changed, or nothing when the answer tells
    /// @param client who does it
    record Target(List<String> ids, String resource, Client client) {
        Target after(Caller caller, String action) {
            assertThat(caller.client().post(action.formatted(resource)).status())
                    .isEqualTo(200);
            return this;
        }

        String path(String template) {
            String path = template;
            for (String id : ids) {
                path = path.replaceFirst("\\{\\w+}", id);
            }
            return path;
        }
    }

    record Caller(TestServer server, Client client) {
        Target target(String id) {
            return new Target(List.of(id), id, client);
        }

        Target makeUser() {
            return target(client.post("/v1/users", Samples.body(CreateUser.class, server))
                    .id());
        }

        Target makeDeletedUser() {
            Target user = makeUser();
            assertThat(client.delete("/v1/users/" + user.resource()).status()).isEqualTo(204);
            return user;
        }

        /// A job has a name; what is told of is the installation.
        Target job() {
            // Whoever asked before, the job has run since and is not about to.
            server.look().until("select count(*) from admin.jobs where name = 'retention' and picked", 0);
            server.execute("update admin.jobs set due_at = now() + interval '1 hour' where name = 'retention'");
            return new Target(List.of("retention"), Reserved.SYSTEM_WORKSPACE.text(), client);
        }

        /// A session of somebody else, for administrators; of one's own, for people.
        Target makeSession(Route route) {
            if (route.access() instanceof Access.Self) {
                Person person = newPerson();
                SessionId own = DoorSamples.begin(server, Reserved.SYSTEM_WORKSPACE, person.user())
                        .id();
                return new Target(List.of(own.text()), own.text(), server.as(person.key()));
            }
            var workspace = Prefix.WORKSPACE
                    .parse(ownWorkspace().resource(), WorkspaceId::new)
                    .orElseThrow();
            String user = makeUser().resource();
            SessionId session = DoorSamples.begin(
                            server,
                            workspace,
                            Prefix.USER.parse(user, UserId::new).orElseThrow())
                    .id();
            boolean alone = route.template().variables().size() == 1;
            return new Target(alone ? List.of(session.text()) : List.of(user, session.text()), session.text(), client);
        }

        /// A token of somebody else, for administrators; for people, one of their own that revokes itself.
        Target makeToken(Route route) {
            if (route.access() instanceof Access.Self) {
                Answer made = DoorSamples.token(
                        server, Reserved.SYSTEM_WORKSPACE, newPerson().user());
                String id = made.json().path("token").path("id").asString();
                String secret = made.json().path("personal_access_token").asString();
                return new Target(List.of(id), id, server.as(secret));
            }
            var workspace = Prefix.WORKSPACE
                    .parse(ownWorkspace().resource(), WorkspaceId::new)
                    .orElseThrow();
            String user = makeUser().resource();
            String id = Samples.token(
                            server,
                            workspace,
                            Prefix.USER.parse(user, UserId::new).orElseThrow())
                    .text();
            return new Target(List.of(user, id), id, client);
        }

        /// A user at whom somebody guessed too often.
        Target makeLocked() {
            Target user = makeUser();
            server.execute("""
                    insert into auth.lockouts (tenant_id, kind, subject_hash, user_id, failed_attempts, unlocks_at,
                        created_at, updated_at, expires_at)
                    select tenant_id, 'account', sha256(id::text::bytea), id, 5, now() + interval '1 hour', now(), now(),
                        now() + interval '2 hours'
                    from identity.users where id = app.id_uuid('%s')""".formatted(user.resource()));
            return user;
        }

        /// An authenticator app of a user; the user is what is told of.
        Target makeApp() {
            String user = makeUser().resource();
            var workspace = Prefix.WORKSPACE
                    .parse(ownWorkspace().resource(), WorkspaceId::new)
                    .orElseThrow();
            FactorId app = DoorSamples.app(
                    server, workspace, Prefix.USER.parse(user, UserId::new).orElseThrow());
            return new Target(List.of(user, app.text()), app.text(), client);
        }

        Target makeWorkspace() {
            return target(client.post("/v1/workspaces", Samples.body(WorkspaceRoutes.CreateWorkspace.class, server))
                    .id());
        }

        Target makeKey() {
            return target(client.post("/v1/api-keys", Samples.body(ApiKeyRoutes.CreateKey.class, server))
                    .json()
                    .path("key")
                    .path("id")
                    .asString());
        }

        Target makeWebhook() {
            return target(client.post("/v1/webhooks", Samples.body(WebhookRoutes.CreateWebhook.class, server))
                    .json()
                    .path("webhook")
                    .path("id")
                    .asString());
        }

        Target makeClient() {
            return target(client.post("/v1/clients", Samples.body(ClientWish.class, server))
                    .json()
                    .path("client")
                    .path("id")
                    .asString());
        }

        /// What somebody allowed an application of the system workspace.
        Target makeConsent() {
            Person person = newPerson();
            ClientId made = GrantSamples.client(server, server.asAdministrator());
            GrantSamples.consent(server, Reserved.SYSTEM_WORKSPACE, person.user(), made);
            return new Target(List.of(made.text()), made.text(), server.as(person.key()));
        }

        Target makeAccessToken() {
            var workspace = Prefix.WORKSPACE
                    .parse(ownWorkspace().resource(), WorkspaceId::new)
                    .orElseThrow();
            return target(GrantSamples.accessToken(server, workspace, GrantSamples.client(server, client))
                    .text());
        }

        Target makeRegistrationToken() {
            return target(client.post(
                            "/v1/registration-tokens",
                            Samples.body(RegistrationTokenRoutes.CreateRegistrationToken.class, server))
                    .json()
                    .path("token")
                    .path("id")
                    .asString());
        }

        /// The key that signs from now on.
        Target makeSigningKey() {
            Answer rotated =
                    client.post("/v1/signing-keys:rotate", Samples.body(SigningKeyRoutes.RotateKeys.class, server));
            return target(rotated.json()
                    .path("keys")
                    .valueStream()
                    .filter(key -> key.path("status").asString().equals("active"))
                    .findFirst()
                    .orElseThrow()
                    .path("id")
                    .asString());
        }

        JsonNode home() {
            return client.get("/v1/workspaces")
                    .json()
                    .path("items")
                    .valueStream()
                    .filter(workspace -> workspace.path("is_home").booleanValue())
                    .findFirst()
                    .orElseThrow();
        }

        Target ownOrg() {
            return target(home().path("org_id").asString());
        }

        Target ownWorkspace() {
            return target(home().path("id").asString());
        }

        Target workspaceWithLogo() {
            Target workspace = ownWorkspace();
            String path = workspace.path("/v1/workspaces/{id}/branding/logo");
            assertThat(client.send("PUT", path, Samples.body(LogoRoutes.SetLogo.class, server))
                            .status())
                    .isEqualTo(200);
            return workspace;
        }

        Target makeMember() {
            return member(newPerson());
        }

        /// A member who has a key, and leaves with it.
        Target makeLeaver() {
            Person person = newPerson();
            String workspace = member(person).ids().getFirst();
            return new Target(List.of(workspace), person.user().text(), server.as(person.key()));
        }

        Target makeProject() {
            return target(client.post("/v1/projects", Samples.body(ProjectRoutes.CreateProject.class, server))
                    .id());
        }

        Target makeSubtenant() {
            String workspace = ownWorkspace().resource();
            String id = client.post(
                            "/v1/workspaces/" + workspace + "/subtenants", Samples.body(CreateSubtenant.class, server))
                    .id();
            return new Target(List.of(workspace, id), id, client);
        }

        /// A role that a member could hold in a subtenant.
        Target makeRole() {
            String subtenant = makeSubtenant().resource();
            return new Target(List.of(subtenant, makeMember().resource(), "editor"), subtenant, client);
        }

        Target grantRole() {
            Target role = makeRole();
            String path = role.path("/v1/subtenants/{sid}/role-bindings/{userId}/{role}");
            assertThat(client.send("PUT", path, null).status()).isEqualTo(200);
            return role;
        }

        String workspaceNode() {
            return client.get("/v1/nodes?kind=workspace")
                    .json()
                    .path("items")
                    .path(0)
                    .path("id")
                    .asString();
        }

        Target makeUnit() {
            return target(client.post("/v1/nodes", unitUnder(workspaceNode())).id());
        }

        private Person newPerson() {
            return server.makePerson(
                    "p" + UuidV7.next().toString().replace("-", "").substring(14));
        }

        private Target member(Person person) {
            String workspace = ownWorkspace().resource();
            String id = person.user().text();
            String body = "{\"user_id\":\"%s\",\"role\":\"member\"}".formatted(id);
            assertThat(client.post("/v1/workspaces/" + workspace + "/members", body)
                            .status())
                    .isEqualTo(201);
            return new Target(List.of(workspace, id), id, client);
        }
    }

    static String unitUnder(String parent) {
        return "{\"parent_id\":\"%s\",\"name\":\"Sample\"}".formatted(parent);
    }
}
