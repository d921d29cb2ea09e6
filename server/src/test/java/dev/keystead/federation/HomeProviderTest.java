package dev.keystead.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The provider that somebody first came from says what they are called, each provider says where it put them, and the
/// trail tells of all of it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HomeProviderTest {
    private TestServer server;
    private Town town;
    private ForeignHouse home;
    private ForeignHouse other;
    private String homeConnection;
    private String otherConnection;

    @BeforeAll
    void start() {
        server = TestServer.start("--master-key", Town.MASTER_KEY, "--outbound-allow-private", "true");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void build() {
        town = Town.on(server);
        home = new ForeignHouse();
        other = new ForeignHouse();
        homeConnection = connect(home);
        otherConnection = connect(other);
    }

    @AfterEach
    void tearDown() {
        home.close();
        other.close();
    }

    private String connect(ForeignHouse house) {
        return OidcSignInTest.connect(
                town,
                house,
                "\"mapping\":{\"email\":\"email\",\"name\":\"name\",\"groups\":\"groups\"},\"accounts\":{\"just_in_time\":true,"
                        + "\"allowed_domains\":[],\"trust_email\":false,\"trust_mfa\":false}");
    }

    private void group(String name) {
        Answer made = town.administrator()
                .post("/v1/groups", "{\"name\":\"%s\",\"external_id\":\"%s\"}".formatted(name, name));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    private void come(ForeignHouse house, String connection, String name, String email, String... groups) {
        Map<String, Object> person =
                new LinkedHashMap<>(Map.of("sub", "ada", "email", email, "email_verified", true, "name", name));
        person.put("groups", List.of(groups));
        var traveller = new Traveller(town, house, connection);
        Answer inside = traveller.travel(person);
        assertThat(inside.status()).as(inside.text()).isEqualTo(303);
        assertThat(traveller.isInside()).isTrue();
    }

    /// Has the other provider know her too.
    private void link() {
        server.execute("""
                insert into identity.external_identities
                    (tenant_id, id, user_id, connection_id, issuer, subject, linked_at)
                select e.tenant_id, gen_random_uuid(), e.user_id, c.id, c.issuer, 'ada', now()
                from identity.external_identities e
                join admin.connections c on c.tenant_id = e.tenant_id and c.issuer = '%s'
                where e.tenant_id = '%s'""".formatted(other.issuer(), town.place().workspace().value()));
    }

    private long places(String group) {
        return town.count(
                "identity.group_members",
                "and group_id = (select id from identity.groups g where g.name = '" + group
                        + "' and g.tenant_id = group_members.tenant_id)");
    }

    private long entries(String action) {
        return server.count("""
                select count(*) from (
                    select tenant_id, event_type, actor_did from audit.entries
                    union all select tenant_id, event_type, actor_did from audit.admin_audit) e
                where e.tenant_id = '%s' and e.event_type = '%s' and e.actor_did = 'did:internal:federation'""".formatted(town.place().workspace().value(), action));
    }

    @Test
    void anotherProviderDoesNotSayWhatSomebodyIsCalled() {
        come(home, homeConnection, "Ada", "ada@home.example");
        link();
        come(other, otherConnection, "Eve", "eve@other.example");
        assertThat(town.count("identity.users", "and display_name = 'Ada' and email = 'ada@home.example'"))
                .isOne();
        assertThat(entries("user.update")).isZero();
        come(home, homeConnection, "Ada L.", "ada@new.example");
        assertThat(town.count("identity.users", "and display_name = 'Ada L.' and email = 'ada@new.example'"))
                .isOne();
        assertThat(entries("user.update")).isOne();
        come(home, homeConnection, "Ada L.", "ada@new.example");
        assertThat(entries("user.update")).isOne();
    }

    @Test
    void noProviderTakesSomebodyOutOfWhereAnotherPutThem() {
        group("staff");
        group("guests");
        come(home, homeConnection, "Ada", "ada@home.example", "staff");
        assertThat(places("staff")).isOne();
        link();
        come(other, otherConnection, "Ada", "ada@home.example", "guests");
        assertThat(places("staff")).isOne();
        assertThat(places("guests")).isOne();
        assertThat(entries("group.member.add")).isEqualTo(2);
        come(home, homeConnection, "Ada", "ada@home.example");
        assertThat(places("staff")).isZero();
        assertThat(places("guests")).isOne();
        assertThat(entries("group.member.remove")).isOne();
        assertThat(town.administrator()
                        .delete("/v1/connections/" + otherConnection)
                        .status())
                .isEqualTo(204);
        assertThat(places("guests")).isZero();
    }
}
