package dev.keystead.connection;

import dev.keystead.connection.ConnectionSettings.Oidc;
import dev.keystead.connection.ConnectionSettings.Preset;
import dev.keystead.connection.ConnectionSettings.Saml;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.WorkspaceId;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What must hold of a connection as a whole, whoever makes or changes it.
final class ConnectionRules {
    private final Outbound outbound;
    private final Set<Connection.Kind> spoken;

    /// @param outbound by whose rules a provider's address is judged
    /// @param spoken the protocols that are spoken here
    ConnectionRules(Outbound outbound, Set<Connection.Kind> spoken) {
        this.outbound = outbound;
        this.spoken = Set.copyOf(spoken);
    }

    /// What the provider calls itself, as it was typed. A realm's address may have been copied with its last slash.
    static String issuer(String typed, ConnectionSettings settings) {
        Oidc oidc = settings.oidc();
        boolean realm = oidc != null && oidc.preset() == Preset.KEYCLOAK;
        return realm && typed.endsWith("/") ? typed.substring(0, typed.length() - 1) : typed;
    }

    /// @throws BadInput naming everything that cannot be so
    void check(
            WorkspaceId workspace, Connection.Kind kind, String issuer, ConnectionSettings settings, boolean secret) {
        var fields = new Fields();
        fields.refuseIf(!spoken.contains(kind), "kind", "is not spoken here");
        fields.refuseIf((settings.oidc() != null) != (kind == Connection.Kind.OIDC), "oidc", "goes with the kind oidc");
        fields.refuseIf((settings.saml() != null) != (kind == Connection.Kind.SAML), "saml", "goes with the kind saml");
        fields.refuseIf(
                settings.accounts().justInTime() && workspace.equals(Reserved.SYSTEM_WORKSPACE),
                "accounts.just_in_time",
                "is not for the system workspace, whose people choose their handles themselves");
        fields.refuseIf(
                settings.accounts().justInTime() && settings.mapping().email() == null,
                "mapping.email",
                "is needed where accounts are made just in time");
        Oidc oidc = settings.oidc();
        if (oidc != null) {
            checkIssuer(fields, issuer, oidc);
            fields.refuseIf(
                    oidc.authMethod().usesSecret() && !secret, "client_secret", "is needed for this auth_method");
        }
        Saml saml = settings.saml();
        if (saml != null) {
            checkAddress(fields, "saml.sso_url", saml.ssoUrl());
            checkAddress(fields, "saml.slo_url", saml.sloUrl());
            checkAddress(fields, "saml.slo_answer_url", saml.sloAnswerUrl());
            fields.refuseIf(saml.certificates().isEmpty(), "saml.certificates", "must have at least one certificate");
        }
        fields.refuseIfAny();
    }

    /// Browsers are sent there, so that it must be the address of a page.
    private void checkAddress(Fields fields, String member, @Nullable String text) {
        if (text == null) {
            return;
        }
        try {
            outbound.brokenRule(new URI(text)).ifPresent(reason -> fields.refuse(member, reason.sentence()));
        } catch (URISyntaxException _) {
            fields.refuse(member, "must be an https address");
        }
    }

    private void checkIssuer(Fields fields, String issuer, Oidc oidc) {
        URI address;
        try {
            address = new URI(issuer);
        } catch (URISyntaxException _) {
            fields.refuse("issuer", "must be an https address");
            return;
        }
        outbound.brokenRule(address).ifPresent(reason -> fields.refuse("issuer", reason.sentence()));
        // OpenID Connect Discovery section 3: neither query nor fragment.
        fields.refuseIf(address.getRawQuery() != null, "issuer", "must have no query");
        fields.refuseIf(
                oidc.preset() == Preset.KEYCLOAK && !address.getPath().matches(".*/realms/[^/]+"),
                "issuer",
                "must be the address of a realm, such as https://sso.example.org/realms/staff");
    }
}
