package dev.keystead.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Each question gets its own answer, and only when it was asked.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class QuestionsTest {
    private static final Query<String> BY_TITLE = Query.tenant("fixture.note.by-title", """
            select title
            from fixture.tenant_note
            where title = ?
              and tenant_id = ?""", row -> row.text("title"));
    private static final Query<String> ADD = Query.tenant("fixture.note.add", """
            insert into fixture.tenant_note (id, title, tenant_id)
            values (?, ?, ?)
            returning title""", row -> row.text("title"));

    private final Fixture fixture = Fixture.create();
    private final HikariDataSource pool = fixture.appPool(2);
    private final Database database = Database.of(pool, ScopePrefix.SET_CONFIG);
    private Scope scope = Scope.tenant(UuidV7.next());

    @BeforeEach
    void aTenantOfItsOwn() {
        scope = Scope.tenant(UuidV7.next());
        scope.call(() -> database.write(it -> {
            it.update(Notes.INSERT, note("first"));
            return it.update(Notes.INSERT, note("second"));
        }));
    }

    @AfterAll
    void close() {
        pool.close();
    }

    @Test
    void everyAnswerBelongsToItsQuestion() {
        // Often enough that the driver prepares the statements on the server.
        for (int i = 0; i < 10; i++) {
            var questions = new Questions();
            Answer<String> second = questions.add(BY_TITLE, p -> p.text("second"));
            Answer<String> none = questions.add(BY_TITLE, p -> p.text("third"));
            Answer<String> all = questions.add(Notes.LIST, Parameters.Binding.NONE);
            ask(questions);
            assertThat(second.find()).contains("second");
            assertThat(none.find()).isEmpty();
            assertThat(all.list()).containsExactly("first", "second");
        }
    }

    @Test
    void aLaterQuestionSeesWhatAnEarlierOneChanged() {
        var questions = new Questions();
        Answer<String> added = questions.add(ADD, note("third"));
        Answer<String> all = questions.add(Notes.LIST, Parameters.Binding.NONE);
        ask(questions);
        assertThat(added.find()).contains("third");
        assertThat(all.list()).containsExactly("first", "second", "third");
    }

    @Test
    void whatIsAskedAtTheCommitIsKeptAndAnsweredAfterIt() {
        // Often enough that the driver prepares the statements on the server.
        for (int i = 0; i < 10; i++) {
            String before = "before " + i;
            String title = "at the end " + i;
            var questions = new Questions();
            Answer<String> added = questions.add(ADD, note(title));
            Answer<String> found = questions.add(BY_TITLE, p -> p.text(before));
            scope.call(() -> database.write(it -> {
                it.atCommit(Notes.INSERT, note(before));
                it.askAtCommit(questions);
                assertThatExceptionOfType(IllegalStateException.class).isThrownBy(added::find);
                return true;
            }));
            assertThat(added.find()).contains(title);
            assertThat(found.find()).contains(before);
            assertThat(titles()).contains(before, title);
        }
    }

    @Test
    void aQuestionThatFailsAtTheCommitUndoesTheTransaction() {
        assertThatExceptionOfType(DatabaseFailure.class)
                .isThrownBy(() -> scope.call(() -> database.write(it -> {
                    it.update(Notes.INSERT, note("third"));
                    var questions = new Questions();
                    questions.add(ADD, note("first"));
                    it.askAtCommit(questions);
                    return true;
                })))
                .withMessageStartingWith("committing fixture.note.add");
        assertThat(titles()).containsExactly("first", "second");
    }

    @Test
    void aQuestionThatFailsUndoesTheTransactionEvenIfCaught() {
        assertThatExceptionOfType(DatabaseFailure.class)
                .isThrownBy(() -> scope.call(() -> database.write(it -> {
                    var questions = new Questions();
                    questions.add(ADD, note("third"));
                    questions.add(ADD, note("first"));
                    assertThatExceptionOfType(DatabaseFailure.class).isThrownBy(() -> it.ask(questions));
                    return true;
                })))
                .withMessageContaining("fixture.note.add");
        assertThat(titles()).containsExactly("first", "second");
    }

    @Test
    void thereIsNoAnswerBeforeTheQuestionIsAsked() {
        Answer<String> all = new Questions().add(Notes.LIST, Parameters.Binding.NONE);
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(all::list)
                .withMessage("fixture.note.list was not asked yet");
    }

    @Test
    void aQuestionWithoutAScopeIsRefused() {
        var questions = new Questions();
        questions.add(Notes.LIST, Parameters.Binding.NONE);
        assertThatExceptionOfType(NoScopeBound.class)
                .isThrownBy(() -> database.write(it -> {
                    it.ask(questions);
                    return true;
                }));
    }

    private void ask(Questions questions) {
        scope.call(() -> database.write(it -> {
            it.ask(questions);
            return true;
        }));
    }

    private List<String> titles() {
        return scope.call(() -> database.list(Notes.LIST, Parameters.Binding.NONE));
    }

    private static Parameters.Binding note(String title) {
        UUID id = UuidV7.next();
        return it -> it.uuid(id).text(title);
    }
}
