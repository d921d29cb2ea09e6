package dev.keystead.platform.http;

import java.util.List;
import java.util.Optional;

/// Which page of a list is asked for.
public record Paging(Optional<Cursor> after, int limit) {
    public static final int MOST = 200;
    public static final int USUAL = 50;

    public static final Param<String> CURSOR =
            Param.text("cursor", "The next_cursor of the page before; without it, the first page", 1, 1024);
    public static final Param<Integer> LIMIT =
            Param.number("limit", "How many items at most; " + USUAL + " unless told", 1, MOST);

    static final List<Param<?>> PARAMS = List.of(CURSOR, LIMIT);

    /// How many rows to fetch: one more than the page holds, to know whether another page follows.
    public int fetch() {
        return limit + 1;
    }
}
