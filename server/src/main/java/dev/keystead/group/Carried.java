package dev.keystead.group;

import dev.keystead.tenancy.AccessScope;
import java.util.List;
import java.util.function.Predicate;

/// What comes with a place in a group.
///
/// @param rights of the roles that it holds in the workspace
/// @param roles how many these are
/// @param inSubtenants how many roles it holds in subtenants
record Carried(List<AccessScope> rights, int roles, int inSubtenants) {
    private static final AccessScope GIVES_IN_SUBTENANTS = AccessScope.of("admin:subtenant");

    /// Whether somebody may give a place in the group, and take it: nobody gives what they do not have.
    boolean isWithin(Predicate<AccessScope> allowed) {
        return rights.stream().allMatch(allowed) && (inSubtenants == 0 || allowed.test(GIVES_IN_SUBTENANTS));
    }

    boolean isNothing() {
        return roles == 0 && inSubtenants == 0;
    }
}
