package dev.keystead.badge;

/// What was found about a badge.
public sealed interface Verdict {
    /// It is genuine and holds.
    record Valid(BadgePayload payload) implements Verdict {}

    /// It is not to be believed.
    ///
    /// @param sentence the same for a person, with what to do
    record Invalid(Reason reason, String sentence) implements Verdict {}

    /// Why a badge is not to be believed.
    enum Reason {
        /// The keys are not those of the workspace that it names.
        FOREIGN_ISSUER,
        /// The workspace has no such key.
        UNKNOWN_KEY,
        /// The key is for badges of another kind.
        OTHER_KIND,
        /// The key did not sign this.
        WRONG_SIGNATURE,
        /// The key is not to be trusted any more.
        KEY_REVOKED,
        NOT_YET_VALID,
        EXPIRED,
        REVOKED,
        /// The issuer does not stand by it at the moment. Only the issuer itself can say so, not its list.
        WITHHELD,
        /// It ended so long ago that nobody says any more whether it was revoked before.
        TOO_OLD
    }
}
