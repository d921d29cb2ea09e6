/// The kit on a small module of its own, sound and broken.
@NullMarked
package dev.keystead.tenancy.testkit;

import org.jspecify.annotations.NullMarked;
