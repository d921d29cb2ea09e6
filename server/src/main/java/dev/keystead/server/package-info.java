/// The whole server, put together by hand: read [Wiring] from top to bottom to know what exists and what it is given.
///
/// May use: everything. Nothing may use it but the command line.
@NullMarked
package dev.keystead.server;

import org.jspecify.annotations.NullMarked;
