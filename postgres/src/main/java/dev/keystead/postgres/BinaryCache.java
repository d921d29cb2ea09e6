package dev.keystead.postgres;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/// Unpacks the programs that come with Keystead, once.
///
/// A folder with the final name is complete: it is filled under another name and renamed. Two processes that come at
/// once take turns by a file lock, and the second finds the work done.
final class BinaryCache {
    /// What the folder of each unpacked version is called, before the fingerprint of its archive.
    static final String FOLDER_PREFIX = "postgres-";

    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";
    private static final String UNFINISHED = ".unpacking-";
    private static final long NEEDED_BYTES = 100L << 20;
    private static final int XZ_MEMORY_LIMIT_KIB = 128 << 10;

    private final Path folder;
    private final Progress progress;

    BinaryCache(Path folder, Progress progress) {
        this.folder = folder.toAbsolutePath();
        this.progress = progress;
    }

    /// Root uses a folder of the machine, since the account that runs the server in its place cannot enter root's home.
    static Path defaultFolder() {
        if (isRoot()) {
            return Path.of("/var/cache/keystead");
        }
        String chosen = System.getenv("XDG_CACHE_HOME");
        if (chosen != null && chosen.startsWith("/")) {
            return Path.of(chosen, "keystead");
        }
        String home = System.getProperty("user.home", "");
        if (home.startsWith("/")) {
            return Path.of(home, ".cache", "keystead");
        }
        throw new PostgresUnavailable("This account has no home folder to unpack PostgreSQL into;"
                + " set XDG_CACHE_HOME to a writable folder, or give --database-url.");
    }

    Path binFolder() {
        try {
            URL archive = Optional.ofNullable(BinaryCache.class.getResource(ARCHIVE))
                    .orElseThrow(() -> new PostgresUnavailable("This build of Keystead comes without PostgreSQL;"
                            + " give --database-url to use a PostgreSQL of your own."));
            Path complete = folder.resolve(FOLDER_PREFIX + fingerprint(archive));
            if (!Files.isDirectory(complete)) {
                unpackOnce(archive, complete);
            }
            return complete.resolve("bin");
        } catch (IOException e) {
            throw new PostgresUnavailable(
                    "PostgreSQL could not be unpacked into " + folder + " (" + e
                            + "); make the folder writable (an ordinary user may name another by XDG_CACHE_HOME),"
                            + " or give --database-url.",
                    e);
        }
    }

    /// Synchronized on the class because a file lock is held by the whole process, not by one of its threads.
    private void unpackOnce(URL archive, Path complete) throws IOException {
        synchronized (BinaryCache.class) {
            Folders.create(folder, "rwxr-xr-x");
            try (FileChannel channel = FileChannel.open(
                            folder.resolve("unpack.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = lock(channel)) {
                deleteUnfinished();
                if (!Files.isDirectory(complete)) {
                    unpack(archive, complete);
                }
            }
        }
    }

    private FileLock lock(FileChannel channel) throws IOException {
        @Nullable FileLock free = channel.tryLock();
        if (free != null) {
            return free;
        }
        progress.report("Waiting for another process that is unpacking PostgreSQL into " + folder + ".");
        return channel.lock();
    }

    private void unpack(URL archive, Path complete) throws IOException {
        requireSpace();
        progress.report("Unpacking PostgreSQL into " + folder + " (once per machine).");
        Path unfinished = folder.resolve(
                complete.getFileName() + UNFINISHED + ProcessHandle.current().pid());
        Folders.create(unfinished, "rwxr-xr-x");
        try {
            URLConnection connection = archive.openConnection();
            try (InputStream in = new ProgressStream(connection.getInputStream(), connection.getContentLengthLong())) {
                TarArchive.unpack(new XZInputStream(in, XZ_MEMORY_LIMIT_KIB), unfinished);
            }
            flush(unfinished);
            Files.move(unfinished, complete, StandardCopyOption.ATOMIC_MOVE);
            Folders.force(folder);
        } finally {
            Folders.delete(unfinished);
        }
    }

    /// The rename must not reach the disk before the contents do, or a power cut could leave a complete-looking folder
    /// of empty files. One flush of the file system is far cheaper than one of each of a thousand files.
    private static void flush(Path unfinished) throws IOException {
        Optional<Path> sync = Command.find("sync");
        if (sync.isPresent()) {
            Command.run(List.of(sync.get().toString(), "-f", unfinished.toString()));
        }
    }

    private void requireSpace() throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free < NEEDED_BYTES) {
            throw new PostgresUnavailable("The disk of " + folder + " has " + (free >> 20) + " MB free and PostgreSQL"
                    + " needs " + (NEEDED_BYTES >> 20) + " MB to be unpacked; make room, or give --database-url.");
        }
    }

    private void deleteUnfinished() throws IOException {
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(folder, "*" + UNFINISHED + "*")) {
            for (Path leftover : leftovers) {
                Folders.delete(leftover);
            }
        }
    }

    /// Tells one archive from another without reading it: a jar's directory already has its checksum.
    private static String fingerprint(URL archive) throws IOException {
        URLConnection connection = archive.openConnection();
        if (connection instanceof JarURLConnection jar) {
            return HexFormat.of().toHexDigits((int) jar.getJarEntry().getCrc());
        }
        return HexFormat.of().toHexDigits(connection.getLastModified() ^ connection.getContentLengthLong());
    }

    private static boolean isRoot() {
        try {
            return ServerAccount.selfIsRoot();
        } catch (IOException e) {
            throw new PostgresUnavailable("The user this process runs as cannot be found out (" + e + ").", e);
        }
    }

    /// Reports each further quarter of the archive.
    private final class ProgressStream extends FilterInputStream {
        private final long length;
        private long done;
        private long quarters;

        ProgressStream(InputStream in, long length) {
            super(in);
            this.length = Math.max(1, length);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            advance(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] buffer, int offset, int count) throws IOException {
            int read = super.read(buffer, offset, count);
            advance(Math.max(0, read));
            return read;
        }

        private void advance(int read) {
            done += read;
            long reached = done * 4 / length;
            if (reached > quarters && reached < 4) {
                quarters = reached;
                progress.report("Unpacking PostgreSQL: " + reached * 25 + " % done.");
            }
        }
    }
}
