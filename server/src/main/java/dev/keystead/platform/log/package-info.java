/// Log lines on standard error: words for a person at a terminal, one JSON object a line for everything else.
///
/// Start at [dev.keystead.platform.log.Logging]. Code logs through SLF4J and nothing else.
///
/// Invariants:
/// 1. One event is one line, except that a stack trace follows its event in indented lines. Text from outside
///    cannot begin a line: control characters, line separators and direction marks are written as escapes.
/// 2. What looks like a credential is masked in messages, values and exceptions of both formats, see
///    [dev.keystead.platform.log.Redaction]. This is the second wall; the first is not to log credentials.
/// 3. The request id and the workspace come from a scoped value or from key-value pairs of the event, never from a
///    thread-local.
/// 4. Nothing is lost before [dev.keystead.platform.log.Logging#start]: until then an event is printed as text.
///
/// May use: SLF4J, Logback, the JDK.
@NullMarked
package dev.keystead.platform.log;

import org.jspecify.annotations.NullMarked;
