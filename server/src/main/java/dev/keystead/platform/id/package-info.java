/// The registry of id prefixes: which word stands before the underscore, and what it is an id of.
///
/// Each entity's feature has a record for its id; this package only keeps the words apart.
///
/// May use: tenancy.
@NullMarked
package dev.keystead.platform.id;

import org.jspecify.annotations.NullMarked;
