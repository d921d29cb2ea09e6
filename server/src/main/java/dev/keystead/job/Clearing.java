package dev.keystead.job;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Transaction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Deletes what many tables hold of one thing, a bounded number of rows in each transaction: a crash loses no
/// more than one batch, and the next run goes on.
///
/// @param steps in the order of deletion
public record Clearing(List<Step> steps) {
    /// How many rows one transaction deletes at most.
    public static final int ROWS = 1_000;

    /// One table.
    ///
    /// @param delete takes what names the thing, and then how many rows at most
    public record Step(String table, Command delete) {}

    /// What one transaction did.
    ///
    /// @param counts the rows by table, where there were any
    /// @param done whether nothing is left
    public record Batch(Map<String, Integer> counts, boolean done) {}

    /// Deletes in the transaction until nothing is left or there are as many rows as one may have.
    ///
    /// @param thing binds what names the thing
    public Batch clear(Transaction transaction, UnaryOperator<Parameters> thing) {
        var counts = new LinkedHashMap<String, Integer>();
        int left = ROWS;
        for (Step step : steps) {
            int budget = left;
            int removed = transaction.update(step.delete(), p -> thing.apply(p).integer(budget));
            if (removed > 0) {
                counts.merge(step.table(), removed, Integer::sum);
            }
            left -= removed;
            if (left == 0) {
                return new Batch(counts, false);
            }
        }
        return new Batch(counts, true);
    }
}
