package dev.keystead.platform.http;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One page of a list, and where the next one begins; no next cursor means that this is the last page.
public record Page<T>(List<T> items, @Nullable String nextCursor) {
    public Page {
        items = List.copyOf(items);
    }

    /// Cuts a page from rows that were fetched with [Paging#fetch] as their limit.
    ///
    /// @param key the sort key of a row, which the next page goes on after
    public static <R, T> Page<T> of(List<R> rows, Paging paging, Function<R, Cursor> key, Function<R, T> view) {
        if (rows.size() <= paging.limit()) {
            return new Page<>(rows.stream().map(view).toList(), null);
        }
        List<R> shown = rows.subList(0, paging.limit());
        return new Page<>(
                shown.stream().map(view).toList(), key.apply(shown.getLast()).text());
    }
}
