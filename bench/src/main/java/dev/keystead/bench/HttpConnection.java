package dev.keystead.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One HTTP/1.1 keep-alive connection over a plain blocking socket.
///
/// A general client spends more CPU on a request than a fast server does on the answer, which would measure the
/// client; this one costs some tens of microseconds. It reads answers with a length, in chunks (RFC 9112
/// section 7.1) and up to the end of the connection, and believes none of the sizes it is told beyond its
/// limits.
final class HttpConnection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 30_000;
    private static final int HEAD_LIMIT = 64 * 1024;
    private static final int BODY_LIMIT = 16 * 1024 * 1024;

    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] [1-5]\\d\\d( .*)?");

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[HEAD_LIMIT];
    private int position;
    private int limit;
    private byte[] body = new byte[8 * 1024];
    private int bodyLength;

    private HttpConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    /// Opens a connection to a loopback address; refuses any other.
    static HttpConnection open(HttpUrl url) throws IOException {
        var address = url.loopbackAddress();
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(READ_MILLIS);
            socket.connect(address, CONNECT_MILLIS);
            return new HttpConnection(socket);
        } catch (IOException problem) {
            socket.close();
            throw new IOException(
                    "No connection to " + url.authority() + ": " + Refusal.reasonOf(problem) + ".", problem);
        }
    }

    /// Says that the server had closed the connection before it sent a byte of the answer, as it may do with
    /// an idle one, so that the request can go again over a new connection.
    static final class Stale extends IOException {
        Stale(IOException cause) {
            super("The server closed the connection without an answer.", cause);
        }
    }

    HttpAnswer exchange(byte[] request) throws IOException {
        if (position < limit) {
            throw new ProtocolException("The server sent more than the answer before had announced.");
        }
        try {
            out.write(request);
            fillWhenEmpty();
        } catch (SocketException | EOFException closed) {
            throw new Stale(closed);
        }
        return readAnswer();
    }

    private HttpAnswer readAnswer() throws IOException {
        bodyLength = 0;
        Head head = readHead();
        while (head.status < 200) {
            head = readHead();
        }
        boolean closes = head.closes;
        if (head.status == 204 || head.status == 304) {
            // These never carry a body, whatever their head says.
        } else if (head.chunked) {
            readChunks();
        } else if (head.contentLength >= 0) {
            readBody(head.contentLength);
        } else {
            readToTheEnd();
            closes = true;
        }
        return new HttpAnswer(head.status, head.location, head.setCookies, closes, Arrays.copyOf(body, bodyLength));
    }

    private static final class Head {
        int status;
        int contentLength = -1;
        boolean chunked;
        boolean closes;

        @Nullable
        String location;

        final List<String> setCookies = new ArrayList<>(2);
    }

    private Head readHead() throws IOException {
        String statusLine = readLine();
        if (!STATUS_LINE.matcher(statusLine).matches()) {
            throw new ProtocolException("The answer does not begin with an HTTP/1.1 status line.");
        }
        Head head = new Head();
        head.status = Integer.parseInt(statusLine, 9, 12, 10);
        head.closes = statusLine.startsWith("HTTP/1.0");
        int size = statusLine.length();
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            size += line.length();
            if (size > HEAD_LIMIT) {
                throw new ProtocolException("The head of the answer is longer than " + HEAD_LIMIT + " bytes.");
            }
            readHeader(head, line);
        }
        return head;
    }

    private static void readHeader(Head head, String line) throws ProtocolException {
        int colon = line.indexOf(':');
        if (colon <= 0) {
            throw new ProtocolException("The answer has a header line without a name.");
        }
        // Telling the few interesting names apart by length first saves most comparisons.
        switch (colon) {
            case 8 -> {
                if (named(line, "location")) {
                    head.location = valueOf(line, colon);
                }
            }
            case 10 -> {
                if (named(line, "set-cookie")) {
                    head.setCookies.add(valueOf(line, colon));
                } else if (named(line, "connection")) {
                    head.closes = valueOf(line, colon).equalsIgnoreCase("close");
                }
            }
            case 14 -> {
                if (named(line, "content-length")) {
                    head.contentLength = wholeNumber(valueOf(line, colon), 10);
                }
            }
            case 17 -> {
                if (named(line, "transfer-encoding")) {
                    head.chunked = valueOf(line, colon).equalsIgnoreCase("chunked");
                }
            }
            default -> {}
        }
    }

    private static boolean named(String line, String name) {
        return line.regionMatches(true, 0, name, 0, name.length());
    }

    private static String valueOf(String line, int colon) {
        return line.substring(colon + 1).strip();
    }

    private void readChunks() throws IOException {
        for (; ; ) {
            String line = readLine();
            int extension = line.indexOf(';');
            int size = wholeNumber((extension < 0 ? line : line.substring(0, extension)).strip(), 16);
            if (size == 0) {
                while (!readLine().isEmpty()) {
                    // Trailers mean nothing here.
                }
                return;
            }
            readBody(size);
            if (!readLine().isEmpty()) {
                throw new ProtocolException("A chunk of the answer is longer than it said.");
            }
        }
    }

    private static int wholeNumber(String digits, int radix) throws ProtocolException {
        try {
            int number = Integer.parseInt(digits, radix);
            if (number >= 0 && number <= BODY_LIMIT) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            throw new ProtocolException("The answer's length `" + digits + "` is not a number.");
        }
        throw new ProtocolException("The answer's length `" + digits + "` is out of bounds.");
    }

    private void readBody(int length) throws IOException {
        growBody(length);
        int left = length;
        while (left > 0) {
            fillWhenEmpty();
            int some = Math.min(left, limit - position);
            takeBody(some);
            left -= some;
        }
    }

    private void readToTheEnd() throws IOException {
        while (position < limit || refill()) {
            growBody(limit - position);
            takeBody(limit - position);
        }
    }

    private void growBody(int more) throws ProtocolException {
        int needed = bodyLength + more;
        if (needed > BODY_LIMIT) {
            throw new ProtocolException("The body of the answer is longer than " + BODY_LIMIT + " bytes.");
        }
        if (needed > body.length) {
            body = Arrays.copyOf(body, Math.max(needed, body.length * 2));
        }
    }

    private void takeBody(int length) {
        System.arraycopy(buffer, position, body, bodyLength, length);
        position += length;
        bodyLength += length;
    }

    /// One line without its end; the buffer's size is the limit of its length.
    private String readLine() throws IOException {
        int seen = 0;
        for (; ; ) {
            for (int i = position + seen; i < limit; i++) {
                if (buffer[i] == '\n') {
                    int end = i > position && buffer[i - 1] == '\r' ? i - 1 : i;
                    String line = new String(buffer, position, end - position, StandardCharsets.ISO_8859_1);
                    position = i + 1;
                    return line;
                }
            }
            seen = limit - position;
            if (seen > 0 && limit == buffer.length) {
                compact();
            }
            if (!refill()) {
                throw new EOFException("The server closed the connection within the answer.");
            }
        }
    }

    private void compact() throws ProtocolException {
        if (position == 0) {
            throw new ProtocolException("The answer holds a line longer than " + buffer.length + " bytes.");
        }
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        limit -= position;
        position = 0;
    }

    private void fillWhenEmpty() throws IOException {
        if (position == limit && !refill()) {
            throw new EOFException("The server closed the connection within the answer.");
        }
    }

    private boolean refill() throws IOException {
        if (position == limit) {
            position = 0;
            limit = 0;
        }
        int count = in.read(buffer, limit, buffer.length - limit);
        if (count < 0) {
            return false;
        }
        limit += count;
        return true;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // Closing is the last thing done with it, so there is nothing left to save.
        }
    }
}
