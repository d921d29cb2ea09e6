package dev.keystead.platform.http;

import dev.keystead.platform.json.BadInput;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/// The place after which a list goes on: the sort key of the last item seen, opaque to the client.
///
/// It carries no right: whoever changes it reads another place of the same list.
public record Cursor(List<String> parts) {
    private static final int LONGEST = 1024;
    private static final int MOST_PARTS = 8;

    public Cursor {
        parts = List.copyOf(parts);
    }

    /// A cursor of the texts of the given values: texts, numbers, times, UUIDs.
    public static Cursor of(Object... parts) {
        return new Cursor(List.of(parts).stream().map(String::valueOf).toList());
    }

    /// The form for clients: each part's length and text, in base64url.
    public String text() {
        var plain = new StringBuilder();
        for (String part : parts) {
            plain.append(part.length()).append(':').append(part);
        }
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(plain.toString().getBytes(StandardCharsets.UTF_8));
    }

    /// Reads the form for clients back.
    ///
    /// @throws BadInput when the text is no cursor that this server gave
    public static Cursor parse(String text) {
        if (text.length() > LONGEST) {
            throw wrong();
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            Cursor cursor = new Cursor(split(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()));
            if (cursor.text().equals(text)) {
                return cursor;
            }
        } catch (IllegalArgumentException | CharacterCodingException _) {
            // Told below, like every other text that is no cursor.
        }
        throw wrong();
    }

    /// Refuses a cursor of another list: one with another number of parts.
    public Cursor expect(int count) {
        if (parts.size() != count) {
            throw wrong();
        }
        return this;
    }

    public String text(int index) {
        if (index >= parts.size()) {
            throw wrong();
        }
        return parts.get(index);
    }

    public UUID uuid(int index) {
        return read(index, UUID::fromString);
    }

    public Instant time(int index) {
        return read(index, Instant::parse);
    }

    public long number(int index) {
        return read(index, Long::parseLong);
    }

    private <T> T read(int index, Function<String, T> parse) {
        try {
            return parse.apply(text(index));
        } catch (IllegalArgumentException | DateTimeException _) {
            throw wrong();
        }
    }

    private static List<String> split(String plain) {
        var parts = new ArrayList<String>();
        int at = 0;
        while (at < plain.length()) {
            int colon = plain.indexOf(':', at);
            if (colon < 0 || parts.size() == MOST_PARTS) {
                throw wrong();
            }
            int length = Integer.parseInt(plain.substring(at, colon));
            // Compared without adding: a length near the largest number would wrap around.
            if (length < 0 || length > plain.length() - colon - 1) {
                throw wrong();
            }
            int end = colon + 1 + length;
            parts.add(plain.substring(colon + 1, end));
            at = end;
        }
        return parts;
    }

    private static BadInput wrong() {
        return BadInput.member("cursor", "must be the next_cursor of an earlier page of this list");
    }
}
