/// How a start ends when it cannot go on: one sentence for the person at the terminal.
///
/// May use: nothing.
@NullMarked
package dev.keystead.platform.start;

import org.jspecify.annotations.NullMarked;
