package dev.keystead.invite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Person;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Somebody who joins while a cascade goes over their branch does not slip through.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JoiningDuringACascadeTest {
    private static final int GATE = 41_526_374;

    private final People people = People.start("--roles", "web");
    private final TestServer server = people.server();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterAll
    void stop() {
        threads.close();
        server.close();
    }

    @AfterEach
    void open() {
        server.execute("drop trigger if exists waiting on identity.invite_chain_edges");
    }

    /// Whoever joins waits, in the middle of their transaction, for as long as the gate is held.
    private void putUpAGate() {
        server.execute("""
                create or replace function public.wait_at_the_gate() returns trigger language plpgsql as
                'begin perform pg_advisory_xact_lock(%d); return new; end'""".formatted(GATE));
        server.execute("""
                create trigger waiting after insert on identity.invite_chain_edges
                for each row execute function public.wait_at_the_gate()""");
    }

    private static UserId idOf(Answer joined) {
        assertThat(joined.status()).as(joined.text()).isEqualTo(201);
        return Prefix.USER
                .parse(joined.json().path("user_id").asString(), UserId::new)
                .orElseThrow();
    }

    /// Joins by a token while somebody above is revoked, and answers who joined.
    private UserId joinWhileRevoking(String token, Person above) throws Exception {
        putUpAGate();
        CompletableFuture<Answer> joining;
        CompletableFuture<Void> revoking;
        try (Connection holder = server.database().connect();
                Statement statement = holder.createStatement()) {
            statement.execute("select pg_advisory_lock(" + GATE + ")");
            joining = CompletableFuture.supplyAsync(() -> people.redeem(token), threads);
            server.look().until("select count(*) from pg_locks where locktype = 'advisory' and not granted", 1);
            revoking = CompletableFuture.runAsync(
                    () -> {
                        Answer revoked = server.asAdministrator()
                                .post(
                                        "/v1/lineage/" + above.user().text() + ":revoke",
                                        "{\"reason\":\"fraud\",\"cascade\":true}");
                        assertThat(revoked.status()).as(revoked.text()).isEqualTo(202);
                        TestJobs.run(server, "cascade");
                    },
                    threads);
            // It has come to its end, or waits for whoever joins.
            server.look().until("""
                    select least(1, (select count(*) from identity.cascade_jobs
                            where status = 'completed' and root_invitee_id = '%s')
                        + (select count(*) from pg_locks where locktype = 'transactionid' and not granted))""".formatted(above.user().value()), 1);
            statement.execute("select pg_advisory_unlock(" + GATE + ")");
        }
        revoking.join();
        TestJobs.run(server, "cascade");
        return idOf(joining.join());
    }

    private String status(UserId user) {
        return server.look().text("select status from identity.users where id = '" + user.value() + "'");
    }

    @Test
    void whoJoinsByTheRevokedPersonIsFound() throws Exception {
        Person inviter = people.root();
        UserId joined = joinWhileRevoking(people.token(inviter), inviter);
        assertThat(status(joined)).isEqualTo("suspended");
    }

    @Test
    void whoJoinsFurtherBelowIsFoundAlsoWhereTheInviterIsLeftAlone() throws Exception {
        Person top = people.root();
        Person inviter = people.joinWithKey(top);
        server.execute("update identity.users set created_at = now() - interval '400 days' where id = '"
                + inviter.user().value() + "'");
        UserId joined = joinWhileRevoking(people.token(inviter), top);
        assertThat(status(inviter.user())).as("flagged").isEqualTo("active");
        assertThat(status(joined)).isEqualTo("suspended");
    }
}
