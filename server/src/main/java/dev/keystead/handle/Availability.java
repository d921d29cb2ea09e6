package dev.keystead.handle;

/// Whether somebody can have a handle.
public sealed interface Availability {
    /// It is free; where it was asked for, it is theirs now.
    record Free() implements Availability {}

    /// It is no handle at all.
    record Malformed() implements Availability {}

    /// Handles that end in `.bot` are for machines, and theirs do.
    record WrongKind() implements Availability {}

    /// Somebody has it.
    record Taken() implements Availability {}

    /// Somebody had it.
    record Frozen() implements Availability {}

    /// It is a reserved word or looks like one.
    record Reserved(String word, Category category) implements Availability {}

    /// It looks like one that somebody has or had.
    record Alike(String other) implements Availability {}

    default boolean isFree() {
        return this instanceof Free;
    }

    /// What is wrong, for whoever may not know who has which handle.
    default String sentence() {
        return switch (this) {
            case Free() -> "the handle is free";
            case Malformed() ->
                "a handle has 2 to 20 characters of a-z, 0-9 and single inner dashes or dots, and begins with a letter";
            case WrongKind() -> "handles that end in .bot are for machines, and theirs end so";
            case Taken(), Frozen(), Reserved _ -> "the handle is not available; choose another one";
            case Alike _ -> "the handle looks too much like one that is taken; choose another one";
        };
    }
}
