package dev.keystead.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What somebody has decided, by matter.
record Decisions(Map<String, Made> byKind) {
    Decisions {
        byKind = Map.copyOf(byKind);
    }

    /// A decision as it is kept in memory.
    ///
    /// @param enforced whether it holds also where others have decided something weaker
    record Made(Record rules, boolean enforced) {}

    /// A decision about one matter.
    ///
    /// @param enforced whether it holds also where others have decided something weaker
    record Decision<P extends Record>(P rules, boolean enforced) {}

    /// The decisions in stored documents. What a later release decides about, this one does not know.
    static Decisions of(List<Stored> rows) {
        Map<String, Stored> byWord = new HashMap<>();
        rows.forEach(row -> byWord.put(row.kind(), row));
        Map<String, Made> made = new HashMap<>();
        for (Kind<?> kind : Kind.ALL) {
            Stored row = byWord.get(kind.word());
            if (row != null) {
                made.put(kind.word(), new Made(kind.read(row.document()), row.enforced()));
            }
        }
        return new Decisions(made);
    }

    /// A row of either table.
    ///
    /// @param enforced never in a workspace's own
    record Stored(String kind, String document, boolean enforced, int version) {}

    <P extends Record> Optional<Decision<P>> about(Kind<P> kind) {
        return Optional.ofNullable(byKind.get(kind.word()))
                .map(made -> new Decision<>(kind.type().cast(made.rules()), made.enforced()));
    }
}
