package dev.keystead.platform.config;

import java.util.ArrayList;
import java.util.List;

/// The configuration as people read it.
public final class ConfigReport {
    private ConfigReport() {}

    /// The table of `keystead config print`: key, value, origin and description of every setting. It holds no
    /// secret.
    public static String table(Configuration configuration) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("KEY", "VALUE", "ORIGIN", "DESCRIPTION"));
        for (Setting<?> setting : Settings.ALL) {
            rows.add(List.of(
                    setting.key(),
                    configuration.shown(setting),
                    configuration.origin(setting).toString(),
                    setting.description()));
        }
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            for (int column = 0; column < row.size() - 1; column++) {
                int index = column;
                int width = rows.stream()
                        .mapToInt(other -> other.get(index).length())
                        .max()
                        .orElse(0);
                out.append(row.get(column)).repeat(' ', width - row.get(column).length() + 2);
            }
            out.append(row.getLast()).append('\n');
        }
        return out.toString();
    }

    /// The page of the manual, `docs/reference/settings.md`.
    public static String manual() {
        StringBuilder out = new StringBuilder("""
                # Settings

                This page is generated from the table in `Settings.java`; `bin/reference` writes it again.

                A setting is given in one of four places. A later one wins over an earlier one:

                1. the default below;
                2. a file: `keystead.properties` in the working folder, or the one named by `--config FILE`
                   (UTF-8, the syntax of Java properties: `http.port = 8080`);
                3. the environment: `http.max-body` is `KEYSTEAD_HTTP_MAX_BODY`;
                4. a flag: `http.max-body` is `--http-max-body 64KiB` or `--http-max-body=64KiB`.

                A name that is not on this page, a name that appears twice in a file and a value that is not allowed
                stop the start; every mistake is told at once. `keystead config print` shows each value and where it
                comes from.

                A *secret* is never printed. Instead of its value one may give the path of a file that holds it: add
                `-file` to the key (`KEYSTEAD_MASTER_KEY_FILE=/run/secrets/master-key`), but not both.
                """);
        String group = "";
        for (Setting<?> setting : Settings.ALL) {
            String own = setting.key().split("\\.", 2)[0];
            if (!own.equals(group)) {
                group = own;
                out.append("\n## ")
                        .append(group)
                        .append("\n\n| key | default | allowed | meaning |\n|---|---|---|---|\n");
            }
            out.append("| `%s`%s | %s | %s | %s%s |\n"
                    .formatted(
                            setting.key(),
                            setting.secret() ? " (secret)" : "",
                            setting.defaultText().isEmpty() ? "empty" : '`' + setting.defaultText() + '`',
                            cell(setting.type().allowed()),
                            cell(setting.description()),
                            setting.otherFlag() == null ? "" : " Also `--" + setting.otherFlag() + "`."));
        }
        return out.toString();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
