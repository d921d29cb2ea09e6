package dev.keystead.federation.saml;

import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionSettings.Mapping;
import dev.keystead.federation.saml.protocol.Assertion;
import dev.keystead.federation.saml.protocol.NameId;
import dev.keystead.federation.saml.protocol.SamlRefused;
import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import dev.keystead.federation.upstream.UpstreamIdentity;
import dev.keystead.platform.json.Fields;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an assertion says about somebody, in the words of the connection.
final class AssertedIdentity {
    /// Ways to prove oneself that take two things.
    private static final Set<String> TWO_FACTORS = Set.of(
            "https://refeds.org/profile/mfa",
            "http://schemas.microsoft.com/claims/multipleauthn",
            "urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract",
            "urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered");

    private AssertedIdentity() {}

    /// @throws SamlRefused when the provider calls somebody by a name that is another one the next time
    static UpstreamIdentity of(Connection connection, Assertion assertion) throws SamlRefused {
        NameId name = assertion.subject();
        if (name.isTransient()) {
            throw new SamlRefused(Reason.SUBJECT, "the name is transient, so that nobody could be known by it again");
        }
        if (name.value().length() > UpstreamIdentity.LONGEST_SUBJECT) {
            throw new SamlRefused(Reason.SUBJECT, "the name is longer than " + UpstreamIdentity.LONGEST_SUBJECT);
        }
        Mapping mapping = connection.settings().mapping();
        Optional<String> email = value(assertion, mapping.email())
                .or(() -> Optional.of(name.value()).filter(_ -> name.format().equals(Optional.of(NameId.EMAIL))))
                .map(String::strip)
                .filter(Fields::isEmail);
        return new UpstreamIdentity(
                connection.issuer(),
                name.value(),
                email,
                // Nothing in the protocol says that somebody reads a mailbox: the connection may trust that.
                false,
                value(assertion, mapping.name()),
                value(assertion, mapping.handle()),
                value(assertion, mapping.locale()),
                Optional.ofNullable(mapping.groups())
                        .map(attribute -> assertion.attributes().getOrDefault(attribute, List.of())),
                assertion.context().filter(TWO_FACTORS::contains).isPresent(),
                assertion.sessionIndex(),
                Optional.of(StoredName.text(name)),
                Optional.of(assertion.provenAt()),
                assertion.sessionEndsAt(),
                assertion.attributes());
    }

    private static Optional<String> value(Assertion assertion, @Nullable String attribute) {
        return Optional.ofNullable(attribute)
                .flatMap(name -> assertion.attributes().getOrDefault(name, List.of()).stream()
                        .filter(text -> !text.isBlank())
                        .findFirst());
    }
}
