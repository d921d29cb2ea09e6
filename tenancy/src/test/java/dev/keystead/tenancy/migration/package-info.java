/// Tests of the migration guard on real folders.
@NullMarked
package dev.keystead.tenancy.migration;

import org.jspecify.annotations.NullMarked;
