package dev.keystead.cli;

import dev.keystead.platform.log.Printable;
import dev.keystead.platform.log.Redaction;
import dev.keystead.platform.start.StartRefused;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// What a person is told when a command cannot go on.
final class Failure {
    private static final int NAME_CHARACTERS = 60;

    private Failure() {}

    /// A line that is not a command of ours.
    static ExitCode wrongLine(Terminal terminal, ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        String name = command.getCommandSpec().qualifiedName(" ");
        List<String> similar =
                wrong instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        String reason = wrong instanceof UnmatchedArgumentException unmatched
                ? "There is no '" + named(unmatched.getUnmatched().getFirst()) + "' in '" + name + "'"
                : withoutFullStop(
                        String.valueOf(wrong.getMessage()).lines().findFirst().orElse("Wrong arguments"));
        String advice = similar.isEmpty()
                ? "; see '" + name + " --help'."
                : "; did you mean "
                        + similar.stream()
                                .limit(3)
                                .map(each -> "'" + each + "'")
                                .collect(Collectors.joining(" or "))
                        + "? See '" + name + " --help'.";
        terminal.complain(reason + advice);
        return ExitCode.USAGE;
    }

    /// Something that stopped a command.
    static ExitCode thrown(Terminal terminal, Exception thrown) {
        if (thrown instanceof StartRefused refused) {
            String.valueOf(refused.getMessage()).lines().forEach(terminal::complain);
            return ExitCode.FAILED;
        }
        String incident = UUID.randomUUID().toString().substring(0, 8);
        terminal.complain("An error that nobody expected stopped this command (incident " + incident + "); "
                + keep(incident, thrown));
        return ExitCode.FAILED;
    }

    /// The rest of the sentence: where the details are.
    private static String keep(String incident, Exception thrown) {
        var stack = new StringWriter();
        thrown.printStackTrace(new PrintWriter(stack, true));
        try {
            Path file = Files.createTempFile(
                    "keystead-incident-" + incident + "-",
                    ".log",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, Redaction.mask(stack.toString()));
            return "the details are in " + file + ", please report them.";
        } catch (IOException e) {
            return "its details could not be kept (" + e.getMessage() + "): "
                    + Redaction.mask(thrown.toString()).lines().findFirst().orElse("");
        }
    }

    /// Only the name of an unknown argument is repeated: its value, and what follows, may be a secret.
    private static String named(String argument) {
        return Printable.line(argument.split("=", 2)[0], NAME_CHARACTERS);
    }

    private static String withoutFullStop(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }
}
