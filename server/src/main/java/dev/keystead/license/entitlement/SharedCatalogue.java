package dev.keystead.license.entitlement;

import dev.keystead.license.catalogue.Module;
import java.util.Map;

/// Has all that is kept in memory share one catalogue.
///
/// Every read brings the catalogue along, so that it agrees with the licences that came in the same statement. Most
/// bring the one that was read before; of tens of thousands that are kept, each with hundreds of modules, only what
/// differs is kept twice.
final class SharedCatalogue {
    private volatile Map<String, Module> latest = Map.of();

    /// The same modules as those that were read: from the last read, where nothing has changed since.
    Map<String, Module> of(Map<String, Module> read) {
        Map<String, Module> known = latest;
        if (known.equals(read)) {
            return known;
        }
        latest = read;
        return read;
    }
}
