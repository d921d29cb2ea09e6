package dev.keystead.tenancy;

import dev.keystead.tenancy.Parameters.Binding;
import java.util.ArrayList;
import java.util.List;

/// Queries that travel together: one round trip for all of them, in the order given.
///
/// They are made for one [Transaction#ask].
public final class Questions {
    private final List<Question<?>> all = new ArrayList<>();

    record Question<R>(Query<R> query, Binding binding, Answer<R> answer) {}

    /// Adds a query; its answer is there once the questions were asked.
    public <R> Answer<R> add(Query<R> query, Binding binding) {
        var answer = new Answer<>(query);
        all.add(new Question<>(query, binding, answer));
        return answer;
    }

    List<Question<?>> all() {
        return all;
    }
}
