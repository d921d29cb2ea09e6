/// What people may use on devices that are offline, as a resource server checks it that cannot ask.
@NullMarked
package dev.keystead.license.offline;

import org.jspecify.annotations.NullMarked;
