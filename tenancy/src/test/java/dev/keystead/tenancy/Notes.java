package dev.keystead.tenancy;

import java.util.UUID;

/// The statements of the fixture's tables, one set for each axis.
record Notes(Axis axis, Query<String> list, Command insert, Command retitle, Command move) {
    static final Command INSERT =
            Command.tenant("fixture.note.insert", """
                    insert into fixture.tenant_note (id, title, tenant_id)
                    values (?, ?, ?)
                    """).onConflict("there is a note of this title already");
    static final Query<String> LIST = Query.tenant("fixture.note.list", """
                    select title
                    from fixture.tenant_note
                    where tenant_id = ?
                    order by title
                    """, row -> row.text("title"));
    static final Command RETITLE = Command.tenant("fixture.note.retitle", """
                    update fixture.tenant_note
                    set title = ?
                    where id = ? and tenant_id = ?
                    """);
    static final Query<Long> COUNT_ALL = Query.crossTenant(
            "fixture.note.count-all",
            "a test counts the notes of all tenants",
            "select count(*) as notes from fixture.tenant_note",
            row -> row.number("notes"));

    static Notes of(Axis axis) {
        return switch (axis) {
            case TENANT ->
                new Notes(
                        axis,
                        Query.tenant("fixture.tenant.list", listText(axis), row -> row.text("title")),
                        Command.tenant("fixture.tenant.insert", insertText(axis)),
                        Command.tenant("fixture.tenant.retitle", retitleText(axis)),
                        Command.tenant("fixture.tenant.move", moveText(axis)));
            case ORG ->
                new Notes(
                        axis,
                        Query.org("fixture.org.list", listText(axis), row -> row.text("title")),
                        Command.org("fixture.org.insert", insertText(axis)),
                        Command.org("fixture.org.retitle", retitleText(axis)),
                        Command.org("fixture.org.move", moveText(axis)));
            case PROJECT ->
                new Notes(
                        axis,
                        Query.project("fixture.project.list", listText(axis), row -> row.text("title")),
                        Command.project("fixture.project.insert", insertText(axis)),
                        Command.project("fixture.project.retitle", retitleText(axis)),
                        Command.project("fixture.project.move", moveText(axis)));
            case USER ->
                new Notes(
                        axis,
                        Query.user("fixture.user.list", listText(axis), row -> row.text("title")),
                        Command.user("fixture.user.insert", insertText(axis)),
                        Command.user("fixture.user.retitle", retitleText(axis)),
                        Command.user("fixture.user.move", moveText(axis)));
        };
    }

    /// The tenant of every project in these tests.
    static final UUID TENANT_OF_PROJECTS = UuidV7.next();

    static Scope scope(Axis axis, UUID id) {
        return switch (axis) {
            case TENANT -> Scope.tenant(id);
            case ORG -> Scope.org(id);
            case PROJECT -> Scope.tenant(TENANT_OF_PROJECTS).and(Scope.project(id));
            case USER -> Scope.user(id);
        };
    }

    String table() {
        return "fixture." + axis.word() + "_note";
    }

    /// Deliberately without the axis's column in its condition, so that only the policy holds rows back.
    private static String listText(Axis axis) {
        return "select title from fixture." + axis.word() + "_note where ?::uuid is not null order by title";
    }

    private static String insertText(Axis axis) {
        return "insert into fixture." + axis.word() + "_note (id, title, " + axis.column() + ") values (?, ?, ?)";
    }

    private static String retitleText(Axis axis) {
        return "update fixture." + axis.word() + "_note set title = ? where ?::uuid is not null";
    }

    /// Writes rows of the scope over to the id given, which a policy's WITH CHECK must refuse.
    private static String moveText(Axis axis) {
        return "update fixture." + axis.word() + "_note set " + axis.column() + " = ? where ?::uuid is not null";
    }
}
