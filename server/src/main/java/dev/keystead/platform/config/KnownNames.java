package dev.keystead.platform.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The names that one source may use, each with the setting it stands for.
final class KnownNames {
    /// @param inFile whether the name stands for the path of a file with the setting's value
    record Target(Setting<?> setting, boolean inFile) {}

    private final Map<String, Target> targets = new LinkedHashMap<>();

    /// Names that are likely to be tried, each with the right one.
    private final Map<String, String> likely = new LinkedHashMap<>();

    private KnownNames(List<Setting<?>> settings, Function<String, String> spelling) {
        for (Setting<?> setting : settings) {
            targets.put(spelling.apply(setting.key()), new Target(setting, false));
            if (setting.secret()) {
                targets.put(spelling.apply(setting.fileKey()), new Target(setting, true));
            }
            if (setting.otherFlag() != null) {
                likely.put(spelling.apply(setting.otherFlag()), spelling.apply(setting.key()));
            }
        }
    }

    static KnownNames ofFile(List<Setting<?>> settings) {
        return new KnownNames(settings, key -> key);
    }

    static KnownNames ofEnvironment(List<Setting<?>> settings) {
        return new KnownNames(settings, Setting::variableOf);
    }

    static KnownNames ofFlags(List<Setting<?>> settings) {
        KnownNames names = new KnownNames(settings, Setting::flagOf);
        for (Setting<?> setting : settings) {
            if (setting.otherFlag() != null) {
                names.targets.put("--" + setting.otherFlag(), new Target(setting, false));
            }
        }
        return names;
    }

    @Nullable
    Target find(String name) {
        return targets.get(name);
    }

    /// The end of a sentence about a name that is unknown: the known one that is most like it, or where to look.
    String advice(String unknown) {
        String nearest = null;
        int least = Math.max(2, unknown.length() / 3) + 1;
        Map<String, String> candidates = new LinkedHashMap<>(likely);
        targets.keySet().forEach(known -> candidates.put(known, known));
        for (Map.Entry<String, String> candidate : candidates.entrySet()) {
            int distance = distance(unknown, candidate.getKey(), least);
            if (distance < least) {
                least = distance;
                nearest = candidate.getValue();
            }
        }
        if (nearest == null) {
            return "the settings are listed in docs/reference/settings.md.";
        }
        Target target = targets.get(nearest);
        String key = target == null
                ? nearest
                : target.inFile()
                        ? target.setting().fileKey()
                        : target.setting().key();
        return "did you mean " + key + (key.equals(nearest) ? "?" : " (" + nearest + ")?");
    }

    /// The number of characters to insert, delete or replace to make one text the other (Levenshtein), or the limit
    /// when it is not less. Texts whose lengths already differ by the limit are not compared, so a huge one costs
    /// nothing.
    private static int distance(String one, String other, int limit) {
        if (Math.abs(one.length() - other.length()) >= limit) {
            return limit;
        }
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
