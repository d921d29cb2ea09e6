package dev.keystead.oauth.wire;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The parameters of a request, by name. Those that are empty count as absent (RFC 6749 section 3.1).
public record Parameters(Map<String, List<String>> all) {
    /// No parameter of ours needs more, and a row must hold it.
    private static final int LONGEST = 20_000;

    public Parameters {
        var copy = new LinkedHashMap<String, List<String>>();
        all.forEach((name, values) -> {
            List<String> given =
                    values.stream().filter(value -> !value.isEmpty()).toList();
            if (!given.isEmpty()) {
                copy.put(name, given);
            }
        });
        all = Map.copyOf(copy);
    }

    /// The value of a parameter that may be given once.
    ///
    /// @throws OAuthError when it repeats (RFC 6749 section 3.1) or is too long
    public Optional<String> find(String name) {
        List<String> values = all.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw OAuthError.invalidRequest(name + " was given more than once");
        }
        if (values.isEmpty()) {
            return Optional.empty();
        }
        if (values.getFirst().length() > LONGEST) {
            throw OAuthError.invalidRequest(name + " is too long");
        }
        return Optional.of(values.getFirst());
    }

    public String require(String name) {
        return find(name).orElseThrow(() -> OAuthError.invalidRequest(name + " is required"));
    }

    /// The values of a parameter that may repeat, such as `resource`.
    public List<String> list(String name) {
        return all.getOrDefault(name, List.of());
    }

    /// The words of a parameter that is a list with spaces, each once.
    public List<String> words(String name) {
        return find(name)
                .map(text -> Arrays.stream(text.split(" "))
                        .filter(word -> !word.isEmpty())
                        .distinct()
                        .toList())
                .orElse(List.of());
    }

    /// Those of these names.
    public Parameters only(Set<String> names) {
        var some = new LinkedHashMap<>(all);
        some.keySet().retainAll(names);
        return new Parameters(some);
    }

    /// These and others, which win.
    public Parameters with(Map<String, List<String>> others) {
        var merged = new LinkedHashMap<>(all);
        merged.putAll(others);
        return new Parameters(merged);
    }
}
