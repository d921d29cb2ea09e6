package dev.keystead.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErasureTest {
    /// Without the timetable, which would erase as well.
    private final TestServer server = TestServer.start("--roles", "web");
    private final Client client = server.asAdministrator();

    @AfterAll
    void stop() {
        server.close();
    }

    private String user(String name) {
        return client.post("/v1/users", "{\"email\":\"%s@erasure.test\",\"display_name\":\"%s\"}".formatted(name, name))
                .id();
    }

    private void sql(String text) throws SQLException {
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    private long rowsOf(String user) throws SQLException {
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery(
                        "select count(*) from identity.users where app.id_text('usr', id) = '" + user + "'")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    void aDeletedUserIsErasedWhenTheWindowIsOverAndNotBefore() throws SQLException {
        String early = user("early");
        String due = user("due");
        String living = user("living");
        client.delete("/v1/users/" + early);
        client.delete("/v1/users/" + due);
        sql("update identity.users set deleted_at = now() - interval '31 days' where app.id_text('usr', id) = '" + due
                + "'");
        server.eraseWhoIsDue();
        assertThat(rowsOf(due)).isZero();
        assertThat(rowsOf(early)).isOne();
        assertThat(rowsOf(living)).isOne();
        var trail = client.get("/v1/audit?resource=" + due).json().path("items");
        assertThat(trail.get(0).path("event_type").asString()).isEqualTo("user.erase");
        assertThat(trail.get(0).path("actor_did").asString()).isEqualTo("did:internal:erasure");
        assertThat(trail.get(1).path("event_type").asString()).isEqualTo("user.erase_begin");
    }

    @Test
    void aUserWhoCannotBeErasedDoesNotKeepTheOthersFromIt() throws SQLException {
        String stuck = user("stuck");
        String next = user("next");
        client.delete("/v1/users/" + stuck);
        client.delete("/v1/users/" + next);
        sql("update identity.users set deleted_at = now() - interval '90 days' where email = 'stuck@erasure.test'");
        sql("update identity.users set deleted_at = now() - interval '60 days' where email = 'next@erasure.test'");
        // A table of somebody else, which the catalogue does not show as one of a user's.
        sql("create table public.claim (of uuid, who uuid, foreign key (of, who) references identity.users)");
        sql("insert into public.claim select tenant_id, id from identity.users where email = 'stuck@erasure.test'");
        try {
            assertThatThrownBy(server::eraseWhoIsDue).hasMessageContaining("directory.erasure.user");
            assertThat(rowsOf(stuck)).isOne();
            assertThat(rowsOf(next)).isZero();
        } finally {
            sql("drop table public.claim");
        }
        assertThat(server.eraseWhoIsDue()).isEqualTo(1);
        assertThat(rowsOf(stuck)).isZero();
    }

    @Test
    void whoCameBackAndWasDeletedAgainHasTheWholeWindowAgain() throws SQLException {
        String due = user("duefirst");
        String again = user("again");
        deletedFor(due, 40);
        deletedFor(again, 35);
        // While the run that found both is at the first, the second comes back and is deleted once more.
        sql("""
                create function public.delete_again() returns trigger language plpgsql security definer as $$
                begin
                    update identity.users set deleted_at = now(), version = version + 2
                    where email = 'again@erasure.test';
                    return null;
                end $$""");
        sql("create trigger delete_again after delete on identity.users for each statement"
                + " execute function public.delete_again()");
        try {
            assertThat(server.eraseWhoIsDue()).isEqualTo(1);
        } finally {
            sql("drop trigger delete_again on identity.users");
            sql("drop function public.delete_again()");
        }
        assertThat(rowsOf(due)).isZero();
        assertThat(rowsOf(again)).isOne();
        assertThat(client.post("/v1/users/" + again + ":restore").status()).isEqualTo(200);
    }

    private void deletedFor(String user, int days) throws SQLException {
        client.delete("/v1/users/" + user);
        sql("update identity.users set deleted_at = now() - interval '%d days' where id = app.id_uuid('%s')"
                .formatted(days, user));
    }

    private void events(String user, int count) throws SQLException {
        sql("""
                insert into auth.auth_events (tenant_id, id, user_id, event_type, ip_address, user_agent, created_at)
                select tenant_id, app.new_id(), id, 'login_success', '192.0.2.1', 'x', now()
                from identity.users, generate_series(1, %d) where id = app.id_uuid('%s')""".formatted(count, user));
    }

    @Test
    void manyRowsGoInBatchesAndTheProofCountsThemAll() throws SQLException {
        String rich = user("rich");
        events(rich, 3_500);
        deletedFor(rich, 31);
        // Written by each transaction that removes rows of the user.
        sql("create table public.batches (number bigint)");
        sql("""
                create function public.note_batch() returns trigger language plpgsql security definer as $$
                begin
                    insert into public.batches select count(*) from gone;
                    return null;
                end $$""");
        sql("""
                create trigger note_batch after delete on auth.auth_events referencing old table as gone
                for each statement execute function public.note_batch()""");
        try {
            assertThat(server.eraseWhoIsDue()).isEqualTo(1);
            assertThat(server.count("select max(number) from public.batches")).isLessThanOrEqualTo(1_000);
            assertThat(server.count("select sum(number) from public.batches")).isEqualTo(3_500);
        } finally {
            sql("drop trigger note_batch on auth.auth_events");
            sql("drop function public.note_batch()");
            sql("drop table public.batches");
        }
        assertThat(rowsOf(rich)).isZero();
        var proof =
                client.get("/v1/audit?resource=" + rich).json().path("items").get(0);
        assertThat(proof.path("payload")
                        .path("removed_rows")
                        .path("auth.auth_events")
                        .asInt())
                .isEqualTo(3_500);
    }

    @Test
    void ofTwoNodesAtOnceOneErasesAndNothingIsCountedTwice() throws Exception {
        String shared = user("shared");
        events(shared, 4_200);
        deletedFor(shared, 31);
        try (var nodes = Executors.newFixedThreadPool(2)) {
            var together = new CyclicBarrier(2);
            Callable<Long> node = () -> {
                together.await();
                return server.eraseWhoIsDue();
            };
            List<Future<Long>> runs = nodes.invokeAll(List.of(node, node));
            assertThat(runs.get(0).get() + runs.get(1).get()).isEqualTo(1);
        }
        assertThat(rowsOf(shared)).isZero();
        assertThat(server.count("select count(*) from auth.auth_events where user_id = app.id_uuid('" + shared + "')"))
                .isZero();
        var proof =
                client.get("/v1/audit?resource=" + shared).json().path("items").get(0);
        assertThat(proof.path("payload")
                        .path("removed_rows")
                        .path("auth.auth_events")
                        .asInt())
                .isEqualTo(4_200);
    }

    @Test
    void aWorkspaceDecidesHowLongItsDeletedPeopleCanComeBack() throws SQLException {
        var place = server.makeOrganisation("quick-to-forget");
        Client owner = server.as(place.key());
        String policy = "/v1/workspaces/" + place.workspace().text() + "/policies/retention";
        assertThat(owner.send("PUT", policy, "{\"user_days\":2}").status()).isEqualTo(200);
        assertThat(owner.send("PUT", policy, "{\"user_days\":366}").status())
                .as("nobody waits for longer than a year")
                .isEqualTo(400);
        String soon = owner.post("/v1/users", "{\"email\":\"a@quick.test\",\"display_name\":\"A\"}")
                .id();
        String later = owner.post("/v1/users", "{\"email\":\"b@quick.test\",\"display_name\":\"B\"}")
                .id();
        owner.delete("/v1/users/" + soon);
        owner.delete("/v1/users/" + later);
        sql("update identity.users set deleted_at = now() - interval '3 days' where email = 'a@quick.test'");
        sql("update identity.users set deleted_at = now() - interval '1 day' where email = 'b@quick.test'");
        server.eraseWhoIsDue();
        assertThat(rowsOf(soon)).isZero();
        assertThat(rowsOf(later)).isOne();
    }

    @Test
    void anOwnerHasADeletedUserErasedAtOnce() throws SQLException {
        String user = user("at-once");
        String erase = "/v1/users/" + user + ":erase";
        assertThat(client.post(erase, "{\"confirm\":\"erase\"}").status())
                .as("only who is deleted")
                .isEqualTo(409);
        assertThat(client.get("/v1/users/" + user + "/erasure").status()).isEqualTo(404);
        client.delete("/v1/users/" + user);
        assertThat(client.post(erase, "{\"confirm\":\"yes\"}").status()).isEqualTo(400);
        var asked = client.post(erase, "{\"confirm\":\"erase\"}");
        assertThat(asked.status()).isEqualTo(202);
        assertThat(asked.json().path("begun_at").asString()).isNotEmpty();
        server.eraseWhoIsDue();
        server.look().until("select count(*) from identity.users where id = app.id_uuid('" + user + "')", 0);
        var trail = client.get("/v1/audit?resource=" + user).json().path("items");
        assertThat(trail.get(0).path("event_type").asString()).isEqualTo("user.erase");
        assertThat(trail.get(1).path("event_type").asString()).isEqualTo("user.erase_now");
        assertThat(client.get("/v1/users/" + user + "/erasure").status()).isEqualTo(404);
    }

    @Test
    void howFarAnErasureIsCanBeSeen() {
        String user = user("seen");
        client.delete("/v1/users/" + user);
        var seen = client.get("/v1/users/" + user + "/erasure").json();
        assertThat(seen.path("user_id").asString()).isEqualTo(user);
        assertThat(seen.path("begun_at").isNull()).isTrue();
        assertThat(Duration.between(
                        Instant.parse(seen.path("deleted_at").asString()),
                        Instant.parse(seen.path("due_at").asString())))
                .isEqualTo(Duration.ofDays(30));
    }

    @Test
    void whoIsErasedIsNotNamedAsTheOneWhoDidSomething() throws SQLException {
        String maker = user("maker");
        String member = user("member");
        String did = "did:keystead:" + maker;
        sql("""
                insert into identity.workspace_members (tenant_id, user_id, home_tenant_id, role, affiliation,
                    display_name, added_by, version, joined_at, role_changed_at)
                select tenant_id, id, tenant_id, 'viewer', 'staff', 'x', '%s', 1, now(), now()
                from identity.users where id = app.id_uuid('%s')""".formatted(did, member));
        deletedFor(maker, 31);
        server.eraseWhoIsDue();
        assertThat(server.look()
                        .text("select added_by from identity.workspace_members where user_id = app.id_uuid('" + member
                                + "')"))
                .isEqualTo(PersonColumns.SOMEBODY);
    }
}
