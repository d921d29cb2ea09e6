package dev.keystead.platform.json;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Input that breaks its own rules: one message for each wrong member. It becomes a 400.
///
/// Messages continue the member's name as a sentence: `email` + `must be an e-mail address`.
public final class BadInput extends RuntimeException {
    private final Map<String, String> fields;
    private final transient Optional<ReasonCode> reason;

    private BadInput(String message, Map<String, String> fields, Optional<ReasonCode> reason) {
        super(message, null, false, false);
        this.fields = fields;
        this.reason = reason;
    }

    /// Input that is wrong as a whole, such as text that is not JSON.
    public static BadInput whole(String sentence) {
        return new BadInput(sentence, Map.of(), Optional.empty());
    }

    public static BadInput member(String member, String message) {
        return members(Map.of(member, message));
    }

    /// Several wrong members, in the order in which they should be told.
    public static BadInput members(Map<String, String> fields) {
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("no member is wrong");
        }
        var first = fields.entrySet().iterator().next();
        String sentence = first.getKey() + " " + first.getValue();
        int others = fields.size() - 1;
        String rest = others == 0
                ? ""
                : others == 1 ? " (and 1 more member is wrong)" : " (and " + others + " more members are wrong)";
        return new BadInput(sentence + rest, new LinkedHashMap<>(fields), Optional.empty());
    }

    /// What is wrong, by member.
    public Map<String, String> fields() {
        return new LinkedHashMap<>(fields);
    }

    /// The same, with the word of the rule that was broken.
    public BadInput because(ReasonCode code) {
        return new BadInput(sentence(), fields, Optional.of(code));
    }

    /// The word of the rule that was broken, where it has one.
    public Optional<ReasonCode> reason() {
        return reason;
    }

    /// What is wrong, as one sentence.
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
