package dev.keystead.platform.http;

import dev.keystead.tenancy.IdText;
import dev.keystead.tenancy.UuidV7;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Answers for requests that Jetty refuses before any route is sought, in the same form as all others.
final class JettyErrors implements Request.Handler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        var head = new RequestHead(
                IdText.encode("req", UuidV7.next()),
                "",
                "",
                "",
                _ -> List.of(),
                new Origin("", "http", ""),
                Optional::empty);
        Reply reply = status == 503 ? Reply.unavailable(1) : Reply.refused(status, sentence(status));
        JettyEntry.send(head, reply.rendered(head.requestId()), response, LingeringClose.after(request, callback));
        return true;
    }

    private static String sentence(int status) {
        return switch (status) {
            case 408 -> "the request took too long to arrive";
            case 413 -> "the body is too long";
            case 414 -> "the address is too long";
            case 417 -> "the expectation cannot be met";
            case 426 -> "this version of HTTP is not supported";
            case 431 -> "the headers are too long";
            case 500 -> "internal";
            case 505 -> "this version of HTTP is not supported";
            default -> "the request is not well-formed HTTP";
        };
    }
}
