package dev.keystead.cli;

import dev.keystead.job.JobView;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.log.Printable;
import dev.keystead.server.Administration;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The jobs of an installation as a table or as JSON, and the wish that one runs now.
final class JobsPrinting {
    private static final int ERROR_CHARACTERS = 80;
    private static final int NAME_CHARACTERS = 40;

    private JobsPrinting() {}

    /// How the list is written; the words are what people type.
    enum Form {
        table,
        json
    }

    static ExitCode list(Terminal terminal, List<String> settings, Form form) {
        return Configured.run(terminal, settings, config -> {
            List<JobView> jobs;
            try (Progress progress = Progress.on(terminal)) {
                jobs = Administration.jobs(config, progress);
            }
            terminal.out()
                    .print(
                            switch (form) {
                                case table -> table(jobs);
                                case json -> Json.text(jobs) + "\n";
                            });
            terminal.out().flush();
            return ExitCode.OK;
        });
    }

    static ExitCode run(Terminal terminal, List<String> settings, String name) {
        return Configured.run(terminal, settings, config -> {
            Administration.JobStart start;
            try (Progress progress = Progress.on(terminal)) {
                start = Administration.runJob(config, name, progress);
            }
            return switch (start) {
                case STARTED -> {
                    terminal.say("The next free worker runs it; 'keystead jobs' shows how it went.");
                    yield ExitCode.OK;
                }
                case RUNNING_ALREADY -> {
                    terminal.complain("This job runs at this moment or is about to; 'keystead jobs' shows where.");
                    yield ExitCode.FAILED;
                }
                case UNKNOWN -> {
                    terminal.complain("There is no job '" + Printable.line(name, NAME_CHARACTERS)
                            + "'; 'keystead jobs' lists them.");
                    yield ExitCode.NOT_FOUND;
                }
            };
        });
    }

    static String table(List<JobView> jobs) {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("JOB", "EVERY", "LAST RUN", "TOOK", "ROWS", "NEXT RUN", "ERROR"));
        for (JobView job : jobs) {
            rows.add(List.of(
                    job.name(),
                    words(Duration.ofSeconds(job.everySeconds())),
                    time(job.lastRunAt()),
                    job.tookMilliseconds() == null ? "-" : job.tookMilliseconds() + " ms",
                    Objects.toString(job.rows(), "-"),
                    job.runningOn() == null ? time(job.nextRunAt()) : "runs on " + job.runningOn(),
                    job.error() == null ? "-" : Printable.line(job.error(), ERROR_CHARACTERS)));
        }
        List<Integer> widths = IntStream.range(0, rows.getFirst().size())
                .mapToObj(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toList();
        return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining());
    }

    private static String line(List<String> row, List<Integer> widths) {
        var line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            line.append(row.get(column))
                    .repeat(' ', widths.get(column) - row.get(column).length() + 2);
        }
        return line.toString().stripTrailing() + "\n";
    }

    private static String time(@Nullable Instant at) {
        return at == null ? "-" : at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String words(Duration every) {
        if (every.toMinutes() < 1) {
            return every.toSeconds() + " s";
        }
        return every.toMinutes() % 60 == 0 ? every.toHours() + " h" : every.toMinutes() + " min";
    }
}
