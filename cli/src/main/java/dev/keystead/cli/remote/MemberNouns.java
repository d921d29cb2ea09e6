package dev.keystead.cli.remote;

import java.util.List;

/// Who belongs to a workspace and what they may do there: members, roles, groups, machines.
final class MemberNouns {
    private static final String ULID = "01k9y7c2vff0z8n3q5s6t4w1xe";
    private static final String USER = "usr_" + ULID;

    private MemberNouns() {}

    static List<Noun> all() {
        return List.of(member(), role(), group(), bot(), account());
    }

    private static Noun member() {
        String all = "/v1/workspaces/{workspace}/members";
        String one = all + "/{user_id}";
        Flag affiliation = Flag.choice(
                "affiliation", "who they are", "staff", "contractor", "alumni", "intern", "board", "external", "guest");
        Flag end = Flag.text("guest_expires_at", "when a guest's time ends, such as 2026-12-31T18:00:00Z");
        Flag metadata = Flag.json("metadata", "what the workspace keeps about it");
        return Noun.of(
                "member",
                "Members of the workspace",
                List.of("/user_id", "/handle", "/display_name", "/role", "/affiliation", "/left_at"),
                Verb.list(all, "List the members, also those who left")
                        .takes(Flag.choice("role", "only these", "owner", "admin", "member", "viewer"))
                        .named("/user_id")
                        .example("member list", "member list --role admin -o tsv"),
                Verb.get(one, "Read a membership").named("/user_id").example("member get " + USER),
                Verb.post("add", all, "Make somebody a member")
                        .takes(
                                Flag.text("user_id", "the person").need().byPlace(),
                                Flag.choice("role", "what they may do", "owner", "admin", "member", "viewer")
                                        .need(),
                                affiliation,
                                end,
                                metadata)
                        .named("/user_id")
                        .example(
                                "member add " + USER + " --role member",
                                "member add " + USER
                                        + " --role viewer --affiliation guest --guest-expires-at 2026-12-31T18:00:00Z"),
                Verb.patch(one, "Give a member another role or affiliation")
                        .takes(
                                Flag.choice("role", "what they may do", "owner", "admin", "member", "viewer"),
                                affiliation,
                                end,
                                metadata)
                        .named("/user_id")
                        .example("member update " + USER + " --role admin"),
                Verb.delete("remove", one, "End a membership")
                        .asks("This person will have no rights here.")
                        .example("member remove " + USER));
    }

    private static Noun role() {
        String one = "/v1/roles/{id}";
        String id = "rol_" + ULID;
        Flag rights = Flag.list("rights", "what it allows, such as read:user,write:client");
        return Noun.of(
                "role",
                "Roles of the workspace's own",
                List.of("/id", "/name", "/description", "/rights"),
                Verb.list("/v1/roles", "List the roles").example("role list"),
                Verb.get(one, "Read a role").example("role get " + id),
                Verb.post("create", "/v1/roles", "Make a role")
                        .takes(
                                Flag.text("name", "its name").need(),
                                Flag.text("description", "what it is for"),
                                rights.need())
                        .example("role create --name support --rights read:user,read:session"),
                Verb.patch(one, "Change what a role allows")
                        .takes(Flag.text("description", "what it is for"), rights)
                        .example("role update " + id + " --rights read:user"),
                Verb.delete("delete", one, "Delete a role")
                        .asks("Whoever has this role will lose what it allows.")
                        .example("role delete " + id),
                Verb.list(one + "/assignments", "List who has a role")
                        .as("holders")
                        .shows("/principal", "/assigned_by", "/assigned_at")
                        .named("/principal")
                        .example("role holders " + id),
                Verb.put("assign", one + "/assignments/{principal}", "Give a person, a group or a machine a role")
                        .named("/principal")
                        .example("role assign " + id + " " + USER, "role assign " + id + " grp_" + ULID),
                Verb.delete("unassign", one + "/assignments/{principal}", "Take a role away")
                        .example("role unassign " + id + " " + USER));
    }

    private static Noun group() {
        String one = "/v1/groups/{id}";
        String id = "grp_" + ULID;
        Flag outside = Flag.text("external_id", "what another system calls it");
        return Noun.of(
                "group",
                "Groups of people",
                List.of("/id", "/name", "/description"),
                Verb.list("/v1/groups", "List the groups").example("group list", "group list -o tsv"),
                Verb.get(one, "Read a group").example("group get " + id),
                Verb.post("create", "/v1/groups", "Make a group")
                        .takes(
                                Flag.text("name", "its name").need(),
                                Flag.text("description", "what it is for"),
                                outside)
                        .example("group create --name editors"),
                Verb.patch(one, "Change a group")
                        .takes(Flag.text("name", "its name"), Flag.text("description", "what it is for"), outside)
                        .example("group update " + id + " --name authors"),
                Verb.delete("delete", one, "Delete a group; the people stay")
                        .asks("Whoever is in this group will lose what it gives them.")
                        .example("group delete " + id),
                Verb.list(one + "/members", "List who is in a group")
                        .as("members")
                        .shows("/user_id", "/display_name", "/added_by", "/added_at")
                        .named("/user_id")
                        .example("group members " + id),
                Verb.put("add", one + "/members/{user_id}", "Put somebody into a group")
                        .named("/user_id")
                        .example("group add " + id + " " + USER),
                Verb.delete("remove", one + "/members/{user_id}", "Take somebody out of a group")
                        .example("group remove " + id + " " + USER));
    }

    private static Noun bot() {
        String one = "/v1/service-identities/{id}";
        String id = "bot_" + ULID;
        Flag trust = Flag.choice(
                "trust_class", "how far it is trusted", "system", "verified_org", "third_party", "untrusted");
        return Noun.of(
                "bot",
                "Machines of the workspace",
                List.of("/id", "/handle", "/display_name", "/trust_class", "/status"),
                Verb.list("/v1/service-identities", "List the machines").example("bot list"),
                Verb.get(one, "Read a machine").example("bot get " + id),
                Verb.post("create", "/v1/service-identities", "Make a machine")
                        .takes(
                                Flag.text("handle", "its handle, which ends in .bot")
                                        .need(),
                                Flag.text("display_name", "the name that others see")
                                        .need(),
                                Flag.text("description", "what it is for"),
                                trust)
                        .example("bot create --handle acme-sync.bot --display-name 'Acme sync'"),
                Verb.patch(one, "Change a machine")
                        .takes(
                                Flag.text("display_name", "the name that others see"),
                                Flag.text("description", "what it is for"),
                                trust)
                        .example("bot update " + id + " --display-name 'Sync of Acme'"),
                Verb.post("suspend", one + ":suspend", "Keep a machine out").example("bot suspend " + id),
                Verb.post("activate", one + ":activate", "Let a machine in again")
                        .example("bot activate " + id),
                Verb.post("challenge", one + ":challenge", "Get the text that a machine signs to prove its key")
                        .named("/nonce")
                        .example("bot challenge " + id),
                Verb.post("attest", one + ":attest", "Hand in a machine's key and its proof")
                        .takes(Flag.text("proof", "the signed challenge; the member key comes by --from")
                                .need())
                        .example("bot attest " + id + " --from proof.json"),
                Verb.delete("delete", one, "Delete a machine; its handle is never given again")
                        .asks("The machine and its credentials will stop working.")
                        .example("bot delete " + id));
    }

    private static Noun account() {
        String one = "/v1/service-accounts/{id}";
        String id = "svc_" + ULID;
        Flag scopes = Flag.list("scopes", "what it may, such as read:user");
        return Noun.of(
                "service-account",
                "Credentials of machines",
                List.of("/id", "/client_id", "/name", "/credential", "/status", "/scopes"),
                Verb.list("/v1/service-accounts", "List the credentials of machines")
                        .takes(Flag.text("service_identity_id", "only those of this machine"))
                        .example("service-account list"),
                Verb.get(one, "Read a credential, without its secret").example("service-account get " + id),
                Verb.post(
                                "create",
                                "/v1/service-accounts",
                                "Give a machine a credential; its secret is shown in this answer only")
                        .takes(
                                Flag.text("service_identity_id", "the machine").need(),
                                Flag.text("name", "its name").need(),
                                scopes.need(),
                                Flag.choice("credential", "how it proves itself", "secret", "key"))
                        .named("/service_account/id")
                        .example("service-account create --service-identity-id bot_" + ULID
                                + " --name nightly --scopes read:user"),
                Verb.patch(one, "Change a credential")
                        .takes(
                                Flag.text("name", "its name"),
                                scopes,
                                Flag.choice("status", "whether it works", "active", "suspended"))
                        .example("service-account update " + id + " --status suspended"),
                Verb.post("rotate", one + ":rotate-secret", "Make a new secret, shown in this answer only")
                        .takes(Flag.number("overlap_seconds", "how long the old one works beside it"))
                        .named("/service_account/id")
                        .asks("The old secret will stop working.")
                        .example("service-account rotate " + id + " --overlap-seconds 3600"),
                Verb.delete("delete", one, "Delete a credential")
                        .asks("What uses this credential will stop working.")
                        .example("service-account delete " + id));
    }
}
