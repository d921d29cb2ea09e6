package dev.keystead.contract;

/// Where a finding is.
///
/// @param file the name of the file in the folder, or of the folder itself
/// @param line counted from 1
public record Place(String file, int line) {
    public Place {
        if (line < 1) {
            throw new IllegalArgumentException("lines are counted from 1: " + line);
        }
    }
}
