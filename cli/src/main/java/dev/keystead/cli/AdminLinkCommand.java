package dev.keystead.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/// `keystead admin link`
@Command(
        name = "link",
        header = {
            "Print a new one-time link for the first administrator.",
            "",
            "Examples:",
            "  keystead admin link",
            "  keystead admin link --database-url postgresql://owner:secret@db.example/keystead",
            ""
        },
        synopsisHeading = "Usage: ",
        customSynopsis = "keystead admin link [--config FILE] [--SETTING VALUE]...",
        description = {"", "For whoever lost the link of the first start, or the key that came of it.", ""},
        optionListHeading = "Options:%n")
final class AdminLinkCommand implements Callable<Integer> {
    @Unmatched
    private List<String> settings = new ArrayList<>();

    private final Terminal terminal;

    AdminLinkCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return Operating.link(terminal, settings).code();
    }
}
