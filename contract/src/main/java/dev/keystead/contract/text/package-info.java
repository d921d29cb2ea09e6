/// What can be read off the text of a migration without an engine: statements, comments, names, header facts.
///
/// Invariants
///
/// 1. The lexer never fails: what it cannot make sense of is a token, and the engine refuses it later.
/// 2. Quotes, dollar quotes and nested comments are understood as the dialect understands them; every line number is
///    that of the file.
/// 3. Reading a file takes time in proportion to its length.
///
/// May use: `dev.keystead.tenancy.migration`, and the types of `dev.keystead.contract`.
@NullMarked
package dev.keystead.contract.text;

import org.jspecify.annotations.NullMarked;
