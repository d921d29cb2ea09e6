package dev.keystead.cli.remote;

import java.util.List;

/// People who invite people: handles, invitations, trust, revocation, badges.
final class TrustNouns {
    private static final String ULID = "01k9y7c2vff0z8n3q5s6t4w1xe";
    private static final String USER = "usr_" + ULID;

    /// What workspaces attest; the verbs stand beside the one that needs no server.
    static final Noun BADGE = Noun.of(
            "badge",
            "Badges of people",
            List.of("/id", "/user_id", "/kind", "/status", "/issued_at", "/expires_at"),
            Verb.list("/v1/badges", "List the badges that the workspace issued").example("badge list"),
            Verb.get("/v1/badges/{id}", "Read a badge").example("badge get bdg_" + ULID),
            Verb.post("issue", "/v1/badges", "Issue a badge")
                    .takes(
                            Flag.text("user_id", "the person").need().byPlace(),
                            Flag.text("kind", "what it attests, such as staff").need(),
                            Flag.text("scope", "of what"),
                            Flag.text("role", "as what"))
                    .example("badge issue " + USER + " --kind staff"),
            Verb.post("revoke", "/v1/badges/{id}:revoke", "Revoke a badge")
                    .takes(Flag.text("reason", "why; everybody can read it").need())
                    .asks("A revoked badge does not come back.")
                    .example("badge revoke bdg_" + ULID + " --reason 'left the company'"),
            Verb.list("/v1/badge-issuer-keys", "List the keys that sign badges")
                    .as("keys")
                    .shows("/id", "/kind", "/algorithm", "/status", "/expires_at")
                    .example("badge keys"),
            Verb.post("rotate-key", "/v1/badge-issuer-keys/{kid}:rotate", "Let another key sign badges of this kind")
                    .named("/successor/id")
                    .example("badge rotate-key KID"),
            Verb.post("revoke-key", "/v1/badge-issuer-keys/{kid}:revoke", "Declare a key lost")
                    .named("/key/id")
                    .asks("Every badge that this key signed will be invalid.")
                    .example("badge revoke-key KID"));

    private TrustNouns() {}

    static List<Noun> all() {
        return List.of(invite(), handle(), trust(), cascade());
    }

    private static Noun invite() {
        return Noun.of(
                "invite",
                "Invitations, and who came by whom",
                List.of("/id", "/inviter_id", "/intended_email", "/status", "/expires_at"),
                Verb.list("/v1/invites", "List the invitations of everybody, newest first")
                        .takes(
                                Flag.choice("status", "only these", "open", "redeemed", "revoked", "expired"),
                                Flag.text("inviter_id", "only those of this person"))
                        .example("invite list --status open"),
                Verb.get("/v1/invites/{id}", "Read an invitation").example("invite get inv_" + ULID),
                Verb.post("create", "/v1/invites", "Invite somebody; the link is shown in this answer only")
                        .takes(
                                Flag.text("intended_email", "whom it is for"),
                                Flag.choice(
                                        "reason_code", "why", "colleague", "friend", "project", "community", "other"),
                                Flag.text("reason_detail", "the same in words"),
                                Flag.yes("public_verifiable", "let anybody check who invited whom"))
                        .named("/invite/id")
                        .example("invite create --intended-email ben@example.org --reason-code colleague"),
                Verb.post("revoke", "/v1/invites/{id}:revoke", "Take an invitation back")
                        .example("invite revoke inv_" + ULID),
                Verb.list("/v1/lineage/{user_id}/descendants", "Draw whom somebody brought, directly or not")
                        .as("tree")
                        .shown(Verb.Shape.KIN)
                        .shows("/user_id", "/handle", "/distance", "/inviter_id", "/redeemed_at")
                        .named("/user_id")
                        .example("invite tree " + USER, "invite tree " + USER + " --limit 1000 -o tsv"),
                Verb.list("/v1/lineage/{user_id}/ancestors", "List by whom somebody came, up to the root")
                        .as("lineage")
                        .shows("/user_id", "/handle", "/distance", "/redeemed_at")
                        .named("/user_id")
                        .example("invite lineage " + USER),
                Verb.get("/v1/invite-quotas/{user_id}", "Read how many somebody may invite")
                        .as("quota")
                        .named("/user_id")
                        .example("invite quota " + USER),
                Verb.patch("/v1/invite-quotas/{user_id}", "Decide how many somebody may invite")
                        .as("set-quota")
                        .takes(
                                Flag.number("total_allowed", "in all"),
                                Flag.number("period_allowed", "in 30 days"),
                                Flag.truth("set_by_hand", "false lets it follow from trust again"))
                        .named("/user_id")
                        .example("invite set-quota " + USER + " --period-allowed 20"));
    }

    private static Noun handle() {
        String proposal = "/v1/handle-reservations/{id}";
        return Noun.of(
                "handle",
                "Handles of people and machines",
                List.of("/id", "/handle", "/category", "/status", "/proposed_by", "/reviewed_by"),
                Verb.post("check", "/v1/handles:check", "Ask whether a handle is free")
                        .takes(Flag.text("handle", "the handle").need().byPlace())
                        .shows("/handle", "/available", "/message")
                        .named("/handle")
                        .withoutKey()
                        .example("handle check ana"),
                Verb.get("/v1/handles/{handle}", "Tell what is known of a handle")
                        .shows("/handle", "/state", "/user_id", "/workspace_id", "/category")
                        .named("/handle")
                        .example("handle get ana"),
                Verb.post("release", "/v1/handles/{handle}:release", "Give a frozen handle back to everybody")
                        .shows("/handle", "/state", "/released_at")
                        .named("/handle")
                        .asks("Anybody will be able to take this handle.")
                        .example("handle release ana"),
                Verb.list("/v1/handle-reservations", "List the reservations that wait for a second person")
                        .as("reservations")
                        .takes(Flag.choice("status", "only these", "proposed", "approved", "rejected"))
                        .example("handle reservations", "handle reservations --status approved"),
                Verb.post("reserve", "/v1/handle-reservations", "Propose that nobody may have a handle")
                        .takes(
                                Flag.text("handle", "the handle").need().byPlace(),
                                Flag.choice("category", "why", "system", "product", "brand", "profanity", "ambiguous")
                                        .need(),
                                Flag.text("reason", "the same in words").need())
                        .example("handle reserve acme --category brand --reason 'a brand of ours'"),
                Verb.post("approve", proposal + ":approve", "Approve what somebody else proposed")
                        .asks("A reservation is for ever.")
                        .example("handle approve hrv_" + ULID),
                Verb.post("reject", proposal + ":reject", "Reject what somebody proposed")
                        .example("handle reject hrv_" + ULID));
    }

    private static Noun trust() {
        String one = "/v1/users/{user_id}/trust";
        return Noun.of(
                "trust",
                "How far people are trusted",
                List.of("/user_id", "/score", "/invites_per_period", "/invites_in_all", "/computed_at"),
                Verb.get(one, "Read somebody's score with its parts")
                        .named("/user_id")
                        .example("trust get " + USER),
                Verb.list(one + "/history", "List how a score went")
                        .as("history")
                        .shows("/day", "/score", "/lineage", "/tenure", "/verification", "/penalties")
                        .named("/day")
                        .example("trust history " + USER),
                Verb.post("recompute", one + ":recompute", "Compute a score now")
                        .named("/user_id")
                        .example("trust recompute " + USER),
                Verb.post("explain", one + ":explain", "See what a score would be if something else were the case")
                        .takes(
                                Flag.truth("staff", "were they of the staff"),
                                Flag.truth("email_verified", "had they proven their address"),
                                Flag.truth("passkey", "had they a passkey"),
                                Flag.truth("authenticator_app", "had they an authenticator app"),
                                Flag.truth("verified_workspace", "had a workspace of theirs a domain"),
                                Flag.truth("verified_badge", "had they the badge"),
                                Flag.number("active_days", "were they here on so many days of 90"),
                                Flag.number("more_good_invitees", "had they brought so many more who stayed"),
                                Flag.number("more_strikes", "were they revoked so many times more"),
                                Flag.number("more_revoked_invitees", "were so many more revoked whom they brought"),
                                Flag.number("more_revoked_below", "were so many more revoked whom those brought"))
                        .named("/score_after")
                        .shows("/score_before", "/score_after")
                        .example("trust explain " + USER + " --passkey true --more-strikes 1"));
    }

    private static Noun cascade() {
        String one = "/v1/cascade-jobs/{id}";
        String id = "csj_" + ULID;
        Flag reason = Flag.choice("reason", "why", "abuse", "fraud", "policy", "inviter_compromised", "other");
        return Noun.of(
                "cascade",
                "Revoking people with everybody whom they brought",
                List.of("/id", "/user_id", "/status", "/found", "/suspended", "/flagged", "/reversible_until"),
                Verb.post(
                                "start",
                                "/v1/lineage/{user_id}:revoke",
                                "Suspend somebody and everybody below, after the number of them was confirmed")
                        .shown(Verb.Shape.CASCADE)
                        .takes(
                                reason.need(),
                                Flag.text("reason_detail", "the same in words"),
                                Flag.yes("dry_run", "only see whom it would reach"))
                        .asks("Everybody below this person will be suspended.")
                        .example(
                                "cascade start " + USER + " --reason abuse --dry-run",
                                "cascade start " + USER + " --reason abuse",
                                "cascade start " + USER + " --reason abuse --yes --no-wait -o name"),
                Verb.list("/v1/cascade-jobs", "List cascades, newest first").example("cascade list"),
                Verb.get(one, "See how far a cascade is").example("cascade get " + id),
                Verb.get(one, "Watch a cascade until it is done")
                        .as("watch")
                        .shown(Verb.Shape.JOB)
                        .example("cascade watch " + id),
                Verb.list(one + "/accounts", "List whom a cascade found")
                        .as("accounts")
                        .takes(Flag.choice(
                                "state",
                                "only these",
                                "suspended",
                                "untouched",
                                "flagged",
                                "confirmed",
                                "dismissed",
                                "restored",
                                "kept"))
                        .shows("/position", "/user_id", "/generation", "/state", "/reason")
                        .named("/user_id")
                        .example("cascade accounts " + id + " --state flagged"),
                Verb.post("confirm", one + "/accounts/{user_id}:confirm", "Suspend somebody whom it flagged")
                        .shows("/user_id", "/state")
                        .named("/user_id")
                        .example("cascade confirm " + id + " " + USER),
                Verb.post("dismiss", one + "/accounts/{user_id}:dismiss", "Let somebody be whom it flagged")
                        .shows("/user_id", "/state")
                        .named("/user_id")
                        .example("cascade dismiss " + id + " " + USER),
                Verb.post("undo", one + ":reverse", "Give those back what they had whom it still keeps out")
                        .shown(Verb.Shape.JOB)
                        .asks("Everybody whom this cascade keeps out will be let in again.")
                        .example("cascade undo " + id));
    }
}
