package dev.keystead.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.apikey.ApiKeys;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.license.assignment.LicenseRoutes;
import dev.keystead.license.assignment.LifeRoutes;
import dev.keystead.license.catalogue.BundleRoutes;
import dev.keystead.license.catalogue.ModuleRoutes;
import dev.keystead.license.entitlement.EntitlementRoutes;
import dev.keystead.license.entitlement.PreviewRoutes;
import dev.keystead.license.usage.UsageRoutes;
import dev.keystead.member.Resource;
import dev.keystead.node.NodeId;
import dev.keystead.server.Targets.Caller;
import dev.keystead.server.Targets.Target;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.WorkspaceId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Modules and licences, for their tests and for those that walk the route table.
public final class LicenseSamples {
    static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.ofEntries(
            entry(ModuleRoutes.CreateModule.class, _ -> moduleBody(newCode())),
            entry(ModuleRoutes.ChangeModule.class, _ -> "{\"description\":\"Changed %s\"}".formatted(UuidV7.next())),
            entry(
                    BundleRoutes.CreateBundle.class,
                    server -> "{\"code\":\"%s\",\"name\":\"Sample\",\"modules\":[\"%s\"]}"
                            .formatted(newCode(), module(server))),
            entry(BundleRoutes.ChangeBundle.class, _ -> "{\"name\":\"Changed %s\"}".formatted(UuidV7.next())),
            entry(
                    LicenseRoutes.AssignLicense.class,
                    server -> licenseBody(module(server), NodeId.make().text())),
            entry(
                    LicenseRoutes.AssignBundle.class,
                    _ -> "{\"node_id\":\"%s\"}".formatted(NodeId.make().text())),
            entry(LicenseRoutes.ChangeLicense.class, _ -> "{\"effective_to\":\"2999-01-01\"}"),
            entry(LifeRoutes.ActivateLicense.class, _ -> "{}"),
            entry(LifeRoutes.RenewLicense.class, _ -> "{\"effective_to\":\"2998-01-01\"}"),
            entry(UsageRoutes.CountUsage.class, _ -> "{\"key\":\"%s\",\"amount\":1}".formatted(UuidV7.next())),
            entry(
                    EntitlementRoutes.CheckEntitlements.class,
                    server -> "{\"checks\":[{\"module\":\"%s\",\"node_id\":\"%s\"}]}"
                            .formatted(module(server), NodeId.make().text())),
            entry(
                    PreviewRoutes.PreviewLicenses.class,
                    _ -> "{\"node_id\":\"%s\",\"end\":[\"%s\"]}"
                            .formatted(NodeId.make().text(), LicenseId.make().text())));

    /// Bodies that name something of the caller's own.
    static final Map<Class<?>, Function<Caller, String>> INSIDE = Map.of(
            LicenseRoutes.AssignLicense.class,
            caller -> licenseBody(module(caller.server()), caller.workspaceNode()),
            LicenseRoutes.AssignBundle.class,
            caller -> "{\"node_id\":\"%s\"}".formatted(caller.workspaceNode()),
            EntitlementRoutes.CheckEntitlements.class,
            caller -> "{\"checks\":[{\"module\":\"%s\",\"node_id\":\"%s\"}]}"
                    .formatted(module(caller.server()), caller.workspaceNode()),
            PreviewRoutes.PreviewLicenses.class,
            caller -> "{\"node_id\":\"%s\",\"end\":[\"%s\"]}"
                    .formatted(caller.workspaceNode(), license(caller, "").resource()));

    static final Map<String, Function<Caller, Target>> TARGETS = Map.ofEntries(
            entry("module.update", LicenseSamples::aModule),
            entry("module.delete", LicenseSamples::aModule),
            entry("module_bundle.update", LicenseSamples::aBundle),
            entry("module_bundle.delete", LicenseSamples::aBundle),
            entry(
                    "license.assign",
                    caller -> new Target(List.of(aBundle(caller).ids().getFirst()), "", caller.client())),
            entry("license.update", caller -> license(caller, "")),
            entry("license.activate", caller -> license(caller, ",\"trial\":true,\"effective_to\":\"2999-12-31\"")),
            entry("license.suspend", caller -> license(caller, "")),
            entry("license.resume", caller -> license(caller, "").after(caller, "/v1/licenses/%s:suspend")),
            entry("license.renew", caller -> license(caller, "")),
            entry("license.terminate", caller -> license(caller, "")),
            entry("license.use", caller -> license(caller, "")),
            entry("license.seat.assign", LicenseSamples::seat),
            entry("license.seat.release", caller -> {
                Target seat = seat(caller);
                String path = seat.path("/v1/licenses/{id}/seats/{userId}");
                assertThat(caller.client().send("PUT", path, null).status()).isEqualTo(200);
                return seat;
            }));

    private LicenseSamples() {}

    /// A code that no module has.
    public static String newCode() {
        return "m" + UuidV7.next().toString().replace("-", "");
    }

    public static String moduleBody(String code) {
        return "{\"code\":\"%s\",\"name\":\"Sample\",\"category\":\"sample\"}".formatted(code);
    }

    /// A new module of the catalogue.
    ///
    /// @param members further members of its body, each after a comma
    public static String module(TestServer server, String members) {
        String code = newCode();
        String body = moduleBody(code).replaceFirst("}$", "") + members + "}";
        Answer made = server.asAdministrator().post("/v1/modules", body);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return code;
    }

    public static String module(TestServer server) {
        return module(server, "");
    }

    public static String licenseBody(String module, String node) {
        return "{\"module\":\"%s\",\"node_id\":\"%s\"}".formatted(module, node);
    }

    /// A new licence.
    ///
    /// @param members further members of its body, each after a comma
    public static Answer assign(Client client, String module, String node, String members) {
        return client.post("/v1/licenses", licenseBody(module, node).replaceFirst("}$", "") + members + "}");
    }

    /// The node of the workspace that a client is in.
    public static String workspaceNode(Client client) {
        return client.get("/v1/nodes?kind=workspace")
                .json()
                .path("items")
                .path(0)
                .path("id")
                .asString();
    }

    /// The node of the organisation that a client's workspace is in.
    public static String orgNode(Client client) {
        return client.get("/v1/nodes/" + workspaceNode(client) + "/ancestors")
                .json()
                .path("items")
                .path(0)
                .path("id")
                .asString();
    }

    /// A unit under a node.
    public static String unit(Client client, String parent) {
        return client.post("/v1/nodes", Targets.unitUnder(parent)).id();
    }

    /// A key that may do everything in a workspace.
    public static Client insideOf(TestServer server, WorkspaceId workspace) {
        return server.as(server.write(
                workspace,
                transaction -> server.wiring()
                        .keys()
                        .make(
                                transaction,
                                new ApiKeys.Wish(Optional.empty(), "own", Resource.allRights(), Optional.empty()),
                                "did:internal:test")
                        .secret()
                        .text()));
    }

    private static Target aModule(Caller caller) {
        Answer made = caller.client().post("/v1/modules", moduleBody(newCode()));
        return new Target(List.of(made.json().path("code").asString()), made.id(), caller.client());
    }

    private static Target aBundle(Caller caller) {
        Answer made = caller.server()
                .asAdministrator()
                .post("/v1/module-bundles", Samples.body(BundleRoutes.CreateBundle.class, caller.server()));
        return new Target(List.of(made.json().path("code").asString()), made.id(), caller.client());
    }

    private static Target license(Caller caller, String members) {
        Answer made = assign(caller.client(), module(caller.server()), caller.workspaceNode(), members);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return caller.target(made.id());
    }

    private static Target seat(Caller caller) {
        String license = license(caller, ",\"constraints\":{\"seats\":3}").resource();
        return new Target(List.of(license, caller.makeUser().resource()), license, caller.client());
    }
}
