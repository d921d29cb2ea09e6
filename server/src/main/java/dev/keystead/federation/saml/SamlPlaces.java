package dev.keystead.federation.saml;

import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionId;
import dev.keystead.connection.ConnectionSettings.Saml;
import dev.keystead.connection.ConnectionSettings.SamlBinding;
import dev.keystead.connection.SamlCertificate;
import dev.keystead.federation.saml.protocol.Binding;
import dev.keystead.federation.saml.protocol.Party;
import java.util.Optional;

/// Where SAML is spoken in a workspace, and with whom.
final class SamlPlaces {
    static final String METADATA = "/saml/metadata";
    static final String CONSUMER = "/saml/acs/";
    static final String LOGOUT = "/saml/slo";
    static final String ASK = "/saml/ask/";

    private SamlPlaces() {}

    /// What a workspace calls itself.
    ///
    /// @param door the address of its pages
    static String entityId(String door) {
        return door + METADATA;
    }

    static String consumer(String door, ConnectionId connection) {
        return door + CONSUMER + connection.text();
    }

    static String logout(String door) {
        return door + LOGOUT;
    }

    /// How a connection speaks; nothing when it speaks something else.
    static Optional<Saml> settings(Connection connection) {
        return Optional.ofNullable(connection.settings().saml()).filter(_ -> connection.kind() == Connection.Kind.SAML);
    }

    /// The provider, by the certificates that the connection has.
    static Party party(Connection connection, Saml saml) {
        return new Party(
                connection.issuer(),
                saml.certificates().stream().map(SamlCertificate::of).toList());
    }

    static Binding binding(SamlBinding binding) {
        return binding == SamlBinding.POST ? Binding.POST : Binding.REDIRECT;
    }
}
