package dev.keystead.directory;

import dev.keystead.job.Table;
import dev.keystead.job.Table.Shown;
import dev.keystead.job.Tables;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Query;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Everything that is kept about a person, as a file: every row of theirs in every table, found in the
/// catalogue like what erasure removes, and without secrets.
///
/// The file is made while it is sent: a person may have any number of rows.
public final class PersonalData {
    private static final int PAGE = 500;
    private static final String WHY = "a person's rows may be in workspaces that are not their own";

    /// What proves something to us: of no use to the person and of much to a thief of the file. What is bytes is
    /// a hash, a key or sealed.
    private static final Pattern SECRET =
            Pattern.compile("(.*_)?(hash|secret|nonce|challenge|binding|generation|sealed|prefix)");

    private static final String ABOUT = """
            Every row that is kept about this person, by table. Each table says what a row is; its rows have the \
            table's own columns. Times are in UTC. What is secret (hashes, keys, sealed values) is left out.""";

    private final Database worker;
    private final Clock clock;

    public PersonalData(Database worker, Clock clock) {
        this.worker = worker;
        this.clock = clock;
    }

    /// Whose eyes the file is for.
    public enum Reader {
        /// The person: rows in all workspaces.
        SELF,
        /// The workspace whose user it is: rows in that one.
        WORKSPACE
    }

    /// Writes the file.
    ///
    /// @param home the workspace whose user the person is
    public void write(UUID home, UserId user, Reader reader, OutputStream out) throws IOException {
        Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        text.write("{\"format\":\"keystead-person-1\",\"exported_at\":%s,\"person\":%s,\"about\":%s,\"tables\":{"
                .formatted(Json.text(clock.instant()), Json.text(user.text()), Json.text(ABOUT)));
        String between = "\n";
        for (Table table : tables()) {
            text.write(between);
            write(text, table, columns(table, reader), p -> p.id(user).uuid(home));
            between = ",\n";
        }
        text.write("\n}}\n");
        text.flush();
    }

    private List<Table> tables() {
        List<Table> all = Tables.of(worker);
        return Stream.concat(
                        all.stream().filter(table -> table.fullName().equals("identity.users")),
                        all.stream().filter(table -> !whose(table).isEmpty()))
                .toList();
    }

    /// Beside the rows that go with the person, the edge that stays.
    private static List<String> whose(Table table) {
        return table.fullName().equals("identity.invite_chain_edges")
                ? List.of("invitee_id")
                : PersonColumns.owners(table);
    }

    /// The columns that say whose a row is: the person's first, then the workspace's.
    private static List<String> columns(Table table, Reader reader) {
        boolean elsewhere = reader == Reader.SELF && table.has("home_tenant_id");
        return List.of(whose(table).stream().findFirst().orElse("id"), elsewhere ? "home_tenant_id" : "tenant_id");
    }

    private static List<String> shown(Table table) {
        return table.columns().stream()
                .filter(column -> !column.type().equals("bytea"))
                .map(Table.Column::name)
                .filter(name -> !SECRET.matcher(name).matches())
                .toList();
    }

    private void write(Writer text, Table table, List<String> columns, UnaryOperator<Parameters> whose)
            throws IOException {
        text.write("%s:{\"what\":%s,\"rows\":[".formatted(Json.text(table.fullName()), Json.text(table.what())));
        Query<Shown> first = table.read("directory.export.first", WHY, shown(table), columns, false);
        Query<Shown> next = table.read("directory.export.next", WHY, shown(table), columns, true);
        List<Shown> page = worker.list(first, p -> whose.apply(p).integer(PAGE));
        String between = "";
        while (!page.isEmpty()) {
            for (Shown row : page) {
                text.write(between);
                text.write(row.json());
                between = ",\n";
            }
            List<String> place = page.getLast().place();
            page = page.size() < PAGE
                    ? List.of()
                    : worker.list(next, p -> {
                        Parameters bound = whose.apply(p);
                        place.forEach(bound::text);
                        bound.integer(PAGE);
                    });
        }
        text.write("]}");
    }
}
