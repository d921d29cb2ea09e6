package dev.keystead.platform.http;

import dev.keystead.tenancy.IdText;
import dev.keystead.tenancy.UuidV7;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where a request leaves Jetty's types and an answer returns to them.
final class JettyEntry extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger("dev.keystead.http.request");
    private static final Pattern CLIENT_REQUEST_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final int BUFFER = 32 * 1024;
    private static final String UNMATCHED = "unmatched";

    private final Router router;
    private final HttpLimits limits;
    private final Forwarding forwarding;
    private final ClientCertificates certificates;
    private final RequestObserver observer;
    private final InFlight inFlight;

    JettyEntry(Router router, Listening config, RequestObserver observer) {
        this.router = router;
        this.limits = config.limits();
        this.forwarding = new Forwarding(config.trustedProxies());
        this.certificates = new ClientCertificates(forwarding, config.certificateHeader(), config.clientAuthorities());
        this.observer = observer;
        this.inFlight = new InFlight(limits.inFlight());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        long began = System.nanoTime();
        RequestHead head = head(request);
        Optional<RouteTable.Match> match = router.find(head);
        String route = match.map(found -> template(found)).orElse(UNMATCHED);
        var beginning = new RequestObserver.Beginning(
                head.method(),
                route,
                head.requestId(),
                head.headers().apply("traceparent").stream().findFirst());
        Reply reply = observer.observe(
                beginning,
                () -> {
                    Router.Answer answer = answer(request, head, match);
                    log(head, route, answer, Duration.ofNanos(System.nanoTime() - began));
                    return answer.reply().rendered(head.requestId());
                },
                Reply::status);
        send(head, reply, response, callback);
        giveWay();
        return true;
    }

    /// Nobody takes a virtual thread off its core: a connection whose next request is there already would be served
    /// again and again while others wait. Whoever has been answered stands at the end of the line.
    @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it but the time that others wait.
    private static void giveWay() {
        Thread.yield();
    }

    private Router.Answer answer(Request request, RequestHead head, Optional<RouteTable.Match> match) {
        boolean exempt = match.isPresent()
                && match.get().routes().values().stream()
                        .allMatch(route -> route.traits().always());
        try (InFlight.Place place = inFlight.enter(exempt)) {
            var body = new JettyBody(request, limits, place);
            Router.Answer answer = router.answer(head, match, body);
            body.discardUnlessRead();
            return answer;
        } catch (Refusal refusal) {
            return new Router.Answer(refusal.reply(), null);
        }
    }

    private RequestHead head(Request request) {
        var fields = request.getHeaders();
        var uri = request.getHttpURI();
        String authority = Optional.ofNullable(uri.getAuthority()).orElseGet(() -> Request.getServerName(request));
        String peer = Request.getRemoteAddr(request);
        // The connection tells, not the request's address: anybody can write https there.
        String scheme = request.isSecure() ? "https" : "http";
        Origin origin = forwarding.origin(peer, scheme, authority, fields::getValuesList);
        return new RequestHead(
                IdText.encode("req", UuidV7.next()),
                request.getMethod(),
                Optional.ofNullable(uri.getPath()).orElse(""),
                Optional.ofNullable(uri.getQuery()).orElse(""),
                fields::getValuesList,
                origin,
                () -> certificates.find(peer, shown(request), fields::getValuesList));
    }

    /// The certificates that the other side of the connection showed.
    private static List<X509Certificate> shown(Request request) {
        return request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData session
                        && session.peerCertificates() != null
                ? List.of(session.peerCertificates())
                : List.of();
    }

    static void send(RequestHead head, Reply reply, Response response, Callback callback) {
        response.setStatus(reply.status());
        var headers = response.getHeaders();
        SecurityHeaders.addMissing(headers, head.path(), reply, head.origin().mayInsistOnTls());
        // An answer may set several cookies, each in a header of its own.
        reply.headers().forEach(header -> headers.add(header.name(), header.value()));
        headers.put("X-Request-Id", head.requestId());
        if (!reply.contentType().isEmpty()) {
            headers.put(HttpHeader.CONTENT_TYPE, reply.contentType());
        }
        if (reply.body() instanceof Reply.Body.Streamed(String _, Reply.Stream stream)) {
            stream(head, stream, response, callback);
            return;
        }
        byte[] bytes = reply.bytes();
        if (reply.status() != 204 && reply.status() != 304) {
            headers.put(HttpHeader.CONTENT_LENGTH, bytes.length);
        }
        response.write(true, ByteBuffer.wrap(bytes), callback);
    }

    /// A failure on the way breaks the connection off, so that half a file does not look like a whole one.
    private static void stream(RequestHead head, Reply.Stream stream, Response response, Callback callback) {
        if (head.method().equals("HEAD")) {
            response.write(true, ByteBuffer.allocate(0), callback);
            return;
        }
        try {
            // Closing says that this was all, so that it is not done after a failure.
            OutputStream out = new BufferedOutputStream(Content.Sink.asOutputStream(response), BUFFER);
            stream.to(out);
            out.close();
        } catch (IOException | RuntimeException e) {
            LOG.atWarn().addKeyValue("request_id", head.requestId()).setCause(e).log("a file was not sent to its end");
            callback.failed(e);
            return;
        }
        callback.succeeded();
    }

    private static String template(RouteTable.Match match) {
        return match.routes().values().iterator().next().template().text();
    }

    /// One line for each request, with the template and never the raw path or query: both can carry secrets.
    private static void log(RequestHead head, String route, Router.Answer answer, Duration took) {
        var line = LOG.atInfo()
                .addKeyValue("method", head.method())
                .addKeyValue("route", route)
                .addKeyValue("status", answer.reply().status())
                .addKeyValue("ms", took.toMillis())
                .addKeyValue("request_id", head.requestId());
        Optional<Caller> caller = Optional.ofNullable(answer.call()).flatMap(Call::findCaller);
        if (caller.isPresent()) {
            line = line.addKeyValue("tenant", caller.get().tenant());
        }
        Optional<String> clientId = head.headers().apply("X-Request-Id").stream()
                .filter(id -> CLIENT_REQUEST_ID.matcher(id).matches())
                .findFirst();
        if (clientId.isPresent()) {
            line = line.addKeyValue("client_request_id", clientId.get());
        }
        line.log("request");
    }
}
