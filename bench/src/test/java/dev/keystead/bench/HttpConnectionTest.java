package dev.keystead.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HttpConnectionTest {
    private static final String HELLO = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

    private static String bodyOf(List<String> answers) throws IOException {
        try (RawServer server = RawServer.answering(List.of(answers));
                Connections connections = new Connections()) {
            return connections.send(HttpRequest.get(server.url())).text();
        }
    }

    @Test
    void aConnectionIsUsedAgain() throws IOException {
        try (RawServer server = RawServer.answering(List.of(List.of(HELLO, HELLO, HELLO)));
                Connections connections = new Connections()) {
            for (int i = 0; i < 3; i++) {
                assertThat(connections.send(HttpRequest.get(server.url())).text())
                        .isEqualTo("hello");
            }
            assertThat(server.connections()).isEqualTo(1);
            assertThat(connections.requests()).isEqualTo(3);
        }
    }

    @Test
    void anAnswerInChunksIsPutTogetherAndTheNextAnswerStillFits() throws IOException {
        String chunked = String.join(
                "\r\n",
                "HTTP/1.1 200 OK",
                "Transfer-Encoding: chunked",
                "",
                "3;name=value",
                "hel",
                "2",
                "lo",
                "0",
                "Trailer: x",
                "",
                "");
        try (RawServer server = RawServer.answering(List.of(List.of(chunked, HELLO)));
                Connections connections = new Connections()) {
            assertThat(connections.send(HttpRequest.get(server.url())).text()).isEqualTo("hello");
            assertThat(connections.send(HttpRequest.get(server.url())).text()).isEqualTo("hello");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aBodyLargerThanTheBuffersIsWhole() throws IOException {
        String large = "x".repeat(300_000);
        assertThat(bodyOf(List.of("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n" + large)))
                .isEqualTo(large);
    }

    @Test
    void aBodyWithoutALengthEndsWithTheConnection() throws IOException {
        assertThat(bodyOf(List.of("HTTP/1.1 200 OK\r\n\r\nto the end"))).isEqualTo("to the end");
    }

    @Test
    void anInterimAnswerIsPassedOver() throws IOException {
        assertThat(bodyOf(List.of("HTTP/1.1 100 Continue\r\n\r\n" + HELLO))).isEqualTo("hello");
    }

    @Test
    void noContentHasNoBody() throws IOException {
        try (RawServer server = RawServer.answering(List.of(List.of("HTTP/1.1 204 No Content\r\n\r\n", HELLO)));
                Connections connections = new Connections()) {
            assertThat(connections.send(HttpRequest.get(server.url())).text()).isEmpty();
            assertThat(connections.send(HttpRequest.get(server.url())).text()).isEqualTo("hello");
        }
    }

    @Test
    void aConnectionThatTheServerAnnouncesToCloseIsNotUsedAgain() throws IOException {
        String closing = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";
        try (RawServer server = RawServer.answering(List.of(List.of(closing), List.of(HELLO)));
                Connections connections = new Connections()) {
            assertThat(connections.send(HttpRequest.get(server.url())).text()).isEqualTo("ok");
            assertThat(connections.send(HttpRequest.get(server.url())).text()).isEqualTo("hello");
        }
    }

    @Test
    void aConnectionClosedWhileIdleIsReplacedOnce() throws IOException {
        try (RawServer server = RawServer.answering(List.of(List.of(HELLO), List.of(HELLO)));
                Connections connections = new Connections()) {
            connections.send(HttpRequest.get(server.url()));
            assertThat(connections.send(HttpRequest.get(server.url())).text()).isEqualTo("hello");
            assertThat(server.connections()).isEqualTo(2);
            assertThatThrownBy(() -> connections.send(HttpRequest.get(server.url())))
                    .isInstanceOf(HttpConnection.Stale.class);
        }
    }

    @Test
    void aConnectionClosedWithinABodyIsAnErrorAndNotTriedAgain() {
        String half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf";
        try (RawServer server = RawServer.answering(List.of(List.of(half), List.of(HELLO)));
                Connections connections = new Connections()) {
            assertThatThrownBy(() -> connections.send(HttpRequest.get(server.url())))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining("closed the connection within the answer");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void sizesThatMakeNoSenseAreRefused() {
        for (String broken : List.of(
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2000000000\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabcd\r\n",
                "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX: " + "y".repeat(70_000) + "\r\n\r\n",
                "HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(20_000) + "\r\n",
                "SSH-2.0-server\r\n")) {
            assertThatThrownBy(() -> bodyOf(List.of(broken)))
                    .as(broken.substring(0, Math.min(60, broken.length())))
                    .isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void bytesAfterAnAnswerAreNotTakenForTheNextOne() throws IOException {
        try (RawServer server = RawServer.answering(List.of(List.of(HELLO + "HTTP/1.1 200 OK\r\n", HELLO)));
                Connections connections = new Connections()) {
            connections.send(HttpRequest.get(server.url()));
            assertThatThrownBy(() -> connections.send(HttpRequest.get(server.url())))
                    .isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void aHeaderCannotBreakOutOfItsLine() {
        assertThatThrownBy(() -> HttpRequest.headerLine("Authorization", "a\r\nHost: elsewhere"))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> HttpRequest.headerLine("Not a name", "a")).isInstanceOf(Refusal.class);
    }
}
