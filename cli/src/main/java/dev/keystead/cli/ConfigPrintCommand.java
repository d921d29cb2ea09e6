package dev.keystead.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/// `keystead config print`
@Command(
        name = "print",
        header = {
            "Print every setting with its value, where it comes from and what it is for.",
            "",
            "Examples:",
            "  keystead config print",
            "  keystead config print --config production.properties -o json",
            ""
        },
        synopsisHeading = "Usage: ",
        customSynopsis = "keystead config print [-o table|json] [--config FILE] [--SETTING VALUE]...",
        description = {"", "Secrets are not printed, only whether they are set.", ""},
        optionListHeading = "Options:%n")
final class ConfigPrintCommand implements Callable<Integer> {
    /// How a configuration is printed; the words are what a person types.
    enum Form {
        table,
        json
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "table or json (default: table)")
    private Form form = Form.table;

    @Unmatched
    private List<String> settings = new ArrayList<>();

    private final Terminal terminal;

    ConfigPrintCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return ConfigPrinting.run(terminal, settings, form).code();
    }
}
