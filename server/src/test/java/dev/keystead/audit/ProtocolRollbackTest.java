package dev.keystead.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.oauth.Application;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/// What an endpoint of OAuth does is done as a whole: whichever of the tables that it writes refuses the commit,
/// none of the others keeps anything, and there is neither an entry nor an event of it.
class ProtocolRollbackTest {
    private static final TestServer SERVER =
            TestServer.start("--roles", "web", "--master-key", Town.MASTER_KEY, "--password-hash-memory", "19MiB");
    private static final Town TOWN = Town.on(SERVER);
    private static final Person ADA = TOWN.person("ada");
    private static final Application SHOP = Application.usual(TOWN);
    private static final Application TELEVISION = Application.register(TOWN, television());
    private static final String DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

    /// A digest of each table. Months are read by the table that they are parts of.
    private static final String DIGESTS = """
            select string_agg(format(
                'select %L, md5(coalesce(string_agg((to_jsonb(t) - ''last_used_at'')::text, E''\\n''
                    order by to_jsonb(t)::text), '''')) from %I.%I t',
                n.nspname || '.' || c.relname, n.nspname, c.relname), ' union all ')
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p')
              and not c.relispartition
              and n.nspname in ('admin', 'audit', 'auth', 'events', 'identity', 'oauth', 'session')""";

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Map<String, Object> television() {
        var settings = new LinkedHashMap<>(Application.usualSettings());
        settings.put("grant_types", List.of(DEVICE_GRANT, "refresh_token"));
        settings.remove("redirect_uris");
        return settings;
    }

    /// Something that can be done once after each preparation.
    private record Deed(String name, Supplier<Supplier<Answer>> prepared) {}

    private static Stream<Deed> deeds() {
        return Stream.of(
                new Deed("push a request", () -> () -> SHOP.post("/oauth/v2/par", SHOP.request())),
                new Deed("authorize", () -> {
                    Browser browser = TOWN.browser();
                    browser.signIn(ADA.email(), Town.PASSWORD);
                    return () -> SHOP.ask(browser, SHOP.request());
                }),
                new Deed("exchange a code", () -> {
                    String code = SHOP.code(ADA);
                    return () -> SHOP.exchange(code);
                }),
                new Deed("refresh", () -> {
                    String token = tokens().path("refresh_token").asString();
                    return () -> SHOP.token(Map.of("grant_type", "refresh_token", "refresh_token", token));
                }),
                new Deed("client credentials", () -> () -> SHOP.token(Map.of("grant_type", "client_credentials"))),
                new Deed("revoke", () -> {
                    String token = tokens().path("refresh_token").asString();
                    return () -> SHOP.post("/oauth/v2/revoke", Map.of("token", token));
                }),
                new Deed(
                        "begin at a device",
                        () -> () -> TELEVISION.post("/oauth/v2/device_authorization", Map.of("scope", "openid"))),
                new Deed("register an application", () -> {
                    TOWN.decide("registration", "{\"mode\":\"open\"}");
                    return () -> SERVER.as("")
                            .post(TOWN.path() + "/oauth/v2/register", "{\"redirect_uris\":[\"https://r.test/cb\"]}");
                }));
    }

    private static JsonNode tokens() {
        String code = SHOP.code(TOWN.browser(), ADA, SHOP.request("scope", "openid offline_access"));
        Answer answer = SHOP.exchange(code);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json();
    }

    private static Map<String, String> digests() {
        var digests = new TreeMap<String, String>();
        try (Connection connection = SERVER.database().connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SERVER.look().text(DIGESTS))) {
            while (row.next()) {
                digests.put(row.getString(1), row.getString(2));
            }
            return digests;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Set<String> changed(Map<String, String> before, Map<String, String> after) {
        var changed = new TreeSet<String>();
        after.forEach((table, digest) -> {
            if (!digest.equals(before.get(table))) {
                changed.add(table);
            }
        });
        return changed;
    }

    @TestFactory
    Stream<DynamicTest> whatOneTableRefusesAllForget() {
        return deeds().map(deed -> dynamicTest(deed.name(), () -> {
            // The first time also makes what is made once, such as keys.
            Answer first = deed.prepared().get().get();
            assertThat(first.status()).as(first.text()).isLessThan(400);
            Supplier<Answer> once = deed.prepared().get();
            Map<String, String> untouched = digests();
            Answer done = once.get();
            assertThat(done.status()).as(done.text()).isLessThan(400);
            Set<String> written = changed(untouched, digests());
            assertThat(written).as("tables that it writes").isNotEmpty();
            for (String table : written) {
                if (isOnePart(table)) {
                    refuses(deed, table);
                }
            }
        }));
    }

    /// A table of months has no trigger of this kind.
    private static boolean isOnePart(String table) {
        return SERVER.count("select count(*) from pg_class where oid = '" + table + "'::regclass and relkind = 'r'")
                == 1;
    }

    private static void refuses(Deed deed, String table) {
        Supplier<Answer> again = deed.prepared().get();
        Map<String, String> before = digests();
        SERVER.execute("create function public.refused() returns trigger language plpgsql as"
                + " $$ begin raise exception 'refused by the test'; end $$");
        SERVER.execute("create constraint trigger refused after insert or update or delete on " + table
                + " deferrable initially deferred for each row execute function public.refused()");
        try {
            Answer answer = again.get();
            assertThat(answer.status())
                    .as("%s without %s: %s", deed.name(), table, answer.text())
                    .isGreaterThanOrEqualTo(500);
            assertThat(answer.text()).doesNotContain("refused by the test");
        } finally {
            SERVER.execute("drop function public.refused() cascade");
        }
        // A brake has counted, whatever became of the request.
        assertThat(changed(before, digests()))
                .as("what %s left behind without %s", deed.name(), table)
                .isSubsetOf("auth.lockouts");
        Answer done = again.get();
        assertThat(done.status())
                .as("%s once %s works again: %s", deed.name(), table, done.text())
                .isLessThan(400);
    }
}
