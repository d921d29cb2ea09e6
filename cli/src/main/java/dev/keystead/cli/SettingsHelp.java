package dev.keystead.cli;

import dev.keystead.platform.config.Setting;
import dev.keystead.platform.config.Settings;

/// The settings as `keystead serve --help` shows them.
final class SettingsHelp {
    private static final int COLUMNS = 100;
    private static final String INDENT = " ".repeat(6);

    private SettingsHelp() {}

    static String text() {
        var out = new StringBuilder("""

                Settings (http.port is --http-port here, KEYSTEAD_HTTP_PORT in the environment and http.port in the
                file keystead.properties; a flag wins over the environment, which wins over the file):
                """);
        for (Setting<?> setting : Settings.ALL) {
            out.append("  ").append(setting.flag());
            if (setting.otherFlag() != null) {
                out.append(", --").append(setting.otherFlag());
            }
            if (setting.secret()) {
                out.append("  (secret; ").append(setting.flag()).append("-file names a file that holds it)");
            } else if (!setting.defaultText().isEmpty()) {
                out.append("  (default: ").append(setting.defaultText()).append(")");
            }
            out.append('\n');
            wrap(setting.description(), out);
        }
        return out.toString();
    }

    private static void wrap(String text, StringBuilder out) {
        int column = 0;
        for (String word : text.split(" ", -1)) {
            if (column > 0 && column + 1 + word.length() > COLUMNS) {
                out.append('\n');
                column = 0;
            }
            out.append(column == 0 ? INDENT : " ").append(word);
            column += (column == 0 ? INDENT.length() : 1) + word.length();
        }
        out.append('\n');
    }
}
