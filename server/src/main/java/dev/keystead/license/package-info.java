/// What may be used where: the catalogue of modules, licences on the nodes of the tree, and what comes of both.
///
/// From the bottom up: `catalogue`, `assignment`, `usage`, `entitlement`, `ending`.
@NullMarked
package dev.keystead.license;

import org.jspecify.annotations.NullMarked;
