/// The command `keystead`. Start reading at [Keystead]: one class per command, wired by hand.
///
/// Invariants:
///
/// 1. Data goes to standard output, talk to standard error.
/// 2. A person never meets a stack trace: what stops a command is one sentence that says what to do. The stack of an
///    error that nobody expected goes to a file that the sentence names.
/// 3. A command's end is told by the codes of [ExitCode] and no others.
/// 4. `--help` and `version` load no class of the server, so they answer at once.
/// 5. Every flag that is not the command line's own is a setting, and the configuration alone decides about it.
///
/// May use: everything. Nothing uses it.
@NullMarked
package dev.keystead.cli;

import org.jspecify.annotations.NullMarked;
