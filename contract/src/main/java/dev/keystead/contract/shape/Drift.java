package dev.keystead.contract.shape;

import dev.keystead.contract.Finding;
import dev.keystead.tenancy.migration.MigrationName;
import java.util.Optional;

/// A breach over the life of a folder.
///
/// @param broughtBy the migration after which it shows
/// @param endedBy the migration that cured it, dropped what broke the rule, or made it anew; in the last case
///     another drift with the same rule and subject begins there
public record Drift(Finding finding, MigrationName broughtBy, Optional<MigrationName> endedBy) {}
