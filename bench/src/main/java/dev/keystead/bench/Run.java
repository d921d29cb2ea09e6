package dev.keystead.bench;

import java.util.List;

/// One row of the report to be: a scenario under a name.
///
/// @param group the table it stands in; ratios are made within a group
record Run(String group, String name, Scenario scenario, Watched watched) {
    /// A run and what its rounds came to.
    record Result(Run run, List<Measurement> rounds) {}
}
