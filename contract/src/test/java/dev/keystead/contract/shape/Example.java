package dev.keystead.contract.shape;

import dev.keystead.tenancy.migration.Migration;
import java.util.List;

/// A rule, the smallest folder that breaks it and nothing else, and one that keeps all rules.
record Example(String rule, List<Migration> broken, List<Migration> sound) {
    static Example of(String rule, String broken, String sound) {
        return new Example(rule, Folder.of(broken), Folder.of(sound));
    }

    @Override
    public String toString() {
        return rule;
    }
}
