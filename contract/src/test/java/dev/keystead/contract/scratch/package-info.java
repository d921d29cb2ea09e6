/// Tests of the scratch engines.
@NullMarked
package dev.keystead.contract.scratch;

import org.jspecify.annotations.NullMarked;
