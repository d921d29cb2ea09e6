package dev.keystead.audit.chain;

import java.util.Optional;

/// What verifying a chain came to.
///
/// @param size how long the chain says it is
/// @param hash of its last row
/// @param rows how many rows were looked at
/// @param verifiedTo the place up to which it was looked at
/// @param signedTo the size of the largest checkpoint that agrees with the rows; what comes after it is
///     chained and not signed yet
/// @param tampering the first thing that is wrong
public record ChainReport(
        ChainId chain,
        long size,
        String hash,
        long rows,
        long verifiedTo,
        long signedTo,
        Optional<Tampering> tampering) {
    public boolean isIntact() {
        return tampering.isEmpty();
    }

    ChainReport with(Optional<Tampering> found) {
        return new ChainReport(chain, size, hash, rows, verifiedTo, signedTo, found);
    }

    /// Whether rows are left to look at, as the caller wanted only some.
    public boolean isUnfinished() {
        return isIntact() && verifiedTo < size;
    }
}
