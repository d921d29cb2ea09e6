package dev.keystead.reference;

import dev.keystead.platform.config.ConfigReport;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SettingsReferenceTest {
    @Test
    void theManualOfSettingsIsWhatTheTableSays() throws IOException {
        Reference.check("settings.md", ConfigReport.manual());
    }
}
