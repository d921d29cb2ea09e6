package dev.keystead.federation.oidc;

import com.nimbusds.jose.jwk.JWKSet;
import dev.keystead.connection.Connection;
import dev.keystead.connection.Probe;
import dev.keystead.federation.Why;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.platform.outbound.OutboundOutcome;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Looks whether a provider of OpenID Connect can be spoken with: its document, its keys, its clock, and whether it
/// knows us.
public final class OidcProbe implements Probe {
    private static final Duration MOST_APART = Duration.ofSeconds(60);

    private final OidcUpstream upstream;
    private final Outbound outbound;
    private final Function<WorkspaceId, String> doors;
    private final Clock clock;

    /// @param doors the address of a workspace's pages
    public OidcProbe(OidcUpstream upstream, Outbound outbound, Function<WorkspaceId, String> doors, Clock clock) {
        this.upstream = upstream;
        this.outbound = outbound;
        this.doors = doors;
        this.clock = clock;
    }

    @Override
    public List<Finding> look(WorkspaceId workspace, Connection connection) {
        var findings = new ArrayList<Finding>();
        switch (upstream.discovery().findNow(workspace, connection)) {
            case Answered.Lost<Metadata>(Why why, String sentence) ->
                findings.add(new Finding(why == Why.ISSUER ? "issuer" : "discovery", false, sentence));
            case Answered.Got<Metadata>(Metadata metadata) -> {
                findings.add(new Finding("discovery", true, "The provider says what it can, under the right issuer."));
                findings.add(keys(workspace, metadata));
                clock(workspace, metadata).ifPresent(findings::add);
                findings.add(introduction(workspace, connection, metadata));
            }
        }
        return List.copyOf(findings);
    }

    private Finding keys(WorkspaceId workspace, Metadata metadata) {
        return switch (upstream.keys().findNow(workspace, metadata.keys())) {
            case Answered.Lost<JWKSet>(Why _, String sentence) -> new Finding("keys", false, sentence);
            case Answered.Got<JWKSet>(JWKSet set) -> {
                long usable = set.getKeys().stream()
                        .filter(key -> !key.isPrivate() && UpstreamKeys.signs(key))
                        .count();
                yield usable > 0
                        ? new Finding("keys", true, "The provider has " + usable + " keys that can sign.")
                        : new Finding("keys", false, "The key set of the provider has no key that can sign.");
            }
        };
    }

    /// A server that says the time says it to the second; tokens of one whose clock is far off are refused.
    private Optional<Finding> clock(WorkspaceId workspace, Metadata metadata) {
        return outbound.shareOf(workspace.value()).fetch(metadata.keys()) instanceof OutboundOutcome.Fetched fetched
                ? time(fetched.date()).map(theirs -> {
                    Duration apart = Duration.between(theirs, clock.instant()).abs();
                    return apart.compareTo(MOST_APART) <= 0
                            ? new Finding("clock", true, "The provider's clock agrees with ours.")
                            : new Finding(
                                    "clock",
                                    false,
                                    "The provider's clock and ours are " + apart.toSeconds()
                                            + " seconds apart; its tokens may be refused. Set the one that is wrong.");
                })
                : Optional.empty();
    }

    private static Optional<Instant> time(String header) {
        try {
            return Optional.of(ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    private Finding introduction(WorkspaceId workspace, Connection connection, Metadata metadata) {
        String redirectUri = OidcUpstream.redirectUri(doors.apply(workspace), connection.id());
        return switch (upstream.tokens().introduce(workspace, connection, metadata, redirectUri)) {
            case Answered.Got<String>(String sentence) -> new Finding("client", true, sentence);
            case Answered.Lost<String>(Why _, String sentence) -> new Finding("client", false, sentence);
        };
    }
}
