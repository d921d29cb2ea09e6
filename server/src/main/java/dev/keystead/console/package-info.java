/// Pages for whoever runs the server; so far the front page.
///
/// It tells a newcomer what to do next, and says nothing about anyone: it is shown without a credential.
///
/// May use: platform.
@NullMarked
package dev.keystead.console;

import org.jspecify.annotations.NullMarked;
