package dev.keystead.postgres;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;

/// Unpacks a tar stream of plain files, folders and symbolic links into an empty folder.
///
/// The archive is not trusted: an entry or a link that would leave the folder, a second entry of the same name, a kind
/// of entry that is not needed here, and an archive beyond the size limit are all refused with an [IOException].
final class TarArchive {
    private static final int BLOCK = 512;
    private static final long SIZE_LIMIT = 1L << 30;

    private final InputStream in;
    private final Path root;
    private long unpacked;

    private TarArchive(InputStream in, Path root) {
        this.in = in;
        this.root = root;
    }

    static void unpack(InputStream in, Path emptyFolder) throws IOException {
        var archive = new TarArchive(in, emptyFolder.toRealPath());
        byte[] header = archive.block();
        while (!isEnd(header)) {
            archive.entry(header);
            header = archive.block();
        }
    }

    private void entry(byte[] header) throws IOException {
        requireChecksum(header);
        Path path = inside(name(header));
        long size = number(header, 124, 12);
        boolean executable = (number(header, 100, 8) & 0111) != 0;
        char kind = (char) header[156];
        switch (kind) {
            case '0', '\0' -> file(path, size, executable);
            case '5' -> folder(path);
            case '2' -> link(path, text(header, 157, 100));
            default -> throw new IOException("Archive entry of unknown kind '" + kind + "': " + path);
        }
    }

    private void file(Path path, long size, boolean executable) throws IOException {
        unpacked += size;
        if (unpacked > SIZE_LIMIT) {
            throw new IOException("The archive is larger than " + SIZE_LIMIT + " bytes");
        }
        folder(parent(path));
        try (OutputStream out = Files.newOutputStream(path, StandardOpenOption.CREATE_NEW)) {
            byte[] buffer = new byte[1 << 16];
            for (long left = size; left > 0; ) {
                int read = in.readNBytes(buffer, 0, (int) Math.min(buffer.length, left));
                if (read == 0) {
                    throw new EOFException("The archive ends inside " + path);
                }
                out.write(buffer, 0, read);
                left -= read;
            }
        }
        in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
        // Set explicitly, because the umask of the process may have taken rights away.
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    private void folder(Path path) throws IOException {
        if (path.equals(root) || Files.isDirectory(path)) {
            requireNoLinkIn(path);
            return;
        }
        folder(parent(path));
        Files.createDirectory(path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void link(Path path, String target) throws IOException {
        folder(parent(path));
        Path pointsTo = parent(path).resolve(target).normalize();
        if (target.isEmpty() || target.startsWith("/") || !pointsTo.startsWith(root)) {
            throw new IOException("The archive has a link that leaves its folder: " + path + " -> " + target);
        }
        Files.createSymbolicLink(path, Path.of(target));
    }

    /// A link was checked against the path it was written at, so nothing may be written through one.
    private static void requireNoLinkIn(Path folder) throws IOException {
        if (!folder.toRealPath().equals(folder)) {
            throw new IOException("The archive writes through a link: " + folder);
        }
    }

    private Path inside(String name) throws IOException {
        try {
            Path path = root.resolve(name).normalize();
            if (!name.isEmpty() && !name.startsWith("/") && path.startsWith(root) && !path.equals(root)) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw new IOException("The archive has an entry with an impossible name", e);
        }
        throw new IOException("The archive has an entry that leaves its folder: " + name);
    }

    private Path parent(Path path) {
        Path parent = path.getParent();
        return parent == null ? root : parent;
    }

    private byte[] block() throws IOException {
        byte[] block = in.readNBytes(BLOCK);
        if (block.length < BLOCK) {
            throw new EOFException("The archive ends too early");
        }
        return block;
    }

    private static boolean isEnd(byte[] header) {
        return Arrays.equals(header, new byte[BLOCK]);
    }

    private static String name(byte[] header) {
        String name = text(header, 0, 100);
        // Only the POSIX form has a prefix here; GNU tar, whose magic has no zero byte, keeps other things in this
        // place.
        boolean posix = text(header, 257, 6).equals("ustar");
        String prefix = posix ? text(header, 345, 155) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String text(byte[] header, int offset, int length) {
        int end = offset;
        while (end < offset + length && header[end] != 0) {
            end++;
        }
        return new String(header, offset, end - offset, StandardCharsets.UTF_8);
    }

    private static long number(byte[] header, int offset, int length) throws IOException {
        String octal = text(header, offset, length).strip();
        if (octal.isEmpty()) {
            return 0;
        }
        if (octal.length() > 12 || !octal.chars().allMatch(digit -> digit >= '0' && digit <= '7')) {
            throw new IOException("The archive has a header with a broken number");
        }
        return Long.parseLong(octal, 8);
    }

    /// The sum of all header bytes, the checksum's own eight counted as spaces.
    private static void requireChecksum(byte[] header) throws IOException {
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= 148 && i < 156 ? ' ' : Byte.toUnsignedInt(header[i]);
        }
        if (sum != number(header, 148, 8)) {
            throw new IOException("The archive has a broken header");
        }
    }
}
