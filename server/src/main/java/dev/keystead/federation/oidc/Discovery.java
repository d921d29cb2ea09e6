package dev.keystead.federation.oidc;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.keystead.connection.Connection;
import dev.keystead.federation.Why;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.platform.outbound.OutboundOutcome;
import dev.keystead.workspace.WorkspaceId;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Finds what providers say about themselves, and remembers it for a while: what was good for an hour, what was not
/// for some seconds, so that neither a visitor nor a provider that is down is asked over and over.
final class Discovery {
    private static final Duration GOOD = Duration.ofHours(1);
    private static final Duration BAD = Duration.ofSeconds(5);
    private static final int MOST_KEPT = 10_000;

    private final Outbound outbound;
    private final Cache<Asked, Answered<Metadata>> known = Caffeine.newBuilder()
            .maximumSize(MOST_KEPT)
            .expireAfter(Expiry.writing(
                    (Asked _, Answered<Metadata> found) -> found instanceof Answered.Got<Metadata> ? GOOD : BAD))
            .build();

    Discovery(Outbound outbound) {
        this.outbound = outbound;
    }

    /// What the provider of a connection says, as it was at most an hour ago.
    Answered<Metadata> find(WorkspaceId workspace, Connection connection) {
        Answered<Metadata> found = known.getIfPresent(new Asked(workspace, connection.issuer()));
        // Nothing of the cache is held while the provider is asked: one that hangs must not keep others waiting.
        return found == null ? findNow(workspace, connection) : found;
    }

    /// Who asked whom: what one workspace could not find out says nothing to another.
    private record Asked(WorkspaceId workspace, String issuer) {}

    /// The same as it is now. What was good stays known for its hour, whoever could not find it out since: one call
    /// that
    /// fails says nothing about the sign-ins to come.
    Answered<Metadata> findNow(WorkspaceId workspace, Connection connection) {
        var asked = new Asked(workspace, connection.issuer());
        Answered<Metadata> found = ask(workspace, connection.issuer());
        if (found instanceof Answered.Got<Metadata>) {
            known.put(asked, found);
        } else {
            known.asMap().putIfAbsent(asked, found);
        }
        return found;
    }

    /// Where the document of an issuer is (OpenID Connect Discovery section 4).
    static URI address(String issuer) {
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        return URI.create(base + "/.well-known/openid-configuration");
    }

    private Answered<Metadata> ask(WorkspaceId workspace, String issuer) {
        URI address = address(issuer);
        return switch (outbound.shareOf(workspace.value()).fetch(address)) {
            case OutboundOutcome.Fetched fetched
            when fetched.isSuccess() ->
                Metadata.read(new String(fetched.body(), StandardCharsets.UTF_8), issuer, outbound);
            case OutboundOutcome outcome -> new Answered.Lost<>(Why.UNREACHABLE, sentence(address, outcome));
        };
    }

    /// What is wrong with an answer, for administrators.
    static String sentence(URI address, OutboundOutcome outcome) {
        return switch (outcome) {
            case OutboundOutcome.Fetched fetched -> address + " answers with the status " + fetched.status() + ".";
            case OutboundOutcome.Refused(OutboundOutcome.Reason reason) -> address + " " + reason.sentence() + ".";
            case OutboundOutcome.Failed(String why) -> address + " " + why + ".";
        };
    }
}
