package dev.keystead.platform.http;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// What is known of a request before its body: free of the web server's own types.
///
/// @param path the raw path, still percent-encoded
/// @param query the raw query, or empty
/// @param headers the values of a header, by its name in any case
/// @param clientCertificate reads the client's certificate when somebody asks for it
public record RequestHead(
        String requestId,
        String method,
        String path,
        String query,
        Function<String, List<String>> headers,
        Origin origin,
        Supplier<Optional<ClientCertificate>> clientCertificate) {

    /// The only value of a header.
    ///
    /// @throws Refusal when the header was sent more than once, because readers would differ on which one
    ///     counts
    public Optional<String> header(String name) {
        List<String> values = headers.apply(name);
        if (values.size() > 1) {
            throw new Refusal(Reply.refused(400, "the header " + name + " was sent more than once"));
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
    }
}
