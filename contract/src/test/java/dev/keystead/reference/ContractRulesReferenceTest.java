package dev.keystead.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.contract.Contract;
import dev.keystead.contract.report.RulesPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class ContractRulesReferenceTest {
    /// With `-Dkeystead.reference.write=true` the page is written instead.
    @Test
    void thePageOfRulesIsWhatTheTableSays() throws IOException {
        Path page = repository().resolve("docs/reference/contract-rules.md");
        String generated = RulesPage.markdown(Contract.rules());
        if (Boolean.getBoolean("keystead.reference.write")) {
            Files.writeString(page, generated);
        }
        assertThat(Files.exists(page) ? Files.readString(page) : "")
                .as("docs/reference/contract-rules.md is not what the code says; write it again and commit it")
                .isEqualTo(generated);
    }

    /// Tests run in the folder of their module or in that of the whole build.
    private static Path repository() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("contract/pom.xml"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("run the tests inside the repository");
        }
        return folder;
    }
}
