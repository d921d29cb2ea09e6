package dev.keystead.tenancy.migration;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// The text of a file of unknown origin, read only as far as the limit goes.
sealed interface BoundedText {
    /// Far above any migration, far below what would hurt the process that reads it.
    int LIMIT = 1 << 20;

    record Read(String text) implements BoundedText {}

    record Refused(MigrationProblem problem) implements BoundedText {}

    static BoundedText of(String file, InputStream bytes) throws IOException {
        byte[] read = bytes.readNBytes(LIMIT + 1);
        if (read.length > LIMIT) {
            return new Refused(new MigrationProblem.TooLarge(file, LIMIT));
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(read))
                    .toString();
            boolean plain = text.indexOf('\0') < 0 && !text.startsWith("\uFEFF");
            return plain ? new Read(text) : new Refused(new MigrationProblem.NotUtf8(file));
        } catch (CharacterCodingException _) {
            return new Refused(new MigrationProblem.NotUtf8(file));
        }
    }
}
