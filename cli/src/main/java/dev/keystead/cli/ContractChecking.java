package dev.keystead.cli;

import dev.keystead.contract.Contract;
import dev.keystead.contract.Examination;
import dev.keystead.contract.Rule;
import dev.keystead.contract.Settings;
import dev.keystead.contract.report.JsonReport;
import dev.keystead.contract.report.RulesPage;
import dev.keystead.contract.report.SarifReport;
import dev.keystead.contract.report.SweepReport;
import dev.keystead.contract.report.TableReport;
import dev.keystead.contract.review.Checklist;
import dev.keystead.contract.review.Sweep;
import dev.keystead.contract.scratch.ScratchUnavailable;
import dev.keystead.platform.log.Printable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Holds the contract against a folder and tells what came of it.
final class ContractChecking {
    private static final int ID_CHARACTERS = 60;

    private ContractChecking() {}

    static ExitCode check(Terminal terminal, Path folder, ContractOptions options, String format) {
        Optional<Function<Examination, String>> report = report(folder, format);
        if (report.isEmpty()) {
            return wrong(terminal, "--format is table, json or sarif.");
        }
        return examined(terminal, folder, options, examination -> {
            print(terminal, report.get().apply(examination));
            terminal.say(examination.summary());
            return examination.isClean() ? ExitCode.OK : ExitCode.FINDINGS;
        });
    }

    static ExitCode checklist(Terminal terminal, Path folder, ContractOptions options, String number) {
        if (!ContractSettings.NUMBER.matcher(number).matches()) {
            return wrong(terminal, "A migration is named by its four digits, such as 0007.");
        }
        int wanted = Integer.parseInt(number);
        return examined(terminal, folder, options, examination -> {
            Optional<Checklist> checklist = Checklist.of(examination, wanted);
            if (checklist.isEmpty()) {
                terminal.complain("There is no readable migration " + number + " in " + folder
                        + "; 'keystead contract check' tells what is wrong with the folder.");
                return ExitCode.NOT_FOUND;
            }
            print(terminal, checklist.get().text());
            return checklist.get().isClean() ? ExitCode.OK : ExitCode.FINDINGS;
        });
    }

    static ExitCode sweep(Terminal terminal, Path folder, ContractOptions options, String format) {
        if (!format.equals("markdown") && !format.equals("json")) {
            return wrong(terminal, "--format is markdown or json.");
        }
        return examined(terminal, folder, options, examination -> {
            List<Sweep.Row> rows = Sweep.of(examination);
            print(terminal, format.equals("json") ? SweepReport.json(rows) : SweepReport.markdown(rows));
            if (rows.isEmpty()) {
                terminal.complain("There is no readable migration in " + folder
                        + "; 'keystead contract check' tells what is wrong with the folder.");
                return ExitCode.NOT_FOUND;
            }
            return ExitCode.OK;
        });
    }

    static ExitCode rules(Terminal terminal, @Nullable String id, String format) {
        List<Rule> rules = Contract.rules();
        if (id == null) {
            return switch (format) {
                case "table" -> print(terminal, RulesPage.table(rules));
                case "markdown" -> print(terminal, RulesPage.markdown(rules));
                default -> wrong(terminal, "--format is table or markdown.");
            };
        }
        Optional<Rule> rule =
                rules.stream().filter(each -> each.id().equalsIgnoreCase(id)).findFirst();
        if (rule.isEmpty()) {
            terminal.complain("There is no rule '" + Printable.line(id, ID_CHARACTERS)
                    + "'; 'keystead contract rules' lists them.");
            return ExitCode.NOT_FOUND;
        }
        return print(terminal, RulesPage.explanation(rule.get()));
    }

    private static Optional<Function<Examination, String>> report(Path folder, String format) {
        return switch (format) {
            case "table" -> Optional.of(TableReport::of);
            case "json" -> Optional.of(JsonReport::of);
            case "sarif" ->
                Optional.of(examination -> SarifReport.of(examination, Contract.rules(), folder, Path.of("")));
            default -> Optional.empty();
        };
    }

    private static ExitCode examined(
            Terminal terminal, Path folder, ContractOptions options, Function<Examination, ExitCode> told) {
        return switch (ContractSettings.of(options)) {
            case ContractSettings.Wrong(String sentence) -> wrong(terminal, sentence);
            case ContractSettings.Right(Settings settings) -> {
                if (!Files.isDirectory(folder)) {
                    terminal.complain("There is no folder " + folder + "; name the folder that holds the migrations.");
                    yield ExitCode.NOT_FOUND;
                }
                try {
                    yield told.apply(examine(terminal, folder, settings));
                } catch (ScratchUnavailable unavailable) {
                    terminal.complain(String.valueOf(unavailable.getMessage()));
                    yield ExitCode.FAILED;
                }
            }
        };
    }

    private static Examination examine(Terminal terminal, Path folder, Settings settings) {
        try (Progress progress = Progress.on(terminal)) {
            return Contract.examine(folder, settings, progress::accept);
        }
    }

    private static ExitCode print(Terminal terminal, String text) {
        terminal.out().print(text);
        terminal.out().flush();
        return ExitCode.OK;
    }

    private static ExitCode wrong(Terminal terminal, String sentence) {
        terminal.complain(sentence);
        return ExitCode.USAGE;
    }
}
