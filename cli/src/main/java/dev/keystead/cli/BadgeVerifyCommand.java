package dev.keystead.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `keystead badge verify`
@Command(
        name = "verify",
        header = {
            "Look whether a badge is genuine and valid.",
            "",
            "Examples:",
            "  keystead badge verify ana.json",
            "  keystead badge verify ana.json --keys https://id.example.org/t/acme",
            "  curl -s https://id.example.org/.well-known/badge-keys.json > keys.json",
            "  keystead badge verify - --keys keys.json --at 2026-12-24T12:00:00Z < ana.json",
            ""
        },
        synopsisHeading = "Usage: ",
        customSynopsis = "keystead badge verify FILE [--keys FILE|ADDRESS] [--at TIME]",
        description = {
            "",
            "Says in a line what the badge attests, or why it is not to be believed; ends with 5 then. Who issued it is"
                    + " part of that line: anybody can issue badges, and whose word counts is for you to say. With"
                    + " --keys nothing but the keys of that issuer is believed.",
            ""
        },
        parameterListHeading = "Parameters:%n",
        optionListHeading = "%nOptions:%n")
final class BadgeVerifyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "the badge; - reads standard input")
    private String file = "";

    @Option(
            names = "--keys",
            paramLabel = "FILE|ADDRESS",
            description = "the issuer's keys: a file that you kept, or the issuer's address; without it, the address"
                    + " that the badge names is asked")
    private @Nullable String keys;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "judge it as it stood then, such as 2026-12-24T12:00:00Z; without it, as it stands now")
    private @Nullable String at;

    private final Terminal terminal;

    BadgeVerifyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return new BadgeVerifying(terminal, System.in).verify(file, keys, at).code();
    }
}
