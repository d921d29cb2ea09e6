package dev.keystead.directory;

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
        /// It is evidence and stays as long as its trail: an id that leads nowhere any more.
        EVIDENCE,
        /// It names no person.
        NOBODY
    }

    /// By `schema.table.column`.
    public static final Map<String, Fate> DECLARED = Map.ofEntries(
            Map.entry("admin.api_keys.created_by", Fate.WRITTEN_OVER),
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
            Map.entry("identity.mfa_factors.begun_by", Fate.WITH_THE_ROW),
            Map.entry("identity.subtenant_role_bindings.granted_by", Fate.WRITTEN_OVER),
            Map.entry("identity.users.contact_email", Fate.WITH_THE_ROW),
            Map.entry("identity.users.display_name", Fate.WITH_THE_ROW),
            Map.entry("identity.users.email", Fate.WITH_THE_ROW),
            Map.entry("identity.users.email_key", Fate.WITH_THE_ROW),
            Map.entry("identity.users.handle", Fate.WITH_THE_ROW),
            Map.entry("identity.workspace_members.added_by", Fate.WRITTEN_OVER),
            Map.entry("identity.workspace_members.display_name", Fate.WITH_THE_ROW),
            Map.entry("identity.workspace_members.handle", Fate.WITH_THE_ROW),
            Map.entry("oauth.clients.contacts", Fate.NOBODY),
            Map.entry("oauth.registration_tokens.created_by", Fate.WRITTEN_OVER));

    private PersonColumns() {}

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
