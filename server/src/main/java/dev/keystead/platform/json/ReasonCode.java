package dev.keystead.platform.json;

/// Why something is refused, as a word on which programs can act: the member `reason` of a refusal. The enum of a
/// feature implements it, and the page of errors lists its words.
public interface ReasonCode {
    /// The word.
    String name();

    /// When it is told, for the page of errors.
    String meaning();
}
