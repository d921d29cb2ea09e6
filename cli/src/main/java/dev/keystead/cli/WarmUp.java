package dev.keystead.cli;

import dev.keystead.contract.Dialect;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Sources;
import dev.keystead.platform.log.Logging;
import dev.keystead.server.KeysteadServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// A training run for the JVM's ahead-of-time cache: a first start, a start on an existing database, and requests of
/// each kind.
final class WarmUp {
    private static final Map<String, String> MIGRATIONS = Map.of("0001_things.sql", """
            -- Purpose: things.
            -- Tables: things.
            -- Scope: tenant.
            create table things (
                tenant_id text not null,
                id text not null check (length(id) = 32),
                name text,
                primary key (tenant_id, id)
            );
            -- By name.
            create index things_by_name on things (tenant_id, name);
            """, "0002_more_things.sql", """
            -- Purpose: more of them.
            create table more_things (tenant_id text, id text, thing_id text references things (id));
            alter table things add column colour text;
            """);

    private static final String POSTGRES_MIGRATION = """
            -- Purpose: the wall around things.
            create function current_tenant() returns text language sql stable
            as $$ select current_setting('app.current_tenant_id', true) $$;
            comment on table things is 'A thing. Scope: tenant. 001 class: user.';
            comment on column things.name is 'What it is called.';
            alter table things enable row level security;
            create policy tenant_wall on things using (tenant_id = current_tenant());
            grant select on things to ${app};
            create view names as select name from things;
            """;

    private static final PrintStream NOWHERE =
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

    private WarmUp() {}

    static ExitCode run(Terminal terminal) throws IOException {
        Path folder = Files.createTempDirectory("keystead-warm-up-");
        try {
            // The account that runs PostgreSQL in place of root must be able to enter.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
            List<String> flags = List.of(
                    "--data-dir=" + folder,
                    "--http-port=0",
                    "--oauth-requests-per-source=1000000",
                    "--sign-in-starts-per-source=1000000");
            // Neither a file in the working folder nor the environment may reach a throw-away server.
            var sources = new Sources(folder, Map.of(), flags);
            return Configured.withValues(terminal, sources, values -> {
                Config config = Config.from(values);
                Logging.start(config.log());
                Demo demo;
                try (KeysteadServer first = start(terminal, config)) {
                    URI link = first.setupLink().orElseThrow();
                    try (var line = new WarmUpLine(first.address())) {
                        line.get("/setup?" + link.getRawQuery());
                    }
                    demo = Demo.make(first.address(), link, config);
                }
                try (KeysteadServer again = start(terminal, config)) {
                    inSilence(new WarmUpTraffic(again.address(), demo)::run);
                }
                checkContract(terminal, folder);
                return ExitCode.OK;
            });
        } finally {
            delete(folder);
        }
    }

    /// Lines of the log are learned as well, and thousands of them are of no interest.
    private static void inSilence(Runnable work) {
        PrintStream before = System.err;
        System.setErr(NOWHERE);
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
    }

    /// Checks of a few migrations, whose findings are of no interest.
    private static void checkContract(Terminal terminal, Path folder) {
        var silent = new Terminal(NOWHERE, NOWHERE, true, terminal.colour(), false);
        try {
            for (Dialect dialect : Dialect.values()) {
                String name = dialect.name().toLowerCase(Locale.ROOT);
                Path migrations = Files.createDirectory(folder.resolve("migrations-" + name));
                for (Map.Entry<String, String> migration : MIGRATIONS.entrySet()) {
                    Files.writeString(migrations.resolve(migration.getKey()), migration.getValue());
                }
                if (dialect == Dialect.POSTGRES) {
                    Files.writeString(migrations.resolve("0003_wall.sql"), POSTGRES_MIGRATION);
                }
                Keystead.run(silent, "contract", "lock", migrations.toString());
                Keystead.run(silent, "contract", "check", migrations.toString(), "--dialect", name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KeysteadServer start(Terminal terminal, Config config) {
        try (Progress progress = Progress.on(terminal)) {
            return KeysteadServer.start(config, progress);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
