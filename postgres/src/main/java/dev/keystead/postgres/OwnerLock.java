package dev.keystead.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;

/// Says that this process, and no other, runs the server of a cluster. The kernel drops the lock when the process dies.
///
/// Beside the locked file, which is never read, a second file names the owner. The kernel drops a process's lock as
/// soon as that process closes *any* handle of the locked file, so a second attempt within one process must be
/// refused before it opens it; the name found in the second file tells.
final class OwnerLock implements AutoCloseable {
    /// Not the process id: in a container each run may have the same.
    private static final String THIS_PROCESS = UUID.randomUUID().toString();

    private final FileChannel channel;
    private final Path ownerFile;

    private OwnerLock(FileChannel channel, Path ownerFile) {
        this.channel = channel;
        this.ownerFile = ownerFile;
    }

    static OwnerLock take(Path cluster) throws IOException {
        Path lockFile = cluster.resolveSibling(cluster.getFileName() + ".lock");
        Path ownerFile = cluster.resolveSibling(cluster.getFileName() + ".owner");
        synchronized (OwnerLock.class) {
            List<String> owner = Files.exists(ownerFile) ? Files.readAllLines(ownerFile) : List.of();
            if (owner.contains(THIS_PROCESS)) {
                throw refusal(cluster, owner);
            }
            FileChannel channel = FileChannel.open(
                    lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            if (channel.tryLock() == null) {
                channel.close();
                throw refusal(cluster, owner);
            }
            Files.deleteIfExists(ownerFile);
            Files.write(
                    ownerFile,
                    List.of(Long.toString(ProcessHandle.current().pid()), THIS_PROCESS),
                    StandardOpenOption.CREATE_NEW);
            return new OwnerLock(channel, ownerFile);
        }
    }

    private static PostgresUnavailable refusal(Path cluster, List<String> owner) {
        String process = owner.isEmpty() ? "" : " (process " + owner.getFirst() + ")";
        return new PostgresUnavailable("Another Keystead" + process + " is running on " + cluster
                + "; stop it first, or choose another data folder.");
    }

    @Override
    public void close() throws IOException {
        synchronized (OwnerLock.class) {
            Files.deleteIfExists(ownerFile);
            channel.close();
        }
    }
}
