package dev.keystead.shape;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What every file of every module keeps to. Style is a test.
class TidyTest {
    private static final Path ROOT = root();
    private static final int LONGEST_FILE = 400;
    private static final int LONGEST_LINE = 120;

    private static final Pattern REFUSED_NAME = Pattern.compile(
            "(Manager|Util|Utils|Helper|Impl|Base|Abstract\\w*|Factory|Provider|Handler|Dto|Model|Service)\\.java");
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TODO|FIXME|XXX)\\b|@Disabled|not implemented");
    private static final Pattern STATIC_STATE = Pattern.compile(
            "^\\s+(private|public|protected)?\\s*static (?!final|class|record|enum|interface|sealed|abstract|<|.*\\().*[;=]");

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("ARCHITECTURE.md"))) {
            folder = folder.getParent();
        }
        return Objects.requireNonNull(folder, "the tests run inside the project");
    }

    private static List<Path> files(String ending) {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(ending))
                    .filter(file -> !ROOT.relativize(file).toString().contains("target/"))
                    .filter(file -> !ROOT.relativize(file).startsWith(".git"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Every place in the files where the test finds something, as `file:line: text`.
    private static List<String> places(List<Path> files, Predicate<String> wrong) {
        var places = new ArrayList<String>();
        for (Path file : files) {
            List<String> lines = read(file).lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                if (wrong.test(lines.get(i))) {
                    places.add(ROOT.relativize(file) + ":" + (i + 1) + ": "
                            + lines.get(i).strip());
                }
            }
        }
        return places;
    }

    private static List<Path> java() {
        return files(".java").stream()
                .filter(file -> !file.endsWith("TidyTest.java"))
                .toList();
    }

    private static List<Path> mainJava() {
        return java().stream()
                .filter(file -> file.toString().contains("/src/main/"))
                .toList();
    }

    @Test
    void namesSayWhatAThingIs() {
        assertThat(java())
                .noneMatch(file ->
                        REFUSED_NAME.matcher(file.getFileName().toString()).find());
    }

    @Test
    void filesStaySmall() {
        assertThat(java())
                .allSatisfy(file -> assertThat(read(file).lines().count())
                        .as("lines of %s: is it still one thing?", ROOT.relativize(file))
                        .isLessThanOrEqualTo(LONGEST_FILE));
    }

    @Test
    void linesFitAScreen() {
        assertThat(places(mainJava(), line -> line.length() > LONGEST_LINE)).isEmpty();
    }

    @Test
    void nothingIsLeftUnfinished() {
        assertThat(places(java(), line -> UNFINISHED.matcher(line).find())).isEmpty();
    }

    @Test
    void nothingKeepsStateInStaticFields() {
        assertThat(places(mainJava(), line -> STATIC_STATE.matcher(line).find()))
                .isEmpty();
    }

    @Test
    void noThreadLocalsNoSystemOutNoSleeping() {
        assertThat(places(
                        mainJava().stream()
                                .filter(file -> !ROOT.relativize(file).startsWith("cli"))
                                .filter(file -> !ROOT.relativize(file).startsWith("bench"))
                                // It waits for processes of another program, which tell nobody when they end.
                                .filter(file -> !ROOT.relativize(file).startsWith("postgres"))
                                .toList(),
                        line -> line.contains("ThreadLocal<")
                                || line.contains("System.out.")
                                || line.contains("Thread.sleep(")
                                || line.contains(".printStackTrace(")))
                .isEmpty();
    }

    @Test
    void suppressionsSayWhy() {
        assertThat(places(mainJava(), line -> line.contains("@SuppressWarnings") && !line.contains("//")))
                .isEmpty();
    }

    @Test
    void everyPackageHasAPageThatIsNullMarked() {
        assertThat(mainJava().stream().map(Path::getParent).distinct()).allSatisfy(folder -> {
            Path page = folder.resolve("package-info.java");
            assertThat(page).exists();
            assertThat(read(page)).contains("@NullMarked").contains("///");
        });
    }

    @Test
    void noMachinesPathAndNoRegistryIsWrittenDown() {
        var everything = Stream.of(".java", ".md", ".xml", ".sql", ".properties", ".jte", ".css", ".js", "/run", ".sh")
                .flatMap(ending -> files(ending).stream())
                .filter(file -> !file.endsWith("TidyTest.java"))
                .toList();
        Pattern refused =
                Pattern.compile("/(root|work|home/[a-z]+)/(main|\\.m2|shared)|https?://(repo1?|registry|deb)\\.");
        assertThat(places(everything, line -> refused.matcher(line).find())).isEmpty();
    }
}
