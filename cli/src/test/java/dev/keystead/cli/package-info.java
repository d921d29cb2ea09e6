/// Commands run inside the test's own process, with their words kept; how the packaged product behaves is tried in the
/// module `acceptance`.
@NullMarked
package dev.keystead.cli;

import org.jspecify.annotations.NullMarked;
