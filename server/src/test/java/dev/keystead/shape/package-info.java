/// Tests of the code's own shape: which package may use which, and what every file keeps to.
@NullMarked
package dev.keystead.shape;

import org.jspecify.annotations.NullMarked;
