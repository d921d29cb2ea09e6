/// Pages under `docs/reference` that this module's tables make.
@NullMarked
package dev.keystead.reference;

import org.jspecify.annotations.NullMarked;
