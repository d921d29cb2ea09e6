package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What the page for makers of applications shows is what these tests run.
class ClientsPageTest {
    private static final Path PROJECT = Path.of("..");

    /// A comment that names a file, and the code from it.
    private static final Pattern SNIPPET =
            Pattern.compile("<!-- (acceptance/\\S+) -->\\n```\\w+\\n(.+?)```", Pattern.DOTALL);

    /// Between two parts of a file, something may be left out.
    private static final String LEFT_OUT = "…";

    @Test
    void everySnippetStandsInTheFileThatItNames() throws IOException {
        List<MatchResult> snippets = SNIPPET.matcher(Files.readString(PROJECT.resolve("docs/clients.md")))
                .results()
                .toList();
        assertThat(snippets).hasSizeGreaterThan(5);
        for (MatchResult snippet : snippets) {
            List<String> shown = lines(snippet.group(2)).stream()
                    .filter(line -> !line.equals(LEFT_OUT))
                    .toList();
            assertThat(lines(Files.readString(PROJECT.resolve(snippet.group(1)))))
                    .as(snippet.group(1))
                    .containsSubsequence(shown);
        }
    }

    private static List<String> lines(String text) {
        return text.lines().map(String::strip).toList();
    }
}
