package dev.keystead.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The programs of one PostgreSQL version: at least `initdb` and `postgres`.
///
/// @param binFolder where the programs are
/// @param major the major version, such as 18
/// @param version the whole version, such as 18.6
public record PostgresBinaries(Path binFolder, int major, String version) {
    private static final int OLDEST_MAJOR = 15;
    private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) ((\\d{1,3})\\S{0,20})");

    /// The programs that come with Keystead, unpacked once per machine and user.
    ///
    /// @throws PostgresUnavailable when there are none for this platform or they cannot be unpacked
    public static PostgresBinaries bundled(Progress progress) {
        return bundled(BinaryCache.defaultFolder(), progress);
    }

    /// The same, without a report of the progress.
    public static PostgresBinaries bundled() {
        return bundled(Progress.silent());
    }

    /// The same, unpacked below a folder of the caller's choice. When root starts the server, other accounts must be
    /// able to enter that folder.
    public static PostgresBinaries bundled(Path cacheFolder, Progress progress) {
        requirePlatform(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
        Path binFolder = new BinaryCache(cacheFolder, progress).binFolder();
        return in(binFolder, "The PostgreSQL that comes with Keystead does not run on this machine (it needs glibc)");
    }

    /// The programs in a folder such as `/usr/lib/postgresql/15/bin`.
    ///
    /// @throws PostgresUnavailable when the folder does not hold PostgreSQL 15 or newer
    public static PostgresBinaries installed(Path binFolder) {
        return in(binFolder.toAbsolutePath(), "The folder " + binFolder + " does not hold PostgreSQL programs");
    }

    /// An installed version, looked for where the packages of the common Linux distributions put it.
    public static Optional<PostgresBinaries> findInstalled(int major) {
        return Stream.of("/usr/lib/postgresql/" + major + "/bin", "/usr/pgsql-" + major + "/bin")
                .map(Path::of)
                .filter(folder -> Files.isExecutable(folder.resolve("postgres")))
                .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
                .findFirst()
                .map(PostgresBinaries::installed);
    }

    Path postgres() {
        return binFolder.resolve("postgres");
    }

    Path initdb() {
        return binFolder.resolve("initdb");
    }

    /// Locales built into PostgreSQL, which no update of the operating system can change, came with version 17.
    boolean hasBuiltinLocale() {
        return major >= 17;
    }

    static void requirePlatform(String system, String machine) {
        boolean linux = system.toLowerCase(Locale.ROOT).equals("linux");
        boolean intel = machine.equals("amd64") || machine.equals("x86_64");
        if (!linux || !intel) {
            throw new PostgresUnavailable("Keystead brings PostgreSQL for Linux on x86_64 only and this is " + system
                    + " on " + machine + "; give --database-url to use a PostgreSQL of your own.");
        }
    }

    private static PostgresBinaries in(Path binFolder, String refusal) {
        String output;
        try {
            output = Command.run(List.of(binFolder.resolve("postgres").toString(), "--version"))
                    .output();
        } catch (IOException e) {
            throw new PostgresUnavailable(refusal + "; give --database-url to use a PostgreSQL of your own.", e);
        }
        Matcher version = VERSION.matcher(output);
        if (!version.find() || !Files.isExecutable(binFolder.resolve("initdb"))) {
            throw new PostgresUnavailable(refusal + "; give --database-url to use a PostgreSQL of your own.");
        }
        int major = Integer.parseInt(version.group(2));
        if (major < OLDEST_MAJOR) {
            throw new PostgresUnavailable("The folder " + binFolder + " holds PostgreSQL " + version.group(1)
                    + ", and Keystead needs " + OLDEST_MAJOR + " or newer.");
        }
        return new PostgresBinaries(binFolder, major, version.group(1));
    }
}
