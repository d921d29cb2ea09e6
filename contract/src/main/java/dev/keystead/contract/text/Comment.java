package dev.keystead.contract.text;

/// A comment in a file of SQL.
///
/// @param text what it says, without its marks and outer blanks; a block comment keeps its line breaks
/// @param line where it begins, counted from 1
/// @param lastLine where it ends
public record Comment(String text, int line, int lastLine) {}
