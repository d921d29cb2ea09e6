package dev.keystead.platform.http;

import dev.keystead.platform.html.ErrorPage;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.text.Texts;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.DatabaseFailure;
import dev.keystead.tenancy.UuidV7;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes a request from its path to its answer: finds the route, lets the caller in or not, runs the work,
/// and turns whatever is thrown into an answer.
public final class Router {
    private static final Logger LOG = LoggerFactory.getLogger(Router.class);

    private final RouteTable table;
    private final Parts parts;
    private final Entrance entrance;
    private final WorkRunner runner;

    /// What the router works with.
    ///
    /// @param addresses which workspace a host names; hosts that workspaces bring themselves are known to it
    public record Parts(
            Database database,
            Authenticator authenticator,
            RefusalLog refusals,
            ReadLog reads,
            Idempotency idempotency,
            CsrfGuard csrf,
            Pages pages,
            Texts texts,
            WorkspaceAddresses addresses) {}

    /// An answer, and the call that it answers if a route was found.
    record Answer(Reply reply, @Nullable Call call) {}

    public Router(RouteTable table, Parts parts) {
        this.table = table;
        this.parts = parts;
        this.entrance = new Entrance(parts.authenticator(), parts.refusals());
        this.runner = new WorkRunner(parts.database(), parts.idempotency(), parts.reads());
    }

    public RouteTable table() {
        return table;
    }

    /// The routes at the request's path, in the workspace that its host or its path names.
    Optional<RouteTable.Match> find(RequestHead head) {
        return table.find(head.path(), parts.addresses().named(head.origin().authority()));
    }

    WorkspaceAddresses addresses() {
        return parts.addresses();
    }

    Answer answer(RequestHead head, Optional<RouteTable.Match> match, BodySource body) {
        if (match.isEmpty()) {
            return new Answer(forPeople(head, Reply.notFound(), wantsPage(head)), null);
        }
        Route route = match.get().routes().get(methodOf(head));
        if (route == null) {
            return new Answer(withoutRoute(head, match.get()), null);
        }
        var call = new Call(route, head, match.get(), parts.csrf().session(head), parts.texts(), parts.addresses());
        Reply reply = guarded(call, body);
        if (route.isEndpoint() && !route.isPage()) {
            reply = ProtocolRefusals.inShape(reply);
        }
        if (route.traits().anyOrigin()) {
            reply = CrossOrigin.readable(reply);
        }
        return new Answer(forPeople(head, withCookies(call, reply), route.isPage()), call);
    }

    private static Reply withCookies(Call call, Reply reply) {
        Reply withCookies = reply;
        for (Cookie cookie : call.cookiesToSet()) {
            withCookies = withCookies.withAnother("Set-Cookie", cookie.header(call.origin()));
        }
        return withCookies;
    }

    private Reply guarded(Call call, BodySource body) {
        try {
            return entrance.admit(call).orElseGet(() -> runner.run(call, body));
        } catch (Refusal refusal) {
            if (refusal.isRecorded()) {
                call.findCaller().ifPresent(caller -> entrance.recordRefusal(call, caller));
            }
            return refusal.reply();
        } catch (BadInput wrong) {
            return Reply.refused(wrong);
        } catch (Busy busy) {
            return Reply.unavailable(busy.retryAfterSeconds());
        } catch (DatabaseFailure failure) {
            return failed(call, failure);
        } catch (RuntimeException | StackOverflowError bug) {
            return internal(call, bug);
        }
    }

    private Reply failed(Call call, DatabaseFailure failure) {
        if (failure.conflict().isPresent()) {
            Reply reply = Reply.conflict(failure.conflict().get());
            return failure.conflictReason().map(reply::because).orElse(reply);
        }
        if (failure.mayPass()) {
            LOG.atWarn()
                    .addKeyValue("request_id", call.requestId())
                    .addKeyValue("route", call.route())
                    .setCause(failure)
                    .log("The database did not do its part; the client was told to try again");
            return Reply.unavailable(1);
        }
        return internal(call, failure);
    }

    private static Reply internal(Call call, Throwable cause) {
        LOG.atError()
                .addKeyValue("incident", UuidV7.next())
                .addKeyValue("request_id", call.requestId())
                .addKeyValue("route", call.route())
                .setCause(cause)
                .log("A request failed");
        return Reply.refused(500, "internal");
    }

    private Reply withoutRoute(RequestHead head, RouteTable.Match match) {
        String allow = String.join(", ", match.allowed());
        if (head.method().equals("OPTIONS")) {
            return CrossOrigin.preflight(head, match, Reply.empty().with("Allow", allow));
        }
        Optional<String> above = methodOf(head) == Method.GET ? pageAbove(head, match) : Optional.empty();
        if (above.isPresent()) {
            return Reply.seeOther(above.get());
        }
        Reply refused = Reply.refused(405, "method not allowed").with("Allow", allow);
        return forPeople(head, refused, wantsPage(head));
    }

    /// Where the form is that is sent to this address. Its answer may be a page, so that people have the address before
    /// them, and open it again.
    private Optional<String> pageAbove(RequestHead head, RouteTable.Match match) {
        Route form = match.routes().get(Method.POST);
        return form != null && form.isPage()
                ? table.pageAbove(
                        head.path(), parts.addresses().named(head.origin().authority()))
                : Optional.empty();
    }

    /// A refusal becomes a page where a person would otherwise see bare JSON.
    private Reply forPeople(RequestHead head, Reply reply, boolean page) {
        if (page && reply.body() instanceof Reply.Body.Refused(String message, Map<String, String> fields, var _)) {
            var language = parts.texts().choose(WishedLanguage.of(head, Optional.empty(), Optional.empty()));
            var view = new ErrorPage(reply.status(), message, fields, head.requestId(), language);
            return new Reply(
                    reply.status(),
                    reply.headers(),
                    Reply.page(parts.pages().html(view)).body());
        }
        return reply;
    }

    /// Only a browser's navigation names text/html.
    static boolean wantsPage(RequestHead head) {
        return head.headers().apply("Accept").stream().anyMatch(accepted -> accepted.contains("text/html"));
    }

    private static @Nullable Method methodOf(RequestHead head) {
        return switch (head.method()) {
            case "GET", "HEAD" -> Method.GET;
            case "POST" -> Method.POST;
            case "PUT" -> Method.PUT;
            case "PATCH" -> Method.PATCH;
            case "DELETE" -> Method.DELETE;
            default -> null;
        };
    }
}
