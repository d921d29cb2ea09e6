package dev.keystead.directory;

import dev.keystead.job.Table;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;

/// Columns that may name a person, and what becomes of the name when the person is erased. A test fails when
/// the catalogue has one that is not declared here.
public final class PersonColumns {
    /// Who did something, once nobody may know any more.
    public static final String SOMEBODY = "did:internal:erased";

    /// What becomes of a name.
    public enum Fate {
        /// It goes with the row, which is the person's own.
        WITH_THE_ROW,
        /// It is written over; the row is about something else and stays.
        WRITTEN_OVER,
        /// It goes when its row expires, hours later at most.
        SOON_GONE,
        /// It is evidence and stays as long as its trail or its lineage, as an id that leads nowhere any more; or
        /// it is a handle that nobody else may be taken for.
        EVIDENCE,
        /// It names no person.
        NOBODY
    }

    /// By `schema.table.column`.
    public static final Map<String, Fate> DECLARED = Map.ofEntries(
            Map.entry("admin.api_keys.created_by", Fate.WRITTEN_OVER),
            Map.entry("admin.connections.created_by", Fate.WRITTEN_OVER),
            Map.entry("admin.jobs.picked_by", Fate.NOBODY),
            Map.entry("admin.webhooks.created_by", Fate.WRITTEN_OVER),
            Map.entry("audit.admin_audit.actor_did", Fate.EVIDENCE),
            Map.entry("audit.auth_audit.actor_did", Fate.EVIDENCE),
            Map.entry("audit.entries.actor_did", Fate.EVIDENCE),
            Map.entry("audit.runtime_token_audit.actor_did", Fate.EVIDENCE),
            Map.entry("auth.auth_flows.account_id", Fate.SOON_GONE),
            Map.entry("auth.auth_flows.identifier", Fate.SOON_GONE),
            Map.entry("auth.one_time_tokens.address", Fate.WITH_THE_ROW),
            Map.entry("auth.webauthn_challenges.owner_id", Fate.SOON_GONE),
            Map.entry("identity.cascade_jobs.initiated_by", Fate.WRITTEN_OVER),
            Map.entry("identity.cascade_jobs.root_invitee_id", Fate.EVIDENCE),
            Map.entry("identity.external_identities.email", Fate.WITH_THE_ROW),
            Map.entry("identity.group_members.added_by", Fate.WRITTEN_OVER),
            Map.entry("identity.handle_registry.handle", Fate.EVIDENCE),
            Map.entry("identity.handle_registry.handle_prefix", Fate.NOBODY),
            Map.entry("identity.invite_chain_edges.invite_id", Fate.NOBODY),
            Map.entry("identity.invite_chain_edges.invitee_id", Fate.EVIDENCE),
            Map.entry("identity.invite_chain_edges.inviter_id", Fate.EVIDENCE),
            Map.entry("identity.invite_revocations.invitee_id", Fate.EVIDENCE),
            Map.entry("identity.invite_revocations.inviter_id", Fate.EVIDENCE),
            Map.entry("identity.invite_revocations.inviters_inviter_id", Fate.EVIDENCE),
            Map.entry("identity.invite_revocations.revoked_by", Fate.WRITTEN_OVER),
            Map.entry("identity.invites.intended_email", Fate.WITH_THE_ROW),
            Map.entry("identity.invites.inviter_id", Fate.WITH_THE_ROW),
            Map.entry("identity.invites.redeemed_by", Fate.WITH_THE_ROW),
            Map.entry("identity.mfa_factors.begun_by", Fate.WITH_THE_ROW),
            Map.entry("identity.reservation_dictionary.added_by", Fate.EVIDENCE),
            Map.entry("identity.reservation_dictionary.handle", Fate.NOBODY),
            Map.entry("identity.reservation_dictionary.reviewed_by", Fate.EVIDENCE),
            Map.entry("identity.reservation_proposals.handle", Fate.NOBODY),
            Map.entry("identity.reservation_proposals.proposed_by", Fate.EVIDENCE),
            Map.entry("identity.reservation_proposals.reviewed_by", Fate.EVIDENCE),
            Map.entry("identity.role_assignments.assigned_by", Fate.WRITTEN_OVER),
            Map.entry("identity.role_group_assignments.assigned_by", Fate.WRITTEN_OVER),
            Map.entry("identity.subtenant_group_bindings.granted_by", Fate.WRITTEN_OVER),
            Map.entry("identity.service_accounts.created_by", Fate.WRITTEN_OVER),
            Map.entry("identity.service_identities.created_by", Fate.WRITTEN_OVER),
            Map.entry("identity.service_identities.display_name", Fate.NOBODY),
            Map.entry("identity.service_identities.handle", Fate.NOBODY),
            Map.entry("identity.subtenant_role_bindings.granted_by", Fate.WRITTEN_OVER),
            Map.entry("identity.users.avatar_url", Fate.WITH_THE_ROW),
            Map.entry("identity.users.contact_email", Fate.WITH_THE_ROW),
            Map.entry("identity.users.display_name", Fate.WITH_THE_ROW),
            Map.entry("identity.users.email", Fate.WITH_THE_ROW),
            Map.entry("identity.users.email_key", Fate.WITH_THE_ROW),
            Map.entry("identity.users.handle", Fate.WITH_THE_ROW),
            Map.entry("identity.workspace_members.added_by", Fate.WRITTEN_OVER),
            Map.entry("identity.workspace_members.avatar_url", Fate.WITH_THE_ROW),
            Map.entry("identity.workspace_members.display_name", Fate.WITH_THE_ROW),
            Map.entry("identity.workspace_members.handle", Fate.WITH_THE_ROW),
            Map.entry("licensing.license_assignment_history.changed_by", Fate.WRITTEN_OVER),
            Map.entry("licensing.license_assignments.assigned_by", Fate.WRITTEN_OVER),
            Map.entry("licensing.seats.assigned_by", Fate.WRITTEN_OVER),
            Map.entry("oauth.clients.contacts", Fate.NOBODY),
            Map.entry("oauth.registration_tokens.created_by", Fate.WRITTEN_OVER));

    /// Columns by which rows are a person's own in tables that have no `user_id`: a row goes with either of
    /// the two.
    public static final Map<String, List<String>> OWNERS =
            Map.of("identity.invites", List.of("inviter_id", "redeemed_by"));

    private PersonColumns() {}

    /// The columns that say whose rows of a table are; none where no row is anybody's own.
    static List<String> owners(Table table) {
        return table.has("user_id") && table.has("tenant_id")
                ? List.of("user_id")
                : OWNERS.getOrDefault(table.fullName(), List.of());
    }

    /// The columns that are written over, by table.
    static Map<String, String> writtenOver() {
        return DECLARED.entrySet().stream()
                .filter(entry -> entry.getValue() == Fate.WRITTEN_OVER)
                .map(Entry::getKey)
                .collect(Collectors.toMap(
                        name -> name.substring(0, name.lastIndexOf('.')),
                        name -> name.substring(name.lastIndexOf('.') + 1)));
    }
}
