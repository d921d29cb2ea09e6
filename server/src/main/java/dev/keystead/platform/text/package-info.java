/// What pages and mails say, in the languages that people read.
///
/// Invariants
///
/// 1. Every language has every text with the same placeholders; a test compares them, and finds texts that nothing
/// uses.
/// 2. A key that does not exist is a bug and throws: no page shows a key in place of a sentence.
/// 3. What a client wishes is hostile: any text leads to one of our languages, none to an exception.
/// 4. Keys are written whole, as literals, so that a search finds where a sentence is used.
///
/// May use: nothing of ours.
@NullMarked
package dev.keystead.platform.text;

import org.jspecify.annotations.NullMarked;
