package dev.keystead.cli;

import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Configuration;
import dev.keystead.platform.config.ConfigurationOutcome;
import dev.keystead.platform.config.DatabaseUrl;
import dev.keystead.platform.config.MailConfig;
import dev.keystead.platform.config.Secret;
import dev.keystead.platform.config.Sources;
import dev.keystead.platform.config.TlsConfig;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.platform.tls.Identity;
import dev.keystead.platform.tls.IdentityFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Looks at everything that a start needs, without starting anything.
final class Doctor {
    private static final long LITTLE_SPACE = 1L << 30;
    private static final Duration SMTP_LIMIT = Duration.ofSeconds(10);
    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[^\\]]+\\]|[^:,/]+):(\\d+)");

    /// What one look found.
    sealed interface Finding {
        String sentence();

        record Fine(String sentence) implements Finding {}

        record Doubtful(String sentence) implements Finding {}

        record Wrong(String sentence) implements Finding {}
    }

    private Doctor() {}

    static ExitCode run(Terminal terminal, List<String> settings) {
        List<Finding> findings = new ArrayList<>();
        findings.add(new Finding.Fine("Java is " + Runtime.version() + "."));
        switch (Configuration.load(Sources.ofProcess(settings))) {
            case ConfigurationOutcome.Refused(List<String> problems) ->
                problems.forEach(problem -> findings.add(new Finding.Wrong(problem)));
            case ConfigurationOutcome.Loaded(Configuration values) -> {
                Config config = Config.from(values);
                findings.add(new Finding.Fine("The configuration is valid."));
                findings.add(dataFolder(config.dataDir()));
                findings.add(port(config.http().host(), config.http().port()));
                findings.add(tls(config.http().tls()));
                findings.addAll(database(config));
                findings.add(mail(config));
            }
        }
        findings.forEach(finding -> terminal.out().println(line(finding)));
        terminal.out().flush();
        return findings.stream().anyMatch(Finding.Wrong.class::isInstance) ? ExitCode.FAILED : ExitCode.OK;
    }

    private static String line(Finding finding) {
        return switch (finding) {
            case Finding.Fine(String sentence) -> "ok     " + sentence;
            case Finding.Doubtful(String sentence) -> "doubt  " + sentence;
            case Finding.Wrong(String sentence) -> "wrong  " + sentence;
        };
    }

    static Finding dataFolder(Path folder) {
        Path place = folder.toAbsolutePath().normalize();
        Path existing = place;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing) || !Files.isWritable(existing) || !Files.isExecutable(existing)) {
            return new Finding.Wrong("The data folder " + place + " cannot be written, because of " + existing
                    + "; give that to this user, or choose another folder with --data-dir.");
        }
        try {
            long free = Files.getFileStore(existing).getUsableSpace();
            String sentence = "The data folder " + place + " can be written and has " + (free >> 20) + " MiB free";
            return free < LITTLE_SPACE
                    ? new Finding.Doubtful(sentence + ", which the embedded PostgreSQL soon fills; make room.")
                    : new Finding.Fine(sentence + ".");
        } catch (IOException e) {
            return new Finding.Wrong("The free space of " + existing + " cannot be read: " + e.getMessage() + ".");
        }
    }

    static Finding port(String host, int port) {
        if (port == 0) {
            return new Finding.Fine("Any free port is taken.");
        }
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
            return new Finding.Fine("Port " + port + " of " + host + " is free.");
        } catch (IOException e) {
            return new Finding.Wrong("Port " + port + " of " + host + " cannot be had (" + e.getMessage()
                    + "); stop the program that uses it, perhaps Keystead itself, or choose another with --http-port.");
        }
    }

    private static List<Finding> database(Config config) {
        Secret<DatabaseUrl> url = config.database().url();
        if (url == null) {
            return List.of(new Finding.Fine("The database is the embedded PostgreSQL in the data folder."));
        }
        List<Finding> findings = new ArrayList<>();
        Matcher places = HOST_AND_PORT.matcher(
                url.reveal().jdbcUrl().substring("jdbc:postgresql://".length()).split("/", 2)[0]);
        while (places.find()) {
            findings.add(reachable(
                    places.group(1),
                    Integer.parseInt(places.group(2)),
                    config.database().connectTimeout(),
                    "the database",
                    "db.url"));
        }
        return findings;
    }

    static Finding tls(TlsConfig tls) {
        Optional<String> fault = tls.fault();
        if (fault.isPresent()) {
            return new Finding.Wrong(fault.get());
        }
        return switch (tls.certificate()) {
            case null -> new Finding.Fine("TLS is left to a proxy, as tls.certificate is empty.");
            case TlsConfig.Source.SelfSigned() ->
                new Finding.Doubtful("The TLS certificate is self-signed, which only development can bear.");
            case TlsConfig.Source.File file -> {
                try {
                    Identity identity =
                            IdentityFiles.of(tls, file, Clock.systemUTC()).identity();
                    Instant end = identity.chain().getFirst().getNotAfter().toInstant();
                    yield new Finding.Fine("The TLS certificate fits its key and is valid until " + end + ".");
                } catch (StartRefused wrong) {
                    yield new Finding.Wrong(String.valueOf(wrong.getMessage()));
                }
            }
        };
    }

    static Finding mail(Config config) {
        MailConfig mail = config.mail();
        Optional<String> fault = mail.fault();
        if (fault.isPresent()) {
            return new Finding.Wrong(fault.get());
        }
        if (!mail.smtpHost().isEmpty()) {
            return reachable(mail.smtpHost(), mail.smtpPort(), SMTP_LIMIT, "the SMTP server", "mail.smtp-host");
        }
        return config.http().isForThisMachineAlone()
                ? new Finding.Fine("Mails are shown at /dev/inbox, as mail.smtp-host is empty.")
                : new Finding.Doubtful("No mail is sent, as mail.smtp-host is empty; set it.");
    }

    /// @param what should be there
    /// @param setting says where it should be
    static Finding reachable(String host, int port, Duration limit, String what, String setting) {
        String place = host + ":" + port + ", where " + what + " should be";
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), Math.toIntExact(limit.toMillis()));
            return new Finding.Fine("Something answers at " + place + ".");
        } catch (IOException e) {
            return new Finding.Wrong(
                    "Nothing answers at " + place + " (" + e.getMessage() + "); start it, or correct " + setting + ".");
        }
    }
}
