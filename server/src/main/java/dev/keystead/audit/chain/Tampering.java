package dev.keystead.audit.chain;

/// What was done to a chain, as far as its rows and checkpoints show it.
///
/// @param kind what it is
/// @param seq the place in the chain where it shows first
/// @param entry the id of the row there, in its outside form; empty when there is none
/// @param sentence what was found, for people
public record Tampering(Kind kind, long seq, String entry, String sentence) {
    /// The kinds that can be told apart.
    public enum Kind {
        /// A row says something else than what was sealed.
        EDITED,
        /// A row is missing in the middle.
        DELETED,
        /// A row was put in between.
        INSERTED,
        /// Two rows have changed places.
        SWAPPED,
        /// There are two histories: two rows in one place, or rows that a signed checkpoint contradicts.
        FORKED,
        /// Rows are missing at the end.
        TAIL_CUT,
        /// Rows are missing at the beginning, and no signed cut explains it.
        HEAD_CUT,
        /// A checkpoint was not signed by a key of the installation.
        SIGNATURE_WRONG,
        /// A copy of a checkpoint that was kept elsewhere says something else.
        COPY_CONTRADICTS
    }

    static Tampering at(Kind kind, SealedEntry row, String sentence) {
        return new Tampering(kind, row.seq(), row.idText(), sentence);
    }

    static Tampering at(Kind kind, long seq, String sentence) {
        return new Tampering(kind, seq, "", sentence);
    }
}
