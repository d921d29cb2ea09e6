/// Tests of the forms in which findings are given.
@NullMarked
package dev.keystead.contract.report;

import org.jspecify.annotations.NullMarked;
