/// Commands that speak to a server: `keystead user list` and the like. Start reading at [Nouns], the table of what can
/// be asked; [RemoteCommands] describes it to the command line, [RemoteCommand] does it.
///
/// Invariants:
///
/// 1. A key comes from the environment, a file or standard input, never from the line, and goes to the server that it
///    was given for and to no other.
/// 2. A change is sent with a key under which the server does it once; only such a change, or a question, is sent again
///    when the connection was lost, and only a few times.
/// 3. Nothing that a server answers can move the cursor of a terminal.
/// 4. A list is written as its pages come. A JSON array that broke off is not closed.
/// 5. A noun is a line in a table and no class.
///
/// May use: the talk and the exit codes of the command line, platform.json, platform.log, platform.tls.
@NullMarked
package dev.keystead.cli.remote;

import org.jspecify.annotations.NullMarked;
