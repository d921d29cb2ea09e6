package dev.keystead.platform.http;

import dev.keystead.tenancy.AccessScope;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets a caller in or says why not, in the order: who are you, is the workspace in reach, may you.
final class Entrance {
    private static final Logger LOG = LoggerFactory.getLogger(Entrance.class);
    private static final Pattern BEARER = Pattern.compile("(?i:bearer) +(\\S{1,4096}) *");
    private static final String CHALLENGE = "Bearer realm=\"keystead\"";

    private final Authenticator authenticator;
    private final RefusalLog refusals;

    Entrance(Authenticator authenticator, RefusalLog refusals) {
        this.authenticator = authenticator;
        this.refusals = refusals;
    }

    /// Nothing when the call may go on, with its caller set; otherwise the refusal.
    Optional<Reply> admit(Call call) {
        Optional<AccessScope> needed = call.route().access().neededRight();
        if (needed.isEmpty()) {
            return Optional.empty();
        }
        return switch (authenticator.admit(bearerToken(call.head()), call.workspaceSlug())) {
            case Admission.NoCredential _ ->
                Optional.of(Reply.refused(401, "auth required").with("WWW-Authenticate", CHALLENGE));
            case Admission.InvalidCredential _ ->
                Optional.of(Reply.refused(401, "invalid token")
                        .with("WWW-Authenticate", CHALLENGE + ", error=\"invalid_token\""));
            case Admission.Unreachable _ -> Optional.of(Reply.notFound());
            case Admission.Admitted(Caller caller) -> authorise(call, caller, needed.get());
        };
    }

    private Optional<Reply> authorise(Call call, Caller caller, AccessScope needed) {
        call.admit(caller);
        if (caller.allows(needed)) {
            return Optional.empty();
        }
        try {
            call.route().access().scopeOf(caller).call(() -> {
                refusals.refused(call, caller);
                return true;
            });
        } catch (RuntimeException e) {
            // The caller is refused either way; that the refusal could not be recorded must not go unseen.
            LOG.atError()
                    .addKeyValue("request_id", call.requestId())
                    .setCause(e)
                    .log("A refusal could not be recorded");
        }
        return Optional.of(Reply.refused(403, "insufficient role"));
    }

    private static Optional<String> bearerToken(RequestHead head) {
        List<String> headers = head.headers().apply("Authorization");
        if (headers.size() > 1) {
            throw new Refusal(Reply.refused(400, "the header Authorization was sent more than once"));
        }
        return headers.stream()
                .findFirst()
                .map(BEARER::matcher)
                .filter(Matcher::matches)
                .map(m -> m.group(1));
    }
}
