package dev.keystead.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A connection to a server that is being warmed up, for one request after another, with the cookies that it was given.
/// It is so plain because Java learns its work as well: a client that shared much code with the server would blur what
/// is learned of the server.
final class WarmUpLine implements AutoCloseable {
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final Pattern COOKIE = Pattern.compile("(?i)\r\nset-cookie: *([^=]+)=([^;\r]*)");

    private final URI address;
    private final Socket socket;
    private final InputStream in;
    private final Map<String, String> cookies = new TreeMap<>();

    WarmUpLine(URI address) {
        this.address = address;
        try {
            this.socket = new Socket(address.getHost(), address.getPort());
            this.socket.setTcpNoDelay(true);
            this.in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    record Answer(String head, String body) {
        /// The same, unless it is a refusal: what is learned of those is of no use where all goes well.
        Answer well() {
            if (head.charAt("HTTP/1.1 ".length()) >= '4') {
                throw new IllegalStateException(
                        "a request of the warm-up was refused: " + head.lines().findFirst());
            }
            return this;
        }

        /// A member of a JSON object, or nothing.
        String member(String name) {
            return find("\"" + name + "\":\"([^\"]+)\"", body).orElse("");
        }

        Optional<String> location() {
            return find("(?i)\r\nlocation: *([^\r]*)", head);
        }
    }

    static Optional<String> find(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .findFirst();
    }

    Answer get(String path, String... headers) {
        return exchange("GET", path, JSON, "", headers);
    }

    Answer post(String path, String json, String... headers) {
        return exchange("POST", path, JSON, json, headers);
    }

    Answer submit(String path, String form, String... headers) {
        return exchange("POST", path, FORM, form, headers);
    }

    /// From now on it is somebody who has never been here.
    void forgetCookies() {
        cookies.clear();
    }

    private Answer exchange(String method, String path, String contentType, String body, String... headers) {
        var request = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: " + address.getAuthority() + "\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        if (!cookies.isEmpty()) {
            request.append(cookies.entrySet().stream()
                    .map(Map.Entry::toString)
                    .collect(Collectors.joining("; ", "Cookie: ", "\r\n")));
        }
        request.append("Content-Type: " + contentType + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        try {
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
            String head = head();
            COOKIE.matcher(head).results().forEach(cookie -> cookies.put(cookie.group(1), cookie.group(2)));
            int length = find("(?i)\r\ncontent-length: *([0-9]+)", head)
                    .map(Integer::parseInt)
                    .orElse(0);
            return new Answer(head, new String(in.readNBytes(length), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String head() throws IOException {
        var head = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            head.append((char) next);
            if (next == '\n' && head.indexOf("\r\n\r\n", head.length() - 4) >= 0) {
                return head.toString();
            }
        }
        throw new IOException("the server hung up");
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
