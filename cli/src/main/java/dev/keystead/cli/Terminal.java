package dev.keystead.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Where a command reads its manners from and writes its words to.
///
/// @param out for data
/// @param err for talk
/// @param quiet whether talk that reports no failure is left out
/// @param colour whether talk may be coloured
/// @param animated whether a line of talk may be drawn again in place, because a person watches it
public record Terminal(PrintStream out, PrintStream err, boolean quiet, boolean colour, boolean animated) {
    private static final String RED = "\u001b[31m";
    private static final String RESET = "\u001b[0m";

    /// The terminal of this process. The two flags are looked for before anything is parsed, because they also rule
    /// how a mistake in the rest of the line is told.
    static Terminal ofProcess(List<String> arguments, Map<String, String> environment) {
        boolean terminal = isTerminal(2);
        boolean dumb = "dumb".equals(environment.get("TERM"));
        boolean plain = arguments.contains("--no-color")
                || !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(
                System.out,
                System.err,
                arguments.contains("--quiet") || arguments.contains("-q"),
                terminal && !dumb && !plain,
                terminal && !dumb);
    }

    /// A sentence for the person who watches.
    public void say(String sentence) {
        if (!quiet) {
            err.println(sentence);
            err.flush();
        }
    }

    /// What stops the command; also told in quiet.
    public void complain(String sentence) {
        err.println((colour ? RED + "keystead:" + RESET : "keystead:") + " " + sentence);
        err.flush();
    }

    /// The JDK tells only about standard input and output; Linux tells about each descriptor.
    public static boolean isTerminal(int descriptor) {
        Path link = Path.of("/proc/self/fd/" + descriptor);
        try {
            if (Files.isSymbolicLink(link)) {
                String target = Files.readSymbolicLink(link).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
            }
        } catch (IOException e) {
            // A closed descriptor is no terminal.
        }
        return false;
    }
}
