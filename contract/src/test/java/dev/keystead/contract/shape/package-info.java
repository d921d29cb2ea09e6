/// Tests of the rules about shape: each is broken once and kept once, on a real engine.
@NullMarked
package dev.keystead.contract.shape;

import org.jspecify.annotations.NullMarked;
