/// Findings and rules in the forms that people and programs read.
///
/// Invariants
///
/// 1. The same examination gives the same bytes: the order of findings is that of files and lines, nothing depends on
///    the clock or the machine.
/// 2. Words that come from files are shown on one line and without characters that a terminal obeys.
/// 3. The forms for programs only ever gain members.
///
/// May use: the types of `dev.keystead.contract` and `dev.keystead.contract.review`.
@NullMarked
package dev.keystead.contract.report;

import org.jspecify.annotations.NullMarked;
