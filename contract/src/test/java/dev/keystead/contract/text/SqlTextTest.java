package dev.keystead.contract.text;

import static dev.keystead.contract.Dialect.POSTGRES;
import static dev.keystead.contract.Dialect.SQLITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.text.SqlToken.Kind;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SqlTextTest {
    private static List<String> cut(String sql, Dialect dialect) {
        return SqlText.statements(sql, dialect).stream().map(SqlStatement::sql).toList();
    }

    @ParameterizedTest
    @EnumSource
    void aSemicolonEndsAStatementOnlyOutsideOfQuotes(Dialect dialect) {
        assertThat(cut("select ';'; select \"a;b\" ;; select 'it''s;';\n-- a;b\nselect /* ; */ 1", dialect))
                .containsExactly("select ';'", "select \"a;b\"", "select 'it''s;'", "select /* ; */ 1");
    }

    @Test
    void dollarQuotesHideEverything() {
        assertThat(cut("do $$ a; 'b $$; select $tag$ $$ ; $other$ $tag$; select a$b$ , $1; select 2", POSTGRES))
                .containsExactly("do $$ a; 'b $$", "select $tag$ $$ ; $other$ $tag$", "select a$b$ , $1", "select 2");
    }

    @Test
    void aBackslashEscapesOnlyInAnEscapeString() {
        assertThat(cut("select E'\\'; '; select '\\'; select 1", POSTGRES))
                .containsExactly("select E'\\'; '", "select '\\'", "select 1");
    }

    @Test
    void blockCommentsNestInPostgresAlone() {
        String sql = "/* a /* b */ ; */ select 1; select 2";

        assertThat(cut(sql, POSTGRES)).containsExactly("select 1", "select 2");
        assertThat(cut(sql, SQLITE)).containsExactly("*/ select 1", "select 2");
    }

    @Test
    void sqliteQuotesNamesInThreeWays() {
        SqlStatement statement = SqlText.statements("select `a;b`, [c;d], \"e\"\"f\" from t", SQLITE)
                .getFirst();

        assertThat(statement.tokens())
                .filteredOn(token -> token.kind() == Kind.QUOTED_NAME)
                .extracting(SqlToken::text)
                .containsExactly("a;b", "c;d", "e\"f");
    }

    @Test
    void aTriggerOfSqliteIsOneStatement() {
        String trigger = "create trigger t after insert on a begin select case when 1 then 2 end; delete from b; end";

        assertThat(cut(trigger + "; select 1;", SQLITE)).containsExactly(trigger, "select 1");
    }

    @Test
    void anAtomicBodyAndARuleAreOneStatementEach() {
        String function =
                "create or replace function f() returns int begin atomic select case when true then 1 end; select"
                        + " 2; end";
        String rule = "create rule r as on insert to a do also (delete from b; delete from c)";

        assertThat(cut(function + ";" + rule + "; select (1; select 2", POSTGRES))
                .containsExactly(function, rule, "select (1", "select 2");
    }

    @Test
    void linesAreThoseOfTheFile() {
        String sql = """
                -- head

                create table a (
                    b text -- 'why
                        default $$
                x $$
                );
                select 1; select
                2;
                """;

        List<SqlStatement> statements = SqlText.statements(sql, POSTGRES);

        assertThat(statements).extracting(SqlStatement::line).containsExactly(3, 8, 8);
        assertThat(statements).extracting(SqlStatement::lastLine).containsExactly(7, 8, 9);
        assertThat(statements.getFirst().tokens())
                .filteredOn(token -> token.is("default"))
                .extracting(SqlToken::line)
                .containsExactly(5);
    }

    @Test
    void commentsBelongToTheStatementTheyTouch() {
        String sql = """
                -- far above

                -- above
                /* right
                   above */
                create table a (
                    b text -- inside
                ); -- behind
                -- above the next
                create table c (d text);
                """;

        List<SqlStatement> statements = SqlText.statements(sql, POSTGRES);

        assertThat(statements.getFirst().above()).extracting(Comment::text).containsExactly("above", "right\n   above");
        assertThat(statements.getFirst().within()).extracting(Comment::text).containsExactly("inside", "behind");
        assertThat(statements.getLast().above()).extracting(Comment::text).containsExactly("above the next");
        assertThat(SqlText.of(sql, POSTGRES).comments()).hasSize(6);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotEndedEndsWithTheFile(Dialect dialect) {
        for (String open :
                List.of("select 'a;", "select \"a;", "select /* a;", "select $x$ a;", "select [a", "select E'\\")) {
            assertThat(SqlText.statements("select 1;" + open, dialect)).hasSizeBetween(2, 3);
        }
        assertThat(SqlText.statements("", dialect)).isEmpty();
        assertThat(SqlText.statements("-- only words", dialect)).isEmpty();
    }

    /// Whatever the bytes, the lexer ends, and the lines of its statements do not run backwards.
    @ParameterizedTest
    @EnumSource
    void noiseIsReadToItsEnd(Dialect dialect) {
        String alphabet = "ab;'\"$-/*()[]`\\\n E1create trigger begin atomic end ";
        var random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            var noise = new StringBuilder();
            for (int i = random.nextInt(60); i > 0; i--) {
                noise.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            List<SqlStatement> statements = SqlText.statements(noise.toString(), dialect);
            int reached = 1;
            for (SqlStatement statement : statements) {
                assertThat(statement.line()).as("%s", noise).isGreaterThanOrEqualTo(reached);
                assertThat(noise.toString()).contains(statement.sql());
                reached = statement.lastLine();
            }
        }
    }
}
