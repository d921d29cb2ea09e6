/// Tests of commands that speak to a server.
@NullMarked
package dev.keystead.cli.remote;

import org.jspecify.annotations.NullMarked;
