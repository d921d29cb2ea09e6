/// What can be licensed: modules of the product, and bundles of them.
///
/// 1. The catalogue is the installation's: who works in the system workspace and may change modules changes it, and
///    everybody reads it.
/// 2. A code never changes and is one module's, or one bundle's.
/// 3. No module needs itself, however far down, also when changes race: whoever changes the catalogue holds all of it.
/// 4. A module that is always on, that another one or a bundle needs, or that was ever licensed cannot be deleted.
/// 5. What depends on the catalogue and is kept in memory is forgotten on every node within a second of a change.
///
/// Tables: licensing.modules, licensing.module_bundles; reads licensing.license_assignments.
/// May use: node, audit, platform.
@NullMarked
package dev.keystead.license.catalogue;

import org.jspecify.annotations.NullMarked;
