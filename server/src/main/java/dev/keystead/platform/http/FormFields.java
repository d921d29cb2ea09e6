package dev.keystead.platform.http;

import dev.keystead.platform.json.BadInput;
import java.util.Map;
import java.util.Optional;

/// The fields of a submitted form. Names do not repeat and texts are well-formed; meaning is for the reader to check.
public record FormFields(Map<String, String> values) {
    public FormFields {
        values = Map.copyOf(values);
    }

    /// A field that must be there, even if empty.
    public String require(String name) {
        return find(name).orElseThrow(() -> BadInput.member(name, "is required"));
    }

    public Optional<String> find(String name) {
        return Optional.ofNullable(values.get(name));
    }
}
