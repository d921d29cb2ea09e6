package dev.keystead.reference;

import dev.keystead.reference.CatalogueTable.Column;
import dev.keystead.reference.CatalogueTable.Reference;
import dev.keystead.reference.Picture.Box;
import dev.keystead.reference.Picture.Field;
import dev.keystead.reference.Picture.Kind;
import dev.keystead.reference.Picture.Link;
import dev.keystead.server.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// A schema with its tables and views.
record CatalogueSchema(String name, String comment, List<CatalogueTable> tables, List<CatalogueView> views) {
    private static final String SCHEMAS = """
            select nspname, coalesce(obj_description(oid, 'pg_namespace'), '')
            from pg_namespace
            where nspname !~ ?
            order by nspname collate "C"
            """;

    /// Every schema of the product that has a table or a view.
    static List<CatalogueSchema> all() throws SQLException {
        try (Connection connection = TestServer.shared().database().connect()) {
            return all(new CatalogueSession(
                    connection, TestServer.shared().database().name()));
        }
    }

    static List<CatalogueSchema> all(CatalogueSession session) throws SQLException {
        List<CatalogueTable> tables = CatalogueTable.all(session);
        List<CatalogueView> views = CatalogueView.all(session);
        return session
                .rows(
                        SCHEMAS,
                        "^(pg_.*|information_schema)$",
                        row -> new CatalogueSchema(row.getString(1), row.getString(2), List.of(), List.of()))
                .stream()
                .map(schema -> schema.with(tables, views))
                .filter(schema -> !schema.tables().isEmpty() || !schema.views().isEmpty())
                .toList();
    }

    /// The schema with those that are its own.
    private CatalogueSchema with(List<CatalogueTable> allTables, List<CatalogueView> allViews) {
        return new CatalogueSchema(
                name,
                comment,
                allTables.stream().filter(table -> table.schema().equals(name)).toList(),
                allViews.stream().filter(view -> view.schema().equals(name)).toList());
    }

    /// Everything in the schema, and what it refers to elsewhere by name only.
    Picture picture() {
        var boxes = new ArrayList<Box>();
        var links = new ArrayList<Link>();
        for (CatalogueTable table : tables) {
            boxes.add(new Box(table.name(), Kind.TABLE, table.said("Scope"), fields(table)));
            for (Reference reference : table.references()) {
                links.add(new Link(table.name(), anchor(table, reference), reference.target(), count(reference)));
            }
        }
        for (CatalogueView view : views) {
            List<Field> fields = view.columns().stream()
                    .map(column -> new Field(column.name(), shortened(column.type()), false, false, false))
                    .toList();
            boxes.add(new Box(view.name(), Kind.VIEW, "", fields));
            view.reads().forEach(read -> links.add(new Link(view.name(), 0, read, "")));
        }
        var elsewhere = new TreeSet<String>();
        links.forEach(link -> elsewhere.add(link.to()));
        boxes.forEach(box -> elsewhere.remove(box.name()));
        elsewhere.forEach(name -> boxes.add(new Box(name, Kind.STUB, "", List.of())));
        return new Picture(name, boxes, links);
    }

    private static List<Field> fields(CatalogueTable table) {
        return table.columns().stream()
                .map(column -> new Field(
                        column.name(),
                        shortened(column.type()),
                        table.primaryKey().contains(column.name()),
                        table.references().stream()
                                .anyMatch(reference -> reference.columns().contains(column.name())),
                        column.nullable()))
                .toList();
    }

    /// The line begins at the last column of the reference: the first are those of the scope, which most have.
    private static int anchor(CatalogueTable table, Reference reference) {
        return table.columns().stream()
                .map(Column::name)
                .toList()
                .indexOf(reference.columns().getLast());
    }

    private static String count(Reference reference) {
        return (reference.single() ? "1" : "n") + ":" + (reference.optional() ? "0..1" : "1");
    }

    /// PostgreSQL's long names of types in their usual short form.
    private static String shortened(String type) {
        return type.replace("timestamp with time zone", "timestamptz")
                .replace("timestamp without time zone", "timestamp")
                .replace("character varying", "varchar")
                .replaceFirst(" collate .*", "");
    }
}
