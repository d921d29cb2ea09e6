package dev.keystead.job;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// How long each table keeps its rows and what removes them. Every table of the product has its line here.
///
/// Beside what a line says, rows about a person go when the person is erased, and rows of a workspace when that
/// is erased: both are found in the catalogue, by `user_id` and `tenant_id`. Where the laws differ, the longest
/// time holds.
public final class Retention {
    /// How long what was deleted, revoked or withdrawn stays (000 Data Lifecycle).
    public static final Duration ENDED = Duration.ofDays(90);

    private static final Duration AT_ONCE = Duration.ZERO;
    private static final Duration HOUR = Duration.ofHours(1);

    private Retention() {}

    /// What removes rows of a table.
    public sealed interface Removal {
        /// The job `expiry`, some time after `expires_at`. So does `app.cleanup_expired_data()`.
        record Expiry(Duration after) implements Removal {}

        /// The job `retention`, some time after the moment in a column.
        record Ended(String column, Duration after) implements Removal {}

        /// A job of its own.
        record ByJob(String job, String when) implements Removal {}

        /// Signed cuts of the trail, never single rows.
        record Cut(Duration after) implements Removal {}

        /// The erasure of its person or its workspace, and nothing else before.
        record Owner(String why) implements Removal {}

        /// Nothing.
        record Nothing(String why) implements Removal {}
    }

    /// The line of a table.
    public record Rule(String table, Removal removal) {}

    /// Every table.
    public static List<Rule> rules() {
        return Stream.of(expiring(), ended(), byJobs(), trails(), owned(), staying())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Rule> expiring() {
        return List.of(
                expiry("admin.idempotency_keys", AT_ONCE),
                expiry("admin.webhook_deliveries", AT_ONCE),
                expiry("auth.auth_flows", HOUR),
                expiry("auth.federation_journeys", AT_ONCE),
                expiry("auth.known_browsers", AT_ONCE),
                expiry("auth.lockouts", AT_ONCE),
                expiry("auth.one_time_tokens", AT_ONCE),
                expiry("auth.webauthn_challenges", AT_ONCE),
                expiry("events.cache_changes", AT_ONCE),
                expiry("events.inbox", AT_ONCE),
                expiry("events.mails", AT_ONCE),
                expiry("events.outbox", AT_ONCE),
                expiry("events.relay_leases", AT_ONCE),
                expiry("licensing.usage_entries", AT_ONCE),
                expiry("oauth.authorization_codes", HOUR),
                expiry("oauth.authorization_requests", HOUR),
                expiry("oauth.device_codes", HOUR),
                expiry("oauth.registration_tokens", AT_ONCE),
                expiry("oauth.replays", AT_ONCE),
                expiry("session.access_tokens", HOUR),
                expiry("session.grants", Duration.ofDays(7)),
                expiry("session.logout_notices", AT_ONCE),
                // 003 keeps ended sessions for 400 days, 000 for 30.
                expiry("session.sessions", Duration.ofDays(400)),
                expiry("session.upstream_sessions", AT_ONCE));
    }

    private static List<Rule> ended() {
        return List.of(
                new Rule("admin.personal_access_tokens", new Removal.Ended("revoked_at", ENDED)),
                new Rule("identity.handle_registry", new Removal.Ended("released_at", ENDED)),
                new Rule("identity.badges", new Removal.Ended("expires_at", ENDED)),
                new Rule("identity.binding_certificates", new Removal.Ended("expires_at", ENDED)),
                // 000 keeps what came to nothing for a year; what was used goes with either of its people.
                new Rule("identity.invites", new Removal.Ended("expires_at", Duration.ofDays(365))),
                new Rule("identity.cascade_jobs", new Removal.Ended("irreversible_at", ENDED)),
                new Rule("identity.mfa_factors", new Removal.Ended("deleted_at", ENDED)),
                new Rule("identity.projects", new Removal.Ended("deleted_at", ENDED)),
                // 000 keeps machines for 30 days after their deletion.
                new Rule("identity.service_accounts", new Removal.Ended("deleted_at", Duration.ofDays(30))),
                new Rule("identity.service_identities", new Removal.Ended("deleted_at", Duration.ofDays(30))),
                new Rule("identity.subtenant_role_bindings", new Removal.Ended("revoked_at", ENDED)),
                new Rule("identity.subtenants", new Removal.Ended("deleted_at", ENDED)),
                new Rule("identity.trust_history", new Removal.Ended("computed_at", Duration.ofDays(400))),
                new Rule("oauth.clients", new Removal.Ended("deleted_at", ENDED)),
                new Rule("oauth.consents", new Removal.Ended("deleted_at", ENDED)));
    }

    private static List<Rule> byJobs() {
        return List.of(
                new Rule(
                        "licensing.history_archives",
                        new Removal.ByJob("license-archive", "7 years after its last change, with its file")),
                new Rule(
                        "licensing.license_assignment_history",
                        new Removal.ByJob("license-archive", "after 2 years, into a file that is kept for 5 more")),
                new Rule("admin.job_runs", new Removal.ByJob("any", "50 runs later")),
                new Rule("audit.checkpoints", new Removal.ByJob("audit-months", "when a later cut stands for it")),
                new Rule(
                        "audit.exports",
                        new Removal.ByJob("audit-exports", "7 days after it was asked for, with its files")),
                new Rule("auth.auth_events", new Removal.ByJob("auth-event-months", "with their month, after 90 days")),
                new Rule(
                        "identity.badge_issuer_keys",
                        new Removal.ByJob("badge-keys", "when it signs no more and no badge of it is kept")),
                new Rule("identity.bot_buckets", new Removal.ByJob("retention", "with their service identity")),
                new Rule(
                        "identity.certificate_authorities",
                        new Removal.ByJob(
                                "certificate-authorities",
                                "90 days after it expired, when no certificate of it is kept")),
                new Rule("identity.cascade_accounts", new Removal.ByJob("retention", "with their cascade")),
                new Rule(
                        "identity.domain_owners",
                        new Removal.ByJob("domain-checks", "when nothing proves the domain any more")),
                new Rule(
                        "identity.workspace_domains",
                        new Removal.ByJob("domain-checks", "when nobody proves it within 30 days")),
                new Rule(
                        "admin.org_logos",
                        new Removal.ByJob("org-erasure", "with their organisation; there is one at most")),
                new Rule(
                        "admin.org_policies",
                        new Removal.ByJob("org-erasure", "with their organisation; there is one of a kind at most")),
                new Rule(
                        "identity.orgs",
                        new Removal.ByJob(
                                "org-erasure",
                                "once all workspaces of a deleted one are erased; an empty row stays for theirs")),
                new Rule(
                        "identity.users",
                        new Removal.ByJob("erasure", "after deletion and the window of the workspace")),
                new Rule(
                        "identity.workspaces",
                        new Removal.ByJob(
                                "workspace-erasure",
                                "90 days after deletion; an empty row keeps the slug from being given again")),
                new Rule("oauth.signing_keys", new Removal.ByJob("key-rotation", "when no token needs it any more")));
    }

    private static List<Rule> trails() {
        return List.of(
                new Rule("audit.admin_audit", new Removal.Cut(Duration.ofDays(365))),
                new Rule("audit.auth_audit", new Removal.Cut(Duration.ofDays(90))),
                new Rule("audit.runtime_token_audit", new Removal.Cut(Duration.ofDays(90))));
    }

    private static List<Rule> owned() {
        return List.of(
                new Rule("admin.api_keys", new Removal.Owner("revoked keys are evidence (003)")),
                new Rule("admin.brand_logos", new Removal.Owner("there is one at most")),
                new Rule("admin.connections", new Removal.Owner("what is deleted goes at once")),
                new Rule("admin.saml_keys", new Removal.Owner("what is deleted goes at once")),
                new Rule("admin.webhooks", new Removal.Owner("what is deleted goes at once")),
                new Rule("admin.policies", new Removal.Owner("there is one of a kind at most")),
                new Rule("identity.credentials", new Removal.Owner("what is replaced is deleted at once")),
                new Rule("identity.devices", new Removal.Owner("a key that was revoked must not come back (003)")),
                new Rule("identity.external_identities", new Removal.Owner("what is unlinked goes at once")),
                new Rule("identity.group_members", new Removal.Owner("whoever is taken out or leaves goes at once")),
                new Rule("identity.groups", new Removal.Owner("what is deleted goes at once")),
                new Rule("identity.invite_quotas", new Removal.Owner("there is one for each person at most")),
                new Rule("identity.nodes", new Removal.Owner("goes with what it stands for")),
                new Rule("identity.role_assignments", new Removal.Owner("what is taken away goes at once")),
                new Rule("identity.role_group_assignments", new Removal.Owner("what is taken away goes at once")),
                new Rule("identity.roles", new Removal.Owner("what is deleted goes at once")),
                new Rule("identity.subtenant_group_bindings", new Removal.Owner("what is taken away goes at once")),
                new Rule("identity.public_profiles", new Removal.Owner("there is one at most")),
                new Rule("identity.trust_scores", new Removal.Owner("there is one at most")),
                new Rule("identity.workspace_members", new Removal.Owner("who has left is one of the alumni")),
                new Rule("licensing.license_assignments", new Removal.Owner("never purged (003)")),
                new Rule("licensing.seats", new Removal.Owner("what is released goes at once")),
                new Rule("licensing.usage", new Removal.Owner("there is one for each licence at most")));
    }

    private static List<Rule> staying() {
        return List.of(
                new Rule("audit.chain_heads", new Removal.Nothing("one row for each trail of a workspace")),
                new Rule("audit.checkpoint_keys", new Removal.Nothing("old checkpoints are checked by old keys")),
                new Rule("audit.entries", new Removal.Nothing("an entry leaves it within seconds, sealed")),
                new Rule("admin.jobs", new Removal.Nothing("one row for each job")),
                new Rule(
                        "identity.badge_tombstones",
                        new Removal.Nothing("a badge that was revoked stays so; it names nobody")),
                new Rule(
                        "identity.invite_chain_edges",
                        new Removal.Nothing("lineage stays for ever; of somebody who was erased, a pseudonym")),
                new Rule("identity.reservation_dictionary", new Removal.Nothing("a word is never taken out")),
                new Rule("identity.reservation_proposals", new Removal.Nothing("who decided is evidence")),
                new Rule("identity.invite_revocations", new Removal.Nothing("evidence, which is written once (000)")),
                new Rule("identity.trust_shards", new Removal.Nothing("one row for each of 256 parts")),
                new Rule("licensing.module_bundles", new Removal.Nothing("what is deleted goes at once")),
                new Rule("licensing.modules", new Removal.Nothing("what is deleted goes at once")),
                new Rule("identity.workspace_slugs", new Removal.Nothing("a slug is never given again")));
    }

    private static Rule expiry(String table, Duration after) {
        return new Rule(table, new Removal.Expiry(after));
    }
}
