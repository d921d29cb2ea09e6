package dev.keystead.contract.shape;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Rule;
import java.util.ArrayList;
import java.util.List;

/// Collects the breaches of one table, view, routine or schema.
final class Breaches {
    /// @param subject as [dev.keystead.contract.Finding#subject] has it
    record Breach(Rule rule, Anchor anchor, String subject, String message) {}

    private final Dialect dialect;
    private final String owner;
    private final List<Breach> found = new ArrayList<>();

    Breaches(Dialect dialect, String owner) {
        this.dialect = dialect;
        this.owner = owner;
    }

    List<Breach> found() {
        return List.copyOf(found);
    }

    /// @param says what is wrong, as the end of a sentence that begins with the subject
    void ofTable(Rule rule, String says) {
        add(rule, new Anchor.OfTable(), owner, says);
    }

    void ofKey(Rule rule, String says) {
        add(rule, new Anchor.OfKey(), owner, says);
    }

    void ofColumn(Rule rule, String column, String says) {
        add(rule, new Anchor.OfColumn(column), owner + "." + column, says);
    }

    void ofIndex(Rule rule, String index, List<String> columns, String says) {
        add(rule, new Anchor.OfIndex(index, columns), index, says);
    }

    void ofForeignKey(Rule rule, String table, List<String> columns, String says) {
        add(rule, new Anchor.OfForeignKey(table, columns), owner + "(" + String.join(", ", columns) + ")", says);
    }

    void ofPolicy(Rule rule, String policy, String says) {
        add(rule, new Anchor.OfPolicy(policy), owner + "." + policy, says);
    }

    void ofOther(Rule rule, String says) {
        add(rule, new Anchor.OfOther(owner), owner, says);
    }

    private void add(Rule rule, Anchor anchor, String subject, String says) {
        if (rule.dialects().contains(dialect)) {
            found.add(new Breach(rule, anchor, subject, subject + " " + says + "."));
        }
    }
}
