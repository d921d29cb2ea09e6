/// Tests of the schema contract on real folders.
@NullMarked
package dev.keystead.contract;

import org.jspecify.annotations.NullMarked;
