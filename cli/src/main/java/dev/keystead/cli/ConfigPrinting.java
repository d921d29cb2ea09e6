package dev.keystead.cli;

import dev.keystead.platform.config.ConfigReport;
import dev.keystead.platform.config.Configuration;
import dev.keystead.platform.config.Setting;
import dev.keystead.platform.config.Settings;
import dev.keystead.platform.config.Sources;
import dev.keystead.platform.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The configuration as a table or as JSON.
final class ConfigPrinting {
    private ConfigPrinting() {}

    static ExitCode run(Terminal terminal, List<String> settings, ConfigPrintCommand.Form form) {
        return Configured.withValues(terminal, Sources.ofProcess(settings), values -> {
            terminal.out()
                    .print(
                            switch (form) {
                                case table -> ConfigReport.table(values);
                                case json -> json(values);
                            });
            terminal.out().flush();
            return ExitCode.OK;
        });
    }

    private static String json(Configuration values) {
        List<Map<String, String>> rows = new ArrayList<>();
        for (Setting<?> setting : Settings.ALL) {
            Map<String, String> row = new LinkedHashMap<>();
            row.put("key", setting.key());
            row.put("value", values.shown(setting));
            row.put("origin", values.origin(setting).toString());
            row.put("description", setting.description());
            rows.add(row);
        }
        return Json.pretty(rows) + System.lineSeparator();
    }
}
