package dev.keystead.audit.chain;

import dev.keystead.platform.objects.ObjectStorage;
import dev.keystead.tenancy.TypedId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/// Copies of checkpoints in the storage of files: one file for each time that some were signed.
public final class CheckpointObjects implements CheckpointCopy {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final ObjectStorage storage;
    private final TypedId systemWorkspace;

    /// @param systemWorkspace whose files they are, as one file has chains of many workspaces
    public CheckpointObjects(ObjectStorage storage, TypedId systemWorkspace) {
        this.storage = storage;
        this.systemWorkspace = systemWorkspace;
    }

    @Override
    public void append(Instant now, List<Checkpoint.Signed> signed) {
        try (var file = new TrailFile()) {
            file.write(out -> out.write(CheckpointCopies.lines(signed).getBytes(StandardCharsets.UTF_8)));
            file.store(storage, systemWorkspace.value(), "audit_checkpoints", "checkpoints-" + TIME.format(now));
        }
    }
}
