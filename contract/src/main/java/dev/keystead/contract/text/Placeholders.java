package dev.keystead.contract.text;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The places `${name}` in a migration, filled by whoever applies it.
///
/// @param values the given values; a name that has none reads as `scratch_<name>`
public record Placeholders(Map<String, String> values) {
    /// A name is bounded, so that a hostile file cannot make endless ones.
    private static final Pattern PLACE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_.-]{0,60})\\}");

    private static final Pattern PLAIN = Pattern.compile("[^\\p{Cntrl}'\"\\\\;$]{1,200}");

    public Placeholders {
        values = Map.copyOf(values);
    }

    /// Whether a value may be put into SQL: one line, no quotes, no semicolon.
    public static boolean isPlain(String value) {
        return PLAIN.matcher(value).matches();
    }

    public String fill(String sql) {
        return PLACE.matcher(sql).replaceAll(place -> Matcher.quoteReplacement(value(place.group(1))));
    }

    /// The names that occur in a text, with the value of each.
    public Map<String, String> in(String sql) {
        var found = new TreeMap<String, String>();
        Matcher places = PLACE.matcher(sql);
        while (places.find()) {
            found.put(places.group(1), value(places.group(1)));
        }
        return found;
    }

    private String value(String name) {
        String given = values.get(name);
        return given == null ? "scratch_" + name : given;
    }
}
