package dev.keystead.platform.html;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is wrong with a form that was sent, in the reader's language.
///
/// @param whole what is wrong with all of it
/// @param fields what is wrong with single fields, by their names, in the order of the page
public record FormErrors(Optional<String> whole, Map<String, String> fields) {
    public FormErrors {
        // An unmodifiable copy that keeps the order.
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /// A form that is shown for the first time.
    public static FormErrors none() {
        return new FormErrors(Optional.empty(), Map.of());
    }

    public static FormErrors whole(String sentence) {
        return new FormErrors(Optional.of(sentence), Map.of());
    }

    public static FormErrors field(String name, String sentence) {
        return new FormErrors(Optional.empty(), Map.of(name, sentence));
    }

    public boolean isEmpty() {
        return whole.isEmpty() && fields.isEmpty();
    }

    /// What is wrong with one field; null when nothing is, which leaves the attributes of an error out.
    public @Nullable String of(String field) {
        return fields.get(field);
    }
}
