package dev.keystead.platform.http;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Scope;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets a caller in or says why not, in the order: who are you, is the workspace in reach, may you.
final class Entrance {
    private static final Logger LOG = LoggerFactory.getLogger(Entrance.class);
    private static final Pattern CREDENTIAL = Pattern.compile("(?i:(bearer|dpop)) +(\\S{1,8192}) *");
    private static final String CHALLENGE = "Bearer realm=\"keystead\"";

    private final Authenticator authenticator;
    private final RefusalLog refusals;

    Entrance(Authenticator authenticator, RefusalLog refusals) {
        this.authenticator = authenticator;
        this.refusals = refusals;
    }

    /// Nothing when the call may go on, with its caller set; otherwise the refusal.
    Optional<Reply> admit(Call call) {
        return switch (call.route().access()) {
            case Access.Open _ -> Optional.empty();
            case Access.SignedIn _ -> admit(call, Optional.empty(), authenticator.admitBrowser(call));
            case Access.Tenant _, Access.Org _, Access.Workspace _, Access.Self _ ->
                admit(
                        call,
                        call.route().access().neededRight(),
                        authenticator.admit(call, presented(call.head()), wanted(call)));
        };
    }

    private Optional<Reply> admit(Call call, Optional<AccessScope> needed, Admission admission) {
        return switch (admission) {
            case Admission.SignInFirst(String location) -> Optional.of(Reply.seeOther(location));
            case Admission.NoCredential _ ->
                Optional.of(Reply.refused(401, "auth required").with("WWW-Authenticate", CHALLENGE));
            case Admission.InvalidCredential _ ->
                Optional.of(Reply.refused(401, "invalid token")
                        .with("WWW-Authenticate", CHALLENGE + ", error=\"invalid_token\""));
            case Admission.Unproven(Reply reply) -> Optional.of(reply);
            case Admission.Unreachable _ -> Optional.of(Reply.notFound());
            case Admission.Admitted(Caller caller) -> authorise(call, caller, needed);
            case Admission.Stranger(Caller caller) ->
                call.route().access() instanceof Access.Self
                        ? authorise(call, caller, needed)
                        : Optional.of(Reply.notFound());
        };
    }

    /// The workspace that the path means. A slug before the path and an id in it must mean the same one.
    private static Authenticator.Wanted wanted(Call call) {
        if (call.workspaceSlug().isPresent()) {
            return new Authenticator.Wanted.BySlug(call.workspaceSlug().get());
        }
        return namesWorkspace(call)
                ? workspaceInPath(call)
                        .<Authenticator.Wanted>map(Authenticator.Wanted.ById::new)
                        .orElseGet(Authenticator.Wanted.Nowhere::new)
                : new Authenticator.Wanted.Own();
    }

    private static boolean namesWorkspace(Call call) {
        return call.route().access() instanceof Access.Workspace;
    }

    private static Optional<UUID> workspaceInPath(Call call) {
        return call.findId("id", Prefix.WORKSPACE.text());
    }

    private Optional<Reply> authorise(Call call, Caller caller, Optional<AccessScope> needed) {
        if (namesWorkspace(call) && !workspaceInPath(call).equals(Optional.of(caller.tenant()))) {
            return Optional.of(Reply.notFound());
        }
        call.admit(caller);
        if (needed.isEmpty() || isEnough(call.route(), caller, needed.get())) {
            return Optional.empty();
        }
        recordRefusal(call, caller);
        return Optional.of(Reply.insufficientRole());
    }

    private static boolean isEnough(Route route, Caller caller, AccessScope needed) {
        if (route.access() instanceof Access.Self) {
            return caller.user().isPresent() && caller.holds(needed);
        }
        return route.traits().roleInside() ? caller.carries(needed) : caller.allows(needed);
    }

    /// Leaves the audit entry of a refusal inside the caller's own tenant.
    void recordRefusal(Call call, Caller caller) {
        try {
            Scope.tenant(caller.tenant()).call(() -> {
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
    }

    private static Optional<Authenticator.Presented> presented(RequestHead head) {
        List<String> headers = head.headers().apply("Authorization");
        if (headers.size() > 1) {
            throw new Refusal(Reply.refused(400, "the header Authorization was sent more than once"));
        }
        return headers.stream()
                .findFirst()
                .map(CREDENTIAL::matcher)
                .filter(Matcher::matches)
                .map(form ->
                        new Authenticator.Presented(form.group(2), form.group(1).equalsIgnoreCase("dpop")));
    }
}
