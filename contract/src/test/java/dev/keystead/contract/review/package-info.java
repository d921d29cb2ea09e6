/// Tests of checklist and sweep on real folders.
@NullMarked
package dev.keystead.contract.review;

import org.jspecify.annotations.NullMarked;
