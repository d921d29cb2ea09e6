package dev.keystead.platform.outbound;

import dev.keystead.platform.outbound.OutboundOutcome.Fetched;
import dev.keystead.platform.outbound.OutboundOutcome.Reason;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpHeader;

/// Takes an answer in, up to a number of bytes.
final class BoundedAnswer implements Response.Listener {
    private final int mostBytes;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final CompletableFuture<Fetched> whole = new CompletableFuture<>();

    BoundedAnswer(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /// The answer, once it is complete.
    CompletableFuture<Fetched> whole() {
        return whole;
    }

    @Override
    public void onHeaders(Response response) {
        if (response.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH) > mostBytes) {
            cutOff(response);
        }
    }

    @Override
    public void onContent(Response response, ByteBuffer piece) {
        if (body.size() + piece.remaining() > mostBytes) {
            cutOff(response);
            return;
        }
        var bytes = new byte[piece.remaining()];
        piece.get(bytes);
        body.writeBytes(bytes);
    }

    /// The end comes by [#onComplete], whether or not it came to be this one.
    private static void cutOff(Response response) {
        var _ = response.abort(new BrokenRule(Reason.TOO_LARGE));
    }

    @Override
    public void onComplete(Result result) {
        if (result.isFailed()) {
            whole.completeExceptionally(result.getFailure());
            return;
        }
        String type = Optional.ofNullable(result.getResponse().getHeaders().get(HttpHeader.CONTENT_TYPE))
                .orElse("");
        String date = Optional.ofNullable(result.getResponse().getHeaders().get(HttpHeader.DATE))
                .orElse("");
        whole.complete(new Fetched(result.getResponse().getStatus(), type, date, body.toByteArray()));
    }
}
