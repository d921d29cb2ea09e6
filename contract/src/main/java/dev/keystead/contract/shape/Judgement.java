package dev.keystead.contract.shape;

import dev.keystead.contract.Settings;
import dev.keystead.contract.scratch.Catalogue;

/// What there is to judge by, after one migration.
///
/// @param origins where the tables and their parts come from
/// @param scopes how the policies read the scope of a transaction
record Judgement(Settings settings, Catalogue catalogue, Origins origins, ScopeReading scopes, Headers headers) {}
