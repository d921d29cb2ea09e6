/// What people need around a migration: the checklist of its pull request, and the sweep over a folder.
///
/// Invariants
///
/// 1. Everything is computed from an [dev.keystead.contract.Examination]; what cannot be known is left open, never
///    guessed.
/// 2. The headings of the checklist are those of 002 §8, word for word, because programs read them.
///
/// May use: `dev.keystead.contract` and its packages `text`, `scratch` and `shape`.
@NullMarked
package dev.keystead.contract.review;

import org.jspecify.annotations.NullMarked;
