package dev.keystead.federation.saml;

import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionSettings.Saml;
import dev.keystead.connection.Probe;
import dev.keystead.federation.saml.protocol.Party;
import dev.keystead.federation.saml.protocol.PartyMetadata;
import dev.keystead.federation.saml.protocol.SamlRefused;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.platform.outbound.OutboundOutcome;
import dev.keystead.workspace.WorkspaceId;
import java.net.URI;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Looks whether a connection has what it takes to speak SAML: whether the address that people are sent to answers,
/// whether the certificates are current, and whether they are those that the provider itself tells of.
///
/// People's browsers reach what we may not: an address that our rules keep us from calling is no fault.
public final class SamlProbe implements Probe {
    private static final Duration SOON = Duration.ofDays(30);
    private static final int NOT_THERE = 404;
    private static final int GONE = 410;
    private static final int LONGEST_SHOWN = 200;

    private final SamlKeys keys;
    private final Outbound outbound;
    private final Clock clock;

    /// @param outbound fetches metadata, which may be longer than most documents
    public SamlProbe(SamlKeys keys, Outbound outbound, Clock clock) {
        this.keys = keys;
        this.outbound = outbound;
        this.clock = clock;
    }

    @Override
    public List<Finding> look(WorkspaceId workspace, Connection connection) {
        Optional<Saml> saml = SamlPlaces.settings(connection);
        if (saml.isEmpty()) {
            return List.of(new Finding("settings", false, "The connection has no settings for SAML."));
        }
        Party party = SamlPlaces.party(connection, saml.get());
        var findings = new ArrayList<Finding>();
        Outbound.Share calls = outbound.shareOf(workspace.value());
        findings.add(place(calls, saml.get().ssoUrl()));
        findings.add(lives(party));
        findings.addAll(comparison(calls, connection, saml.get(), party));
        int ours = keys.ring(workspace).all().size();
        findings.add(new Finding(
                "keys", true, "What we ask is signed; " + ours + " of our certificates stand in the metadata."));
        findings.add(
                saml.get().sloUrl() == null
                        ? new Finding("logout", true, "Nobody is signed out at the provider: it has no slo_url.")
                        : new Finding("logout", true, "People can sign out at the provider too."));
        return List.copyOf(findings);
    }

    /// Whether somebody answers where people are sent to. What is answered to a call without a question says nothing,
    /// unless it is that there is no such place.
    private static Finding place(Outbound.Share calls, String address) {
        return switch (calls.fetch(URI.create(address))) {
            case OutboundOutcome.Fetched fetched
            when fetched.status() == NOT_THERE || fetched.status() == GONE ->
                new Finding(
                        "place",
                        false,
                        "sso_url answers with the status " + fetched.status()
                                + ": there is no such place at the provider. Compare it with the provider's metadata.");
            case OutboundOutcome.Fetched _ -> answers();
            case OutboundOutcome.Refused(OutboundOutcome.Reason reason) -> uncalled(reason);
            case OutboundOutcome.Failed(String why) ->
                new Finding("place", false, "sso_url " + why + ", so that people who are sent there may not get in.");
        };
    }

    private static Finding uncalled(OutboundOutcome.Reason reason) {
        return switch (reason) {
            case REDIRECT, TOO_LARGE -> answers();
            case NOT_PUBLIC, NOT_ENCRYPTED, NOT_A_WEB_ADDRESS ->
                new Finding(
                        "place",
                        true,
                        "sso_url was not called from here, because it " + reason.sentence()
                                + "; people's browsers may reach it.");
        };
    }

    private static Finding answers() {
        return new Finding("place", true, "sso_url answers.");
    }

    /// A certificate that ended still counts, as it is a name for a key; whoever looks may want to know.
    private Finding lives(Party party) {
        Instant now = clock.instant();
        List<X509Certificate> current = party.certificates().stream()
                .filter(certificate -> end(certificate).isAfter(now))
                .toList();
        if (current.isEmpty()) {
            return new Finding(
                    "certificates", false, "Every certificate of the provider has ended: read its metadata again.");
        }
        String count = current.size() + " of " + party.certificates().size() + " certificates are current";
        Instant last =
                current.stream().map(SamlProbe::end).max(Instant::compareTo).orElseThrow();
        return last.isBefore(now.plus(SOON))
                ? new Finding(
                        "certificates",
                        true,
                        count + ", but the last of them ends on " + LocalDate.ofInstant(last, ZoneOffset.UTC)
                                + ": put the provider's next one in beside it.")
                : new Finding("certificates", true, count + ".");
    }

    private static Instant end(X509Certificate certificate) {
        return certificate.getNotAfter().toInstant();
    }

    /// What the provider itself says, beside what the connection says of it.
    private List<Finding> comparison(Outbound.Share calls, Connection connection, Saml saml, Party party) {
        Optional<PartyMetadata> found = places(connection, saml)
                .flatMap(address -> metadata(calls, address).stream())
                .findFirst();
        if (found.isEmpty()) {
            return List.of(new Finding(
                    "metadata",
                    true,
                    "The provider's metadata is neither at its name nor below sso_url, so that nothing could be"
                            + " compared with it."));
        }
        PartyMetadata metadata = found.get();
        if (!metadata.entityId().equals(connection.issuer())) {
            return List.of(new Finding(
                    "issuer",
                    false,
                    "The provider calls itself " + shown(metadata.entityId()) + " and not " + connection.issuer()
                            + ": what it says will be refused. Set issuer to its name."));
        }
        var findings = new ArrayList<Finding>();
        findings.add(new Finding("issuer", true, "The provider calls itself what the connection says."));
        findings.add(known(party, metadata));
        if (!metadata.signOn().containsValue(saml.ssoUrl())) {
            findings.add(new Finding(
                    "address",
                    false,
                    "The provider's metadata has other addresses for sign-in than sso_url: "
                            + metadata.signOn().values().stream()
                                    .distinct()
                                    .map(SamlProbe::shown)
                                    .collect(Collectors.joining(", "))
                            + "."));
        }
        return findings;
    }

    /// The name of a provider is where its metadata is (metadata section 4.1), and Keycloak has it below its address.
    private static Stream<URI> places(Connection connection, Saml saml) {
        return Stream.of(connection.issuer(), saml.ssoUrl() + "/descriptor").flatMap(SamlProbe::address);
    }

    private static Stream<URI> address(String text) {
        try {
            return Stream.of(URI.create(text));
        } catch (IllegalArgumentException _) {
            return Stream.empty();
        }
    }

    private Optional<PartyMetadata> metadata(Outbound.Share calls, URI address) {
        try {
            return calls.fetch(address) instanceof OutboundOutcome.Fetched fetched && fetched.isSuccess()
                    ? Optional.of(PartyMetadata.read(fetched.body(), clock.instant()))
                    : Optional.empty();
        } catch (SamlRefused _) {
            return Optional.empty();
        }
    }

    /// Keys are compared and not certificates, which are names for them.
    private static Finding known(Party party, PartyMetadata metadata) {
        Set<PublicKey> ours = keys(party.certificates());
        Set<PublicKey> theirs = keys(metadata.certificates());
        var lacking = new HashSet<>(theirs);
        lacking.removeAll(ours);
        if (lacking.size() == theirs.size()) {
            return new Finding(
                    "metadata",
                    false,
                    "None of the connection's certificates is in the provider's metadata: what it signs now will be"
                            + " refused. Read its metadata again.");
        }
        return lacking.isEmpty()
                ? new Finding("metadata", true, "The certificates are those of the provider's metadata.")
                : new Finding(
                        "metadata",
                        true,
                        "The provider's metadata has " + lacking.size() + " more certificates than the connection:"
                                + " add them before it signs with them.");
    }

    private static Set<PublicKey> keys(Collection<X509Certificate> certificates) {
        return certificates.stream()
                .map(X509Certificate::getPublicKey)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// What somebody else wrote, so short that it fits into a sentence.
    private static String shown(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", " ");
        return plain.length() <= LONGEST_SHOWN ? plain : plain.substring(0, LONGEST_SHOWN) + "…";
    }
}
