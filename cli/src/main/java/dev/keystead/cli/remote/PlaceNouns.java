package dev.keystead.cli.remote;

import java.util.List;

/// Where people and data are: organisations, workspaces and their parts, the tree over them, domains.
final class PlaceNouns {
    private static final String ULID = "01k9y7c2vff0z8n3q5s6t4w1xe";

    private PlaceNouns() {}

    static List<Noun> all() {
        return List.of(org(), workspace(), subtenant(), project(), node(), domain());
    }

    private static Noun org() {
        String one = "/v1/orgs/{id}";
        return Noun.of(
                "org",
                "Organisations of the installation",
                List.of("/id", "/name", "/status", "/created_at"),
                Verb.list("/v1/orgs", "List all organisations").example("org list"),
                Verb.get(one, "Read an organisation").example("org get org_" + ULID),
                Verb.post(
                                "create",
                                "/v1/orgs",
                                "Create an organisation with its home workspace; its first key is shown in this answer"
                                        + " only")
                        .takes(
                                Flag.text("name", "its name").need(),
                                Flag.text("slug", "its home workspace's part of addresses")
                                        .need(),
                                Flag.text("owner_id", "the person who owns it"))
                        .example("org create --name Crescer --slug crescer"),
                Verb.patch(one, "Rename an organisation")
                        .takes(Flag.text("name", "its new name").need())
                        .example("org update org_" + ULID + " --name 'Crescer Ltd'"),
                Verb.get(one + "/settings", "Read the settings that its workspaces inherit")
                        .as("settings")
                        .shows("/settings")
                        .named("/settings")
                        .example("org settings org_" + ULID),
                Verb.put("set-settings", one + "/settings", "Replace the settings that its workspaces inherit")
                        .takes(Flag.json("settings", "all of them").need())
                        .shows("/settings")
                        .named("/settings")
                        .example("org set-settings org_" + ULID + " --settings '{\"theme\":\"dark\"}'"),
                Verb.post("suspend", one + ":suspend", "Suspend an organisation: nobody gets into its workspaces")
                        .asks("Nobody will get into any of its workspaces.")
                        .example("org suspend org_" + ULID),
                Verb.post("activate", one + ":activate", "Let people in again").example("org activate org_" + ULID),
                Verb.delete("delete", one, "Delete an organisation; it is erased after 90 days")
                        .takes(Flag.yes("with_content", "also when it has further workspaces"))
                        .asks("The organisation and its workspaces will be gone for everybody.")
                        .example("org delete org_" + ULID + " --with-content"),
                Verb.post("restore", one + ":restore", "Bring a deleted organisation back")
                        .example("org restore org_" + ULID));
    }

    private static Noun workspace() {
        String one = "/v1/workspaces/{id}";
        String id = "wrk_" + ULID;
        return Noun.of(
                "workspace",
                "Workspaces of an organisation",
                List.of("/id", "/slug", "/name", "/status"),
                Verb.list("/v1/workspaces", "List the workspaces of the organisation")
                        .example("workspace list"),
                Verb.get(one, "Read a workspace").example("workspace get " + id),
                Verb.post("create", "/v1/workspaces", "Create a workspace in the organisation")
                        .takes(
                                Flag.text("slug", "its part of addresses").need(),
                                Flag.text("name", "its name").need(),
                                Flag.text("plan", "what was agreed (default: free)"),
                                Flag.text("region", "where its data belongs (default: default)"))
                        .example("workspace create --slug acme --name 'Acme Ltd'"),
                Verb.patch(one, "Rename a workspace, or say where its data belongs")
                        .takes(Flag.text("name", "its new name"), Flag.text("region", "where its data belongs"))
                        .example("workspace update " + id + " --name 'Acme Inc'"),
                Verb.put("set-plan", one + "/plan", "Put a workspace on a plan")
                        .takes(Flag.text("plan", "its name").need())
                        .example("workspace set-plan " + id + " --plan team"),
                Verb.get(one + "/settings", "Read the settings of a workspace, and what holds with its organisation's")
                        .as("settings")
                        .shows("/settings", "/effective")
                        .named("/settings")
                        .example("workspace settings " + id + " -o json"),
                Verb.put("set-settings", one + "/settings", "Replace the settings of a workspace")
                        .takes(Flag.json("settings", "all of them").need())
                        .shows("/settings", "/effective")
                        .named("/settings")
                        .example("workspace set-settings " + id + " --settings '{\"theme\":\"dark\"}'"),
                Verb.post("suspend", one + ":suspend", "Suspend a workspace: nobody gets in, data is kept")
                        .asks("Nobody will get into this workspace.")
                        .example("workspace suspend " + id),
                Verb.post("activate", one + ":activate", "Let people in again").example("workspace activate " + id),
                Verb.post("transfer", one + ":transfer", "Give a workspace to another owner")
                        .takes(
                                Flag.text("owner_id", "the member who shall own it")
                                        .need(),
                                Flag.text("from_id", "which owner gives it, when there are several"),
                                Flag.choice(
                                        "former_role", "what the former owner is then", "admin", "member", "viewer"))
                        .named("/owner_id")
                        .asks("The workspace will belong to somebody else.")
                        .example("workspace transfer " + id + " --owner-id usr_" + ULID),
                Verb.post("move", one + ":move", "Give a workspace to another organisation")
                        .takes(Flag.text("org_id", "the organisation").need())
                        .asks("The workspace will belong to another organisation.")
                        .example("workspace move " + id + " --org-id org_" + ULID),
                Verb.delete("delete", one, "Delete a workspace; it is erased after 90 days")
                        .takes(Flag.yes("with_content", "also when something is left in it"))
                        .asks("The workspace will be gone for everybody.")
                        .example("workspace delete " + id + " --with-content"),
                Verb.post("restore", one + ":restore", "Bring a deleted workspace back")
                        .example("workspace restore " + id));
    }

    private static Noun subtenant() {
        String all = "/v1/workspaces/{workspace}/subtenants";
        String one = all + "/{id}";
        String id = "sub_" + ULID;
        Flag environment = Flag.choice("environment", "what it is for", "production", "staging", "dev", "test");
        Flag region = Flag.text("region", "where its data belongs");
        return Noun.of(
                "subtenant",
                "Parts of the workspace",
                List.of("/id", "/slug", "/name", "/environment", "/region", "/status"),
                Verb.list(all, "List the subtenants").example("subtenant list"),
                Verb.get(one, "Read a subtenant").example("subtenant get " + id),
                Verb.post("create", all, "Make a subtenant")
                        .takes(
                                Flag.text("slug", "its part of addresses").need(),
                                Flag.text("name", "its name").need(),
                                environment,
                                region,
                                Flag.json("settings", "what its applications keep"))
                        .example("subtenant create --slug staging --name Staging --environment staging"),
                Verb.patch(one, "Change a subtenant")
                        .takes(
                                Flag.text("name", "its name"),
                                environment,
                                region,
                                Flag.choice("status", "whether roles work in it", "active", "suspended"),
                                Flag.json("settings", "what its applications keep"))
                        .example("subtenant update " + id + " --status suspended"),
                Verb.delete("delete", one, "Delete a subtenant")
                        .asks("The subtenant will be gone for everybody.")
                        .example("subtenant delete " + id),
                Verb.post("restore", one + ":restore", "Bring a deleted subtenant back")
                        .example("subtenant restore " + id),
                Verb.list("/v1/subtenants/{id}/role-bindings", "List who has which role in a subtenant")
                        .as("roles")
                        .shows("/user_id", "/role", "/granted_by", "/granted_at")
                        .named("/user_id")
                        .example("subtenant roles " + id),
                Verb.put("grant", "/v1/subtenants/{id}/role-bindings/{user_id}/{role}", "Give somebody a role in it")
                        .named("/user_id")
                        .example("subtenant grant " + id + " usr_" + ULID + " editor"),
                Verb.delete(
                                "revoke",
                                "/v1/subtenants/{id}/role-bindings/{user_id}/{role}",
                                "Take a role in it from somebody")
                        .example("subtenant revoke " + id + " usr_" + ULID + " editor"));
    }

    private static Noun project() {
        String one = "/v1/projects/{id}";
        String id = "prj_" + ULID;
        return Noun.of(
                "project",
                "Projects of the workspace",
                List.of("/id", "/slug", "/name", "/status"),
                Verb.list("/v1/projects", "List the projects").example("project list"),
                Verb.get(one, "Read a project").example("project get " + id),
                Verb.post("create", "/v1/projects", "Make a project")
                        .takes(
                                Flag.text("slug", "its part of addresses").need(),
                                Flag.text("name", "its name").need(),
                                Flag.text("description", "what it is for"))
                        .example("project create --slug web --name Web"),
                Verb.patch(one, "Change a project")
                        .takes(Flag.text("name", "its name"), Flag.text("description", "what it is for"))
                        .example("project update " + id + " --name Website"),
                Verb.post("archive", one + ":archive", "Put a project away").example("project archive " + id),
                Verb.post("restore", one + ":restore", "Bring an archived or deleted project back")
                        .example("project restore " + id),
                Verb.delete("delete", one, "Delete a project")
                        .asks("The project will be gone for everybody.")
                        .example("project delete " + id));
    }

    private static Noun node() {
        String one = "/v1/nodes/{id}";
        String id = "nod_" + ULID;
        return Noun.of(
                "node",
                "The tree of organisation, workspace, units, subtenants and projects",
                List.of("/id", "/kind", "/name", "/parent_id", "/subject_id"),
                Verb.list("/v1/nodes", "List the nodes of the workspace")
                        .takes(
                                Flag.text("parent", "only those directly under this one"),
                                Flag.choice("kind", "only these", "org", "workspace", "unit", "subtenant", "project"))
                        .example("node list --kind unit"),
                Verb.get(one, "Read a node").example("node get " + id),
                Verb.get(one + "/subtree", "Draw what stands below a node")
                        .as("tree")
                        .shown(Verb.Shape.NODES)
                        .takes(Flag.number("depth", "how many levels (default: all)"))
                        .shows("/level", "/node/id", "/node/kind", "/node/name", "/node/parent_id")
                        .named("/node/id")
                        .example("node tree " + id, "node tree " + id + " --depth 2 -o tsv"),
                Verb.post("create", "/v1/nodes", "Make a unit")
                        .takes(
                                Flag.text("parent_id", "the node above it").need(),
                                Flag.text("name", "its name").need())
                        .example("node create --parent-id " + id + " --name Sales"),
                Verb.patch(one, "Rename a unit")
                        .takes(Flag.text("name", "its new name").need())
                        .example("node update " + id + " --name 'Sales and support'"),
                Verb.post("move", one + ":move", "Put a node, with all below it, under another one")
                        .takes(Flag.text("parent_id", "the node above it").need())
                        .example("node move " + id + " --parent-id nod_" + ULID),
                Verb.delete("delete", one, "Delete a unit in which nothing is left")
                        .asks("The unit will be gone.")
                        .example("node delete " + id));
    }

    private static Noun domain() {
        String all = "/v1/workspaces/{workspace}/domains";
        String one = all + "/{domain}";
        return Noun.of(
                "domain",
                "Domains of the workspace",
                List.of("/domain", "/method", "/status", "/serves", "/verified_at"),
                Verb.list(all, "List the domains").named("/domain").example("domain list"),
                Verb.get(one, "Read a domain").named("/domain").example("domain get acme.com"),
                Verb.post("claim", all, "Claim a domain; the answer says how to prove it")
                        .takes(
                                Flag.text("domain", "its name").need().byPlace(),
                                Flag.choice("method", "how it is proven", "dns_txt", "http_file", "email"))
                        .named("/domain")
                        .example("domain claim acme.com", "domain claim acme.com --method http_file"),
                Verb.post("verify", one + ":verify", "Look for the proof now")
                        .named("/domain")
                        .example("domain verify acme.com"),
                Verb.post("mail", one + ":mail", "Mail the link that proves it")
                        .takes(Flag.choice("mailbox", "to whom", "admin", "hostmaster", "postmaster", "webmaster"))
                        .named("/domain")
                        .example("domain mail acme.com --mailbox postmaster"),
                Verb.patch(one, "Let the workspace be found at the domain, or not")
                        .takes(Flag.truth("serves", "whether sign-in is served there")
                                .need())
                        .named("/domain")
                        .example("domain update acme.com --serves true"),
                Verb.delete("delete", one, "Give a domain up")
                        .asks("People with addresses of this domain will no longer be led here.")
                        .example("domain delete acme.com"),
                Verb.post(
                                "release",
                                "/v1/domains/{domain}:release",
                                "Take a domain away from whichever workspace has it")
                        .shows("/domain", "/workspace_id")
                        .named("/domain")
                        .asks("People with addresses of this domain will no longer be led to that workspace.")
                        .example("domain release acme.com"));
    }
}
