package dev.keystead.cli.remote;

import java.util.List;
import java.util.stream.Stream;

/// Everything that can be asked of a server by name, as a table.
public final class Nouns {
    /// What the server did; the verbs stand beside those that need no server.
    public static final Noun AUDIT = Noun.of(
            "audit",
            "Read what was done",
            List.of("/event_at", "/event_type", "/actor_did", "/resource_type", "/resource_id"),
            Verb.list("/v1/audit", "List or search what was done in the workspace, newest first")
                    .takes(
                            Flag.text("actor", "only what this one did, such as did:keystead:usr_01k9…"),
                            Flag.text("action", "only this action, such as user.create"),
                            Flag.text("resource", "only entries about this id"),
                            Flag.choice("trail", "only this trail", "admin_audit", "auth_audit", "runtime_token_audit"),
                            Flag.text("from", "only from this time on, such as 2026-01-31T12:00:00Z"),
                            Flag.text("to", "only before this time"))
                    .example(
                            "audit list --limit 20",
                            "audit list --action user.create --from 2026-01-01T00:00:00Z -o tsv"));

    /// What workspaces attest; the verbs stand beside the one that needs no server.
    public static final Noun BADGE = TrustNouns.BADGE;

    private Nouns() {}

    /// The nouns with a command of their own.
    public static List<Noun> all() {
        return Stream.of(
                        PEOPLE,
                        APPLICATIONS,
                        PlaceNouns.all(),
                        MemberNouns.all(),
                        TrustNouns.all(),
                        DeviceNouns.all(),
                        LicenseNouns.all())
                .flatMap(List::stream)
                .toList();
    }

    private static final List<Noun> PEOPLE = List.of(Noun.of(
            "user",
            "People of a workspace",
            List.of("/id", "/handle", "/email", "/display_name", "/status"),
            Verb.list("/v1/users", "List or search people")
                    .takes(
                            Flag.text("q", "the start of an e-mail address, a handle or a name"),
                            Flag.choice("status", "only these", "pending_verification", "active", "suspended"))
                    .example("user list", "user list --q ana -o json", "user list --status suspended -o name"),
            Verb.get("/v1/users/{id}", "Read a person").example("user get usr_01k9y7c2vff0z8n3q5s6t4w1xe"),
            Verb.post("create", "/v1/users", "Create a person")
                    .takes(
                            Flag.text("email", "the address").need(),
                            Flag.text("display_name", "the name that others see")
                                    .need(),
                            Flag.text("handle", "the handle"),
                            Flag.text("locale", "the language, such as pt"),
                            Flag.text("timezone", "such as America/Sao_Paulo"))
                    .example("user create --email ana@example.org --display-name 'Ana Lima'"),
            Verb.post("suspend", "/v1/users/{id}:suspend", "Keep a person out; sessions and tokens end")
                    .example("user suspend usr_01k9y7c2vff0z8n3q5s6t4w1xe"),
            Verb.post("reactivate", "/v1/users/{id}:reactivate", "Let a person in again")
                    .example("user reactivate usr_01k9y7c2vff0z8n3q5s6t4w1xe"),
            Verb.post("mark-deceased", "/v1/users/{id}:mark-deceased", "Note that a person died")
                    .takes(Flag.text("deceased_at", "when, such as 2026-01-31T12:00:00Z (default: now)"))
                    .asks("Nobody will get into this account.")
                    .example("user mark-deceased usr_01k9y7c2vff0z8n3q5s6t4w1xe"),
            Verb.post("unmark-deceased", "/v1/users/{id}:unmark-deceased", "Take back that a person died")
                    .example("user unmark-deceased usr_01k9y7c2vff0z8n3q5s6t4w1xe"),
            Verb.post(
                            "revoke",
                            "/v1/lineage/{user_id}:revoke",
                            "Suspend a person for what they did; it counts against whoever invited them")
                    .takes(
                            Flag.choice("reason", "why", "abuse", "fraud", "policy", "inviter_compromised", "other")
                                    .need(),
                            Flag.text("reason_detail", "the same in words"),
                            Flag.yes("dry_run", "only see what that would do"))
                    .named("/revocation_id")
                    .asks("This person will be suspended.")
                    .example("user revoke usr_01k9y7c2vff0z8n3q5s6t4w1xe --reason abuse")));

    private static final List<Noun> APPLICATIONS = List.of(
            Noun.of(
                    "client",
                    "Applications",
                    List.of("/id", "/client_id", "/name", "/type", "/profile"),
                    Verb.list("/v1/clients", "List the applications").example("client list"),
                    Verb.get("/v1/clients/{id}", "Read an application, without its secret")
                            .example("client get cli_01k9y7c2vff0z8n3q5s6t4w1xe"),
                    Verb.post(
                                    "create",
                                    "/v1/clients",
                                    "Register an application; its secret is shown in this answer only")
                            .takes(
                                    Flag.text("name", "its name"),
                                    Flag.choice("type", "whether it can keep a secret", "confidential", "public"),
                                    Flag.choice("profile", "the rules that it keeps to", "plain", "fapi2"),
                                    Flag.text("token_endpoint_auth_method", "how it proves itself"),
                                    Flag.list("redirect_uris", "where people come back to"),
                                    Flag.list("grant_types", "how it gets tokens"),
                                    Flag.list("scopes", "what it may ask for"))
                            .named("/client/id")
                            .example(
                                    "client create --name Shop --redirect-uris https://shop.example.org/callback",
                                    "client create --from client.json")),
            Noun.of(
                    "key",
                    "Keys with which a workspace signs tokens",
                    List.of("/id", "/algorithm", "/status", "/activates_at", "/expires_at"),
                    Verb.list("/v1/signing-keys", "List the keys").example("key list"),
                    Verb.post("rotate", "/v1/signing-keys:rotate", "Let another key sign")
                            .takes(
                                    Flag.text("algorithm", "only the key of this algorithm, such as ES256"),
                                    Flag.yes("immediate", "at once, and not when everybody knows it"))
                            .named("/keys/0/id")
                            .example("key rotate", "key rotate --algorithm ES256 --immediate --yes")
                            .asks("Tokens will be signed by another key.")));
}
