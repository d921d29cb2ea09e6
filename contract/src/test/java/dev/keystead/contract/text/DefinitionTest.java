package dev.keystead.contract.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.text.Definition.Act;
import dev.keystead.contract.text.Definition.Thing;
import org.junit.jupiter.api.Test;

final class DefinitionTest {
    private static SqlStatement statement(String sql) {
        return SqlText.statements(sql, Dialect.POSTGRES).getFirst();
    }

    private static Definition of(String sql) {
        return Definition.of(statement(sql)).orElseThrow();
    }

    @Test
    void theFirstWordsTellWhatIsMade() {
        assertThat(of("CREATE TABLE IF NOT EXISTS Identity.\"Users\" (id uuid)"))
                .isEqualTo(new Definition(Act.CREATE, Thing.TABLE, "identity.Users", "identity.Users"));
        assertThat(of("create unique index concurrently if not exists i on only a.t using btree (x)"))
                .isEqualTo(new Definition(Act.CREATE, Thing.INDEX, "i", "a.t"));
        assertThat(of("create index on t (x)")).isEqualTo(new Definition(Act.CREATE, Thing.INDEX, "", "t"));
        assertThat(of("create policy wall on a.t using (true)"))
                .isEqualTo(new Definition(Act.CREATE, Thing.POLICY, "wall", "a.t"));
        assertThat(of("drop table if exists t")).isEqualTo(new Definition(Act.DROP, Thing.TABLE, "t", "t"));
        assertThat(of("comment on index a.i is 'why'").name()).isEqualTo("a.i");
        assertThat(Definition.of(statement("grant select on t to r"))).isEmpty();
        assertThat(Definition.of(statement("create"))).isEmpty();
    }

    @Test
    void columnsAreTheDeclaredOnes() {
        SqlStatement made = statement("""
                create table t (
                    a text check (a in ('x', 'y')),
                    "B" numeric(10, 2),
                    primary key (a, "B"),
                    constraint c check (a <> ''),
                    foreign key (a) references u (x, y)
                )""");

        assertThat(Definition.columns(made)).extracting(SqlToken::name).containsExactly("a", "B");
        assertThat(Definition.columns(made)).extracting(SqlToken::line).containsExactly(2, 3);
        assertThat(Definition.columns(statement("alter table t add column if not exists c text, add d text")))
                .extracting(SqlToken::name)
                .containsExactly("c", "d");
        assertThat(Definition.columns(statement("alter table t add constraint c check (true)")))
                .isEmpty();
    }

    @Test
    void severalTablesCanBeDroppedAtOnce() {
        assertThat(Definition.droppedTables(statement("drop table if exists a, b.\"C\", d cascade")))
                .containsExactly("a", "b.C", "d");
        assertThat(Definition.droppedTables(statement("drop index a"))).isEmpty();
    }

    @Test
    void whatLosesRowsDestroys() {
        assertThat(statement("drop table t").destroys()).isTrue();
        assertThat(statement("alter table t drop column c").destroys()).isTrue();
        assertThat(statement("truncate t").destroys()).isTrue();
        assertThat(statement("delete from t").destroys()).isTrue();
        assertThat(statement("delete from t where expired").destroys()).isFalse();
        assertThat(statement("drop index i").destroys()).isFalse();
        assertThat(statement("alter table t drop constraint c").destroys()).isFalse();
    }
}
