package dev.keystead.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A page under `docs/reference/` that is generated from code and committed, so that people can read it and a
/// change shows in review.
public final class Reference {
    private static final String WRITE = "keystead.reference.write";

    private Reference() {}

    /// Fails when the committed page is not the generated text; with the system property
    /// `keystead.reference.write=true` it writes the page instead.
    public static void check(String page, String generated) throws IOException {
        Path file = repository().resolve("docs/reference").resolve(page);
        if (Boolean.getBoolean(WRITE)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, generated);
            return;
        }
        String committed = Files.exists(file) ? Files.readString(file) : "";
        assertThat(committed)
                .as("docs/reference/%s is not what the code says; run bin/reference and commit the page", page)
                .isEqualTo(generated);
    }

    /// The same for a folder that holds these pages and no others: the page of something that is gone fails, or is
    /// deleted when writing.
    public static void checkFolder(String folder, Map<String, String> pages) throws IOException {
        for (Map.Entry<String, String> page : pages.entrySet()) {
            check(folder + "/" + page.getKey(), page.getValue());
        }
        try (Stream<Path> present =
                Files.list(repository().resolve("docs/reference").resolve(folder))) {
            List<Path> left = present.filter(
                            file -> !pages.containsKey(file.getFileName().toString()))
                    .toList();
            if (Boolean.getBoolean(WRITE)) {
                for (Path file : left) {
                    Files.delete(file);
                }
                return;
            }
            assertThat(left)
                    .as("pages in docs/reference/%s about what is gone; run bin/reference and commit", folder)
                    .isEmpty();
        }
    }

    /// Tests run in the folder of their module or in that of the whole build.
    static Path repository() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("server/pom.xml"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("run the tests inside the repository");
        }
        return folder;
    }
}
