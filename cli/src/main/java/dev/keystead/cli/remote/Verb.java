package dev.keystead.cli.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One thing that can be done to a noun: a route, what it takes and how its answer is shown.
///
/// @param columns members of each item, as JSON pointers; empty: those of the noun
/// @param naming the pointer to what `-o name` prints
/// @param question what is asked before it is done, because it cannot be undone
/// @param open whether it can be asked without a key
/// @param examples whole lines without `keystead`
record Verb(
        String name,
        String summary,
        Route route,
        Shape shape,
        List<Flag> flags,
        List<String> columns,
        String naming,
        Optional<String> question,
        boolean open,
        List<String> examples) {
    /// What the answer is.
    enum Shape {
        /// Pages of items.
        PAGES,
        /// Items all at once, in the member `items`.
        ITEMS,
        /// One thing.
        ONE,
        /// What is on a node and why.
        TREE,
        /// Pages of nodes, each with what it may use.
        FOREST,
        /// Nodes, each below its parent.
        NODES,
        /// People, each below whoever invited them.
        KIN,
        /// A cascade that is to begin.
        CASCADE,
        /// A cascade under way.
        JOB,
        /// A file of an authority, as it is.
        PEM
    }

    private static Verb of(String name, String summary, Route route, Shape shape) {
        return new Verb(name, summary, route, shape, List.of(), List.of(), "/id", Optional.empty(), false, List.of());
    }

    static Verb list(String path, String summary) {
        return of("list", summary, new Route("GET", path), Shape.PAGES);
    }

    static Verb get(String path, String summary) {
        return of("get", summary, new Route("GET", path), Shape.ONE);
    }

    static Verb post(String name, String path, String summary) {
        return of(name, summary, new Route("POST", path), Shape.ONE);
    }

    static Verb patch(String path, String summary) {
        return patch("update", path, summary);
    }

    static Verb patch(String name, String path, String summary) {
        return of(name, summary, new Route("PATCH", path), Shape.ONE);
    }

    static Verb put(String name, String path, String summary) {
        return of(name, summary, new Route("PUT", path), Shape.ONE);
    }

    static Verb delete(String name, String path, String summary) {
        return of(name, summary, new Route("DELETE", path), Shape.ONE);
    }

    Verb as(String otherName) {
        return new Verb(otherName, summary, route, shape, flags, columns, naming, question, open, examples);
    }

    Verb by(String method) {
        return new Verb(
                name,
                summary,
                new Route(method, route.path()),
                shape,
                flags,
                columns,
                naming,
                question,
                open,
                examples);
    }

    Verb shown(Shape other) {
        return new Verb(name, summary, route, other, flags, columns, naming, question, open, examples);
    }

    Verb takes(Flag... more) {
        var all = new ArrayList<>(flags);
        all.addAll(List.of(more));
        return new Verb(name, summary, route, shape, List.copyOf(all), columns, naming, question, open, examples);
    }

    Verb shows(String... pointers) {
        return new Verb(name, summary, route, shape, flags, List.of(pointers), naming, question, open, examples);
    }

    Verb named(String pointer) {
        return new Verb(name, summary, route, shape, flags, columns, pointer, question, open, examples);
    }

    Verb asks(String sentence) {
        return new Verb(name, summary, route, shape, flags, columns, naming, Optional.of(sentence), open, examples);
    }

    Verb withoutKey() {
        return new Verb(name, summary, route, shape, flags, columns, naming, question, true, examples);
    }

    Verb example(String... lines) {
        return new Verb(name, summary, route, shape, flags, columns, naming, question, open, List.of(lines));
    }
}
