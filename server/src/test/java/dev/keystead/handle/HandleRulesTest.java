package dev.keystead.handle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.shape.SystemWide;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Handles follow people and machines from the beginning to the end.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HandleRulesTest {
    private final TestServer server = TestServer.start("--roles", "web");
    private final Registry registry = new Registry(server);

    @AfterAll
    void stop() {
        server.close();
    }

    private String email(UserId user) {
        return server.look().text("select email from identity.users where id = '" + user.value() + "'");
    }

    @Test
    void theFirstAdministratorHasAReservedWord() {
        assertThat(registry.row("admin")).startsWith("individual usr_");
    }

    @Test
    void whoeverIsMadeIsInTheRegistry() {
        String handle = Registry.newHandle();
        UserId user = server.makePerson(handle).user();
        assertThat(registry.row(handle)).isEqualTo("individual " + user.text());
        assertThat(registry.give(handle)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"root", "r00t", "ro-ot", "sign-in", "signin", "keystead", "k3ystead.bot", "machine.bot"})
    void whatIsReservedOrForMachinesIsNoPersons(String handle) {
        assertThat(registry.give(handle)).isFalse();
        assertThat(registry.row(handle)).isEqualTo("nothing");
    }

    @Test
    void whatLooksLikeATakenHandleIsRefusedAtAllocationOnly() {
        UserId first = server.makePerson("paypal").user();
        assertThat(registry.give("paypa1")).isFalse();
        assertThat(registry.give("pay-pal")).isFalse();
        // Somebody who was there before this rule keeps what they have.
        server.execute("""
                insert into identity.users (tenant_id, id, kind, handle, email, email_key, display_name, name_key, locale,
                    timezone, status, version, created_at, updated_at)
                select tenant_id, app.new_id(), kind, 'paypa1', 'paypa1@koder.dev', 'paypa1@koder.dev', 'P', 'p', 'en',
                    'UTC', 'active', 1, now(), now()
                from identity.users where id = '%s'""".formatted(first.value()));
        TestJobs.run(server, "handle-upkeep");
        assertThat(registry.row("paypa1")).startsWith("individual usr_");
        assertThat(server.look().text("""
                select handle from identity.handle_registry where skeleton = 'paypal' and skeleton_version = 2""")).isEqualTo("paypal");
        assertThat(registry.give("paypai")).isFalse();
    }

    @Test
    void anAdministratorRenamesAndTheAddressFollows() {
        String before = Registry.newHandle();
        String after = Registry.newHandle();
        UserId user = server.makePerson(before).user();
        Answer changed = registry.rename(user, after);
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(email(user)).isEqualTo(after + "@koder.dev");
        assertThat(registry.row(after)).isEqualTo("individual " + user.text());
        assertThat(registry.row(before)).isEqualTo("frozen until 730");
        assertThat(registry.give(before)).isFalse();
        assertThat(registry.rename(user, before).status())
                .as("not even by themselves")
                .isEqualTo(409);
        assertThat(registry.rename(user, "root").status()).isEqualTo(409);
        assertThat(registry.rename(user, Registry.newHandle()).status())
                .as("administrators do not wait for a year")
                .isEqualTo(200);
    }

    @Test
    void aHandleMayChangeItsLooksAlone() {
        UserId user = server.makePerson("ann-lee").user();
        assertThat(registry.rename(user, "annlee").status()).isEqualTo(200);
        assertThat(registry.row("ann-lee")).isEqualTo("frozen until 730");
        assertThat(registry.give("ann.lee")).isFalse();
    }

    @Test
    void anIndividualAddressFollowsFromTheHandleAndNothingElse() {
        UserId user = server.makePerson(Registry.newHandle()).user();
        String path = "/v1/users/" + user.text();
        assertThat(server.asAdministrator()
                        .patch(path, "{\"email\":\"a@b.test\"}")
                        .status())
                .isEqualTo(409);
        assertThat(server.asAdministrator().patch(path, "{\"handle\":null}").status())
                .isEqualTo(409);
    }

    @Test
    void aDeletedHandleIsNobodysAndItsOwnerIsForgottenWhenErased() {
        String handle = Registry.newHandle();
        UserId user = server.makePerson(handle).user();
        assertThat(registry.delete(user).status()).isEqualTo(204);
        assertThat(registry.row(handle)).isEqualTo("frozen");
        String previous =
                "select count(*) from identity.handle_registry where previous_user_id = '%s'".formatted(user.value());
        assertThat(server.count(previous)).isOne();
        server.execute("update identity.users set deleted_at = now() - interval '31 days' where id = '%s'"
                .formatted(user.value()));
        server.eraseWhoIsDue();
        assertThat(server.count(previous)).isZero();
        assertThat(registry.row(handle)).isEqualTo("frozen");
        assertThat(registry.give(handle)).isFalse();
    }

    @Test
    void whatIsFrozenLongEnoughIsAnybodysAndItsRowGoesWhenNobodyWantsIt() {
        String wanted = Registry.newHandle();
        String unwanted = Registry.newHandle();
        for (String handle : new String[] {wanted, unwanted}) {
            registry.rename(server.makePerson(handle).user(), Registry.newHandle());
        }
        TestJobs.run(server, "handle-upkeep");
        assertThat(registry.give(wanted)).isFalse();
        server.execute("""
                update identity.handle_registry set thaws_at = thaws_at - interval '731 days'
                where handle in ('%s', '%s')""".formatted(wanted, unwanted));
        TestJobs.run(server, "handle-upkeep");
        assertThat(registry.row(unwanted)).endsWith(" released");
        assertThat(registry.give(wanted)).isTrue();
        server.execute("update identity.handle_registry set released_at = released_at - interval '91 days'");
        TestJobs.run(server, "retention");
        assertThat(registry.row(unwanted)).isEqualTo("nothing");
        assertThat(registry.row(wanted)).startsWith("individual ");
    }

    @Test
    void theUsersOfAWorkspaceAreItsOwnAffair() {
        Elsewhere place = server.makeOrganisation("own-affair");
        String handle = Registry.newHandle();
        server.makePerson(handle);
        String body = "{\"email\":\"m@own.test\",\"display_name\":\"M\",\"handle\":\"%s\"}";
        Answer made = server.as(place.key()).post("/v1/users", body.formatted(handle));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(server.as(place.key())
                        .post("/v1/users", body.formatted("own.bot").replace("m@", "b@"))
                        .status())
                .isEqualTo(409);
    }

    /// The release before wrote users without the registry.
    @Test
    void whomAnEarlierReleaseMadeLivesWithoutARowAndGetsOne() {
        String early = Registry.newHandle();
        String later = Registry.newHandle();
        UserId user = server.makePerson(early).user();
        UserId other = server.makePerson(later).user();
        server.execute("delete from identity.handle_registry where handle in ('%s', '%s')".formatted(early, later));
        assertThat(registry.give(early)).as("the users themselves are unique").isFalse();
        String renamed = Registry.newHandle();
        assertThat(registry.rename(user, renamed).status()).isEqualTo(200);
        assertThat(registry.row(renamed)).isEqualTo("individual " + user.text());
        TestJobs.run(server, "handle-upkeep");
        assertThat(registry.row(later)).isEqualTo("individual " + other.text());
        server.execute("delete from identity.handle_registry where handle = '%s'".formatted(later));
        assertThat(registry.delete(other).status()).isEqualTo(204);
    }

    /// As the migration does it: inside the wall, by the role that owns the tables and is behind it too.
    @Test
    void theMigrationEntersWhoeverIsThere() {
        String handle = Registry.newHandle();
        UserId user = server.makePerson(handle).user();
        server.execute("delete from identity.handle_registry where handle = '%s'".formatted(handle));
        String sql = SystemWide.migrations().stream()
                .filter(migration -> migration.name().summary().equals("first_handles"))
                .findFirst()
                .orElseThrow()
                .sql();
        String owner = server.look().text("select tableowner from pg_tables where tablename = 'handle_registry'");
        server.execute("set role %s; %s".formatted(owner, sql.substring(sql.indexOf("do $$"))));
        assertThat(registry.row(handle)).isEqualTo("individual " + user.text());
    }
}
