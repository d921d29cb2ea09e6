/// An application as its makers write it with Spring Boot: people sign in with Keystead, and programs call
/// its interface with Keystead's access tokens. Nothing of Keystead is on its class path.
@NullMarked
package dev.keystead.acceptance.spring;

import org.jspecify.annotations.NullMarked;
