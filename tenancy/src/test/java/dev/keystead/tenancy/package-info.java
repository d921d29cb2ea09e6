/// Tests of the tenant wall: on a real PostgreSQL, with the wire counted.
@NullMarked
package dev.keystead.tenancy;

import org.jspecify.annotations.NullMarked;
