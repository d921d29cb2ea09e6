package dev.keystead.postgres;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The account of the operating system that PostgreSQL runs as.
///
/// For an ordinary user that is the user itself. Root hands the server to another account for good: user, group and
/// supplementary groups are changed and no privilege can be won back.
///
/// @param switched whether this process is root and the server is not
record ServerAccount(String name, int uid, int gid, boolean switched) {
    private static final int ROOT = 0;

    /// In order of preference when root starts the server.
    private static final List<String> CANDIDATES = List.of("keystead", "postgres", "nobody");

    static boolean selfIsRoot() throws IOException {
        return self().uid == ROOT;
    }

    /// The account for a cluster that does not exist yet.
    static ServerAccount forNewCluster() throws IOException {
        ServerAccount self = self();
        if (self.uid != ROOT) {
            return self;
        }
        List<ServerAccount> known = accounts();
        return CANDIDATES.stream()
                .flatMap(name -> known.stream().filter(account -> account.name.equals(name)))
                .filter(account -> account.uid != ROOT)
                .findFirst()
                .orElseThrow(() ->
                        new PostgresUnavailable("PostgreSQL must not run as root and this machine has no account named "
                                + String.join(", ", CANDIDATES)
                                + "; add one (useradd --system keystead), or start Keystead as an ordinary user."));
    }

    /// The account for a cluster that exists: its owner, since PostgreSQL accepts no other. Files that root owns, as a
    /// copy made by root does, are handed to the account of new clusters.
    static ServerAccount forCluster(Path cluster) throws IOException {
        ServerAccount self = self();
        if (self.uid != ROOT) {
            return self;
        }
        int uid = attribute(cluster, "unix:uid");
        if (uid == ROOT) {
            ServerAccount account = forNewCluster();
            account.ownAllOf(cluster);
            return account;
        }
        String name = accounts().stream()
                .filter(account -> account.uid == uid)
                .map(ServerAccount::name)
                .findFirst()
                .orElse("with the number " + uid);
        return new ServerAccount(name, uid, attribute(cluster, "unix:gid"), true);
    }

    /// The command, run as this account, in a session of its own so that Ctrl-C in the terminal does not reach it, and
    /// sent `deathSignal` when the thread that started it ends. Each step replaces the one before, so the
    /// process id stays the same.
    List<String> command(String deathSignal, List<String> command) {
        var whole = new ArrayList<String>();
        Command.find("setsid").ifPresent(setsid -> whole.add(setsid.toString()));
        Optional<Path> setpriv = setpriv();
        if (setpriv.isPresent()) {
            whole.add(setpriv.get().toString());
            whole.addAll(switching());
            whole.addAll(List.of("--no-new-privs", "--pdeathsig", deathSignal, "--"));
        }
        whole.addAll(command);
        return whole;
    }

    /// Whether this account can enter the folder, or run the file.
    boolean canReach(Path path) throws IOException {
        if (!switched) {
            return Files.isExecutable(path);
        }
        // Asked of the kernel, because access lists and mount options count too.
        var command = new ArrayList<String>();
        command.add(setpriv().orElseThrow().toString());
        command.addAll(switching());
        command.addAll(List.of("--", "test", "-x", path.toString()));
        Command.Result result = Command.run(command);
        if (result.output().contains("setpriv:")) {
            throw new PostgresUnavailable("PostgreSQL must not run as root, and switching to the account " + name
                    + " failed (" + result.output() + "); start Keystead as an ordinary user, or give --database-url.");
        }
        return result.succeeded();
    }

    /// Makes this account the owner of one file or folder. Without effect for an ordinary user.
    void own(Path path) throws IOException {
        if (switched) {
            Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        }
    }

    private void ownAllOf(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                own(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                own(visited);
                return super.postVisitDirectory(visited, failure);
            }
        });
    }

    private List<String> switching() {
        return switched ? List.of("--reuid=" + uid, "--regid=" + gid, "--clear-groups") : List.of();
    }

    private Optional<Path> setpriv() {
        Optional<Path> setpriv = Command.find("setpriv");
        if (switched && setpriv.isEmpty()) {
            throw new PostgresUnavailable("PostgreSQL must not run as root and the program setpriv (package util-linux)"
                    + " is missing; install it, start Keystead as an ordinary user, or give --database-url.");
        }
        return setpriv;
    }

    private static ServerAccount self() throws IOException {
        int uid = statusNumber("Uid:");
        return new ServerAccount(System.getProperty("user.name", "?"), uid, statusNumber("Gid:"), false);
    }

    /// The effective id, which is the second number of the line.
    private static int statusNumber(String label) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            String line =
                    lines.filter(each -> each.startsWith(label)).findFirst().orElseThrow();
            return Integer.parseInt(line.split("\\s+", -1)[2]);
        }
    }

    private static List<ServerAccount> accounts() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/etc/passwd"))) {
            return lines.map(line -> line.split(":", -1))
                    .filter(fields -> fields.length > 3)
                    .filter(fields -> fields[2].matches("\\d{1,9}") && fields[3].matches("\\d{1,9}"))
                    .map(fields -> new ServerAccount(
                            fields[0], Integer.parseInt(fields[2]), Integer.parseInt(fields[3]), true))
                    .toList();
        }
    }

    private static int attribute(Path path, String name) throws IOException {
        return (Integer) Files.getAttribute(path, name, LinkOption.NOFOLLOW_LINKS);
    }
}
