package dev.keystead.platform.id;

import dev.keystead.tenancy.IdText;
import dev.keystead.tenancy.TypedId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// Every prefix of an id that people see, in one place so that no two entities share one.
public enum Prefix {
    ACCESS_TOKEN("atk", "access token", "session.access_tokens"),
    API_KEY("apk", "API key", "admin.api_keys"),
    AUDIT_CHECKPOINT("acp", "checkpoint of the audit trail", "audit.checkpoints"),
    AUDIT_ENTRY("aud", "audit entry", "audit.entries"),
    AUDIT_EXPORT("aex", "stored export of the audit trail", "audit.exports"),
    AUDIT_KEY("ack", "key that signs checkpoints", "audit.checkpoint_keys"),
    AUTHORIZATION_CODE("acd", "authorization code", "oauth.authorization_codes"),
    AUTHORIZATION_REQUEST("arq", "authorization request", "oauth.authorization_requests"),
    AUTH_EVENT("aev", "event at the door", "auth.auth_events"),
    AUTH_FLOW("flo", "sign-in under way", "auth.auth_flows"),
    BADGE("bdg", "badge", "identity.badges"),
    BADGE_ISSUER_KEY("bik", "key that signs badges", "identity.badge_issuer_keys"),
    BINDING_CERTIFICATE("bdc", "certificate of a device", "identity.binding_certificates"),
    CASCADE_JOB("csj", "cascade", "identity.cascade_jobs"),
    CERTIFICATE_AUTHORITY("cau", "certificate authority", "identity.certificate_authorities"),
    CLIENT("cli", "client", "oauth.clients"),
    CONNECTION("con", "connection to another identity provider", "admin.connections"),
    CONSENT("cns", "consent", "oauth.consents"),
    CREDENTIAL("crd", "credential", "identity.credentials"),
    DEVICE("dev", "device", "identity.devices"),
    DEVICE_CODE("dvc", "wish of a device", "oauth.device_codes"),
    DOMAIN("dom", "claim to a domain", "identity.workspace_domains"),
    EVENT("evt", "event", "events.outbox"),
    EXTERNAL_IDENTITY("eid", "identity at another provider", "identity.external_identities"),
    FACTOR("mfa", "factor", "identity.mfa_factors"),
    GRANT("grt", "grant to a client", "session.grants"),
    GROUP("grp", "group", "identity.groups"),
    HANDLE_RESERVATION("hrv", "reservation of a handle", "identity.reservation_proposals"),
    INVITE("inv", "invitation", "identity.invites"),
    LICENSE("lic", "licence", "licensing.license_assignments"),
    LICENSE_ARCHIVE("lha", "file of old changes of licences", "licensing.history_archives"),
    LICENSE_CHANGE("lih", "change of a licence", "licensing.license_assignment_history"),
    MAIL("mal", "mail", "events.mails"),
    MODULE("mod", "module", "licensing.modules"),
    MODULE_BUNDLE("bun", "bundle of modules", "licensing.module_bundles"),
    NODE("nod", "node", "identity.nodes"),
    ONE_TIME_TOKEN("ott", "one-time token", "auth.one_time_tokens"),
    ORG("org", "organisation", "identity.orgs"),
    PERSONAL_ACCESS_TOKEN("pat", "personal access token", "admin.personal_access_tokens"),
    PROJECT("prj", "project", "identity.projects"),
    REGISTRATION_TOKEN("rgt", "registration token", "oauth.registration_tokens"),
    REVOCATION("rvk", "revocation of a person", "identity.invite_revocations"),
    ROLE("rol", "role of a workspace's own", "identity.roles"),
    SAML_KEY("smk", "key for SAML", "admin.saml_keys"),
    SERVICE_ACCOUNT("svc", "service account", "identity.service_accounts"),
    SERVICE_IDENTITY("bot", "service identity", "identity.service_identities"),
    SESSION("ses", "session", "session.sessions"),
    SIGNING_KEY("sgk", "signing key", "oauth.signing_keys"),
    SUBTENANT("sub", "subtenant", "identity.subtenants"),
    USER("usr", "user", "identity.users"),
    WEBAUTHN_CHALLENGE("chl", "challenge for a passkey", "auth.webauthn_challenges"),
    WEBHOOK("whk", "webhook", "admin.webhooks"),
    WORKSPACE("wrk", "workspace", "identity.workspaces");

    private final String text;
    private final String entity;
    private final String table;

    Prefix(String text, String entity, String table) {
        this.text = text;
        this.entity = entity;
        this.table = table;
    }

    public String text() {
        return text;
    }

    public String entity() {
        return entity;
    }

    public String table() {
        return table;
    }

    /// The word for this kind of thing in audit entries and events, such as `api_key`.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The kind that a prefix stands for.
    public static Prefix of(TypedId id) {
        for (Prefix prefix : values()) {
            if (prefix.text.equals(id.prefix())) {
                return prefix;
            }
        }
        throw new IllegalArgumentException(id.prefix() + " is not in the registry of prefixes");
    }

    /// The kind of thing that a text is the id of.
    public static Optional<Prefix> find(String id) {
        return List.of(values()).stream()
                .filter(prefix -> IdText.decode(prefix.text, id).isPresent())
                .findFirst();
    }

    /// The id that a text is, if it is exactly one of this kind.
    public <T> Optional<T> parse(String id, Function<UUID, T> make) {
        return IdText.decode(text, id).map(make);
    }
}
