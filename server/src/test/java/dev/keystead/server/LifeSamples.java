package dev.keystead.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserRoutes;
import dev.keystead.member.OwnershipRoutes.TransferWorkspace;
import dev.keystead.org.MoveRoutes.MoveWorkspace;
import dev.keystead.policy.Branding;
import dev.keystead.policy.DomainPolicy;
import dev.keystead.policy.LockoutPolicy;
import dev.keystead.policy.LogoRoutes;
import dev.keystead.policy.MfaPolicy;
import dev.keystead.policy.OrgDecision.OrgBranding;
import dev.keystead.policy.OrgDecision.OrgDomainPolicy;
import dev.keystead.policy.OrgDecision.OrgLockoutPolicy;
import dev.keystead.policy.OrgDecision.OrgMfaPolicy;
import dev.keystead.policy.OrgDecision.OrgPasswordPolicy;
import dev.keystead.policy.OrgDecision.OrgRegistrationPolicy;
import dev.keystead.policy.OrgDecision.OrgRetentionPolicy;
import dev.keystead.policy.OrgDecision.OrgSessionPolicy;
import dev.keystead.policy.OrgDecision.OrgSignUpPolicy;
import dev.keystead.policy.OrgDecision.OrgTokenPolicy;
import dev.keystead.policy.PasswordPolicy;
import dev.keystead.policy.RegistrationPolicy;
import dev.keystead.policy.RetentionPolicy;
import dev.keystead.policy.SessionPolicy;
import dev.keystead.policy.SignUpPolicy;
import dev.keystead.policy.TokenPolicy;
import dev.keystead.server.Targets.Caller;
import dev.keystead.server.Targets.Target;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.SettingsRoutes;
import dev.keystead.workspace.WorkspaceRoutes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Organisations and workspaces in every state in which something can be done with them, and decisions of both.
final class LifeSamples {
    static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.of(
            MoveWorkspace.class,
            server -> "{\"org_id\":\"%s\"}".formatted(organisation(server).org()),
            TransferWorkspace.class,
            server -> "{\"owner_id\":\"%s\"}".formatted(person(server)),
            WorkspaceRoutes.SetPlan.class,
            _ -> "{\"plan\":\"p%s\"}".formatted(UuidV7.next().toString().replace("-", "")),
            SettingsRoutes.PutSettings.class,
            _ -> "{\"settings\":{\"changed\":\"%s\"}}".formatted(UuidV7.next()),
            UserRoutes.MarkDeceased.class,
            _ -> "{}");

    /// What an action is done to, made in the state in which the action is allowed.
    static final Map<String, Function<Caller, Target>> TARGETS = targets();

    private LifeSamples() {}

    /// Something to decide about.
    private record Matter(String action, String path, Class<?> type, Class<?> orgType) {}

    private static final class Matters {
        private static final List<Matter> ALL = List.of(
                new Matter("branding", "branding", Branding.class, OrgBranding.class),
                policy("sign_up", SignUpPolicy.class, OrgSignUpPolicy.class),
                policy("password", PasswordPolicy.class, OrgPasswordPolicy.class),
                policy("mfa", MfaPolicy.class, OrgMfaPolicy.class),
                policy("session", SessionPolicy.class, OrgSessionPolicy.class),
                policy("lockout", LockoutPolicy.class, OrgLockoutPolicy.class),
                policy("registration", RegistrationPolicy.class, OrgRegistrationPolicy.class),
                policy("token", TokenPolicy.class, OrgTokenPolicy.class),
                policy("retention", RetentionPolicy.class, OrgRetentionPolicy.class),
                policy("domain", DomainPolicy.class, OrgDomainPolicy.class));

        private static Matter policy(String word, Class<?> type, Class<?> orgType) {
            return new Matter("policy." + word, "policies/" + word.replace('_', '-'), type, orgType);
        }
    }

    private static Map<String, Function<Caller, Target>> targets() {
        var targets = new HashMap<String, Function<Caller, Target>>(Map.ofEntries(
                entry("org.suspend", LifeSamples::active),
                entry("org.activate", caller -> active(caller).after(caller, "/v1/orgs/%s:suspend")),
                entry("org.restore", LifeSamples::restorable),
                entry("org.delete", LifeSamples::deletable),
                entry("workspace.restore", LifeSamples::deleted),
                entry("workspace.move", LifeSamples::movable),
                entry("workspace.transfer", Caller::ownWorkspace),
                entry("workspace.plan.update", Caller::ownWorkspace),
                entry("workspace.settings.update", Caller::ownWorkspace),
                entry("org.settings.update", Caller::ownOrg),
                entry("subtenant.restore", LifeSamples::deletedSubtenant),
                entry("user.mark_deceased", Caller::makeUser),
                entry("user.unmark_deceased", LifeSamples::deceased)));
        targets.put("org.branding.logo.update", Caller::ownOrg);
        targets.put(
                "org.branding.logo.delete",
                caller -> decided(caller, caller.ownOrg(), "/v1/orgs/{id}/branding/logo", LogoRoutes.SetLogo.class));
        for (Matter matter : Matters.ALL) {
            targets.put("org." + matter.action() + ".update", Caller::ownOrg);
            targets.put(
                    "org." + matter.action() + ".delete",
                    caller -> decided(caller, caller.ownOrg(), "/v1/orgs/{id}/" + matter.path(), matter.orgType()));
            targets.put(
                    matter.action() + ".delete",
                    caller -> decided(
                            caller, caller.ownWorkspace(), "/v1/workspaces/{id}/" + matter.path(), matter.type()));
        }
        return Map.copyOf(targets);
    }

    private static Target decided(Caller caller, Target target, String template, Class<?> type) {
        Answer put = caller.client().send("PUT", target.path(template), Samples.body(type, caller.server()));
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        return target;
    }

    static Elsewhere organisation(TestServer server) {
        return server.makeOrganisation("o" + UuidV7.next().toString().replace("-", ""));
    }

    private static String person(TestServer server) {
        return server.makePerson("p" + UuidV7.next().toString().replace("-", "").substring(14))
                .user()
                .text();
    }

    /// An organisation that an operator, who calls, may suspend.
    private static Target active(Caller caller) {
        return caller.target(organisation(caller.server()).org().text());
    }

    /// An organisation and whoever administers it.
    private static Target deletable(Caller caller) {
        Elsewhere place = organisation(caller.server());
        String id = place.org().text();
        return new Target(List.of(id), id, caller.server().as(place.key()));
    }

    private static Target restorable(Caller caller) {
        Target organisation = active(caller);
        assertThat(caller.client().delete("/v1/orgs/" + organisation.resource()).status())
                .isEqualTo(204);
        return organisation;
    }

    private static Target deleted(Caller caller) {
        Target made = caller.makeWorkspace();
        assertThat(caller.client().delete("/v1/workspaces/" + made.resource()).status())
                .isEqualTo(204);
        return made;
    }

    private static Target deletedSubtenant(Caller caller) {
        Target made = caller.makeSubtenant();
        assertThat(caller.client()
                        .delete(made.path("/v1/workspaces/{id}/subtenants/{sid}"))
                        .status())
                .isEqualTo(204);
        return made;
    }

    private static Target deceased(Caller caller) {
        Target user = caller.makeUser();
        Answer marked = caller.client().post(user.path("/v1/users/{id}:mark-deceased"), "{}");
        assertThat(marked.status()).as(marked.text()).isEqualTo(200);
        return user;
    }

    /// A workspace that an operator gives to whomever they like.
    private static Target movable(Caller caller) {
        String id = caller.makeWorkspace().resource();
        return new Target(List.of(id), id, caller.server().asAdministrator());
    }

    /// From an owner who was just made to somebody who is no member, so that nobody else's role changes.
    static String transfer(Caller caller) {
        String owner = person(caller.server());
        String members = caller.ownWorkspace().path("/v1/workspaces/{id}/members");
        Answer added = caller.client().post(members, "{\"user_id\":\"%s\",\"role\":\"owner\"}".formatted(owner));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        return "{\"owner_id\":\"%s\",\"from_id\":\"%s\"}".formatted(person(caller.server()), owner);
    }
}
