package dev.keystead.platform.http;

import dev.keystead.tenancy.IdText;
import dev.keystead.tenancy.UuidV7;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// The port without TLS beside the encrypted one. A browser that opens a page is sent on; everything else is
/// refused, because a program that was sent on would go on showing its secrets in the clear.
final class RedirectPort extends Handler.Wrapper {
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final Pattern PLAIN = Pattern.compile("/[\\x21-\\x7e]*");

    private final Connector port;
    private final WorkspaceAddresses addresses;

    RedirectPort(Connector port, WorkspaceAddresses addresses, Handler encrypted) {
        super(encrypted);
        this.port = port;
        this.addresses = addresses;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!request.getConnectionMetaData().getConnector().equals(port)) {
            return super.handle(request, response, callback);
        }
        String authority = Optional.ofNullable(request.getHttpURI().getAuthority())
                .orElseGet(() -> Request.getServerName(request));
        String address = addresses.of(addresses.named(authority)).toString();
        var head = new RequestHead(
                IdText.encode("req", UuidV7.next()),
                request.getMethod(),
                "",
                "",
                request.getHeaders()::getValuesList,
                new Origin(Request.getRemoteAddr(request), "http", authority),
                Optional::empty);
        String pathQuery =
                Optional.ofNullable(request.getHttpURI().getPathQuery()).orElse("");
        Reply reply = isPage(head) && PLAIN.matcher(pathQuery).matches()
                ? Reply.empty(308).with("Location", address + pathQuery)
                : Reply.refused(403, "this port is not encrypted and takes no requests; use " + address);
        JettyEntry.send(
                head,
                reply.with(HttpHeader.CONNECTION.asString(), "close").rendered(head.requestId()),
                response,
                callback);
        return true;
    }

    private static boolean isPage(RequestHead head) {
        return READING.contains(head.method())
                && head.headers().apply("Authorization").isEmpty()
                && Router.wantsPage(head);
    }
}
