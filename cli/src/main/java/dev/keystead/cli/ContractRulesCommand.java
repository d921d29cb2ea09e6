package dev.keystead.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `keystead contract rules`
@Command(
        name = "rules",
        header = {
            "List the rules of the contract, or explain one.",
            "",
            "Examples:",
            "  keystead contract rules",
            "  keystead contract rules K002-2.4-lock            what it says and what to do",
            ""
        },
        synopsisHeading = "Usage: ",
        parameterListHeading = "%nArguments:%n",
        optionListHeading = "%nOptions:%n")
final class ContractRulesCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "RULE", description = "the id of a rule")
    @Nullable
    private String rule;

    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "table",
            description = "table or markdown (default: table)")
    private String format = "table";

    private final Terminal terminal;

    ContractRulesCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return ContractChecking.rules(terminal, rule, format).code();
    }
}
