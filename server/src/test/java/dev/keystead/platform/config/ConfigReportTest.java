package dev.keystead.platform.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReportTest {
    @TempDir
    Path folder;

    @Test
    void theTableShowsEveryValueAndWhereItComesFrom() {
        Configuration configuration = Loading.loaded(
                folder, Map.of("KEYSTEAD_METRICS_TOKEN", "a-token-of-enough-length"), "--http-port", "81");

        String table = ConfigReport.table(configuration);

        assertThat(table.lines()).hasSize(Settings.ALL.size() + 1);
        assertThat(table.lines().toList())
                .anyMatch(line -> line.matches("KEY +VALUE +ORIGIN +DESCRIPTION"))
                .anyMatch(line -> line.matches("http\\.port +81 +the flag --http-port +The port to listen on.*"))
                .anyMatch(line -> line.matches("http\\.host +127\\.0\\.0\\.1 +default +.*"))
                .anyMatch(line -> line.matches("http\\.public-url +\\(empty\\) +default +.*"))
                .anyMatch(line -> line.matches("master\\.key +\\(not set\\) +default +.*"))
                .anyMatch(line ->
                        line.matches("metrics\\.token +\\(set\\) +KEYSTEAD_METRICS_TOKEN in the environment +.*"));
    }

    @Test
    void theManualNamesEverySettingOnce() {
        String manual = ConfigReport.manual();

        assertThat(Settings.ALL)
                .allSatisfy(setting -> assertThat(manual).containsOnlyOnce("| `" + setting.key() + "`"));
    }
}
