package dev.keystead.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Links between accounts and identities at another provider: proof of both sides, and never the last way in.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LinkingTest {
    private static final Pattern WAY = Pattern.compile("href=\"([^\"]*/authorize\\?[^\"]*)\"");
    private static final String ACCOUNTS =
            "\"accounts\":{\"just_in_time\":true,\"allowed_domains\":[],\"trust_email\":false,\"trust_mfa\":false}";

    private TestServer server;
    private Town town;
    private ForeignHouse house;
    private String connection;

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
        house = new ForeignHouse();
        connection = OidcSignInTest.connect(town, house, ACCOUNTS);
    }

    @AfterEach
    void tearDown() {
        house.close();
    }

    private Insider inside(Town.Person person) {
        return Insider.enter(server, town.place().workspace(), town.place().slug(), person.id());
    }

    private long links(String what) {
        return town.count("identity.external_identities", what);
    }

    /// Begins a link on the account page; what the provider is asked, and the cookie of the browser.
    private record Begun(Map<String, String> asked, String cookies) {}

    private Begun begin(Insider insider) {
        Answer shown =
                insider.form("/account/identities", "/account/identities/link", Map.of("connection", connection));
        assertThat(shown.status()).as(shown.text()).isEqualTo(200);
        Matcher way = WAY.matcher(shown.text());
        assertThat(way.find()).as(shown.text()).isTrue();
        String address = way.group(1).replace("&amp;", "&");
        String browser = shown.response().headers().allValues("Set-Cookie").stream()
                .filter(set -> set.startsWith("keystead-browser"))
                .map(set -> set.split(";", 2)[0])
                .findFirst()
                .orElseThrow();
        return new Begun(
                ForeignHouse.query(address.substring(address.indexOf('?') + 1)), insider.cookie() + "; " + browser);
    }

    private Answer comeBack(String cookies, Map<String, String> asked, Map<String, Object> person) {
        String code = house.letIn(asked, person);
        return server.as("")
                .with("Cookie", cookies)
                .with("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
                .get(town.path() + "/federation/" + connection + "/callback?code=" + code + "&state="
                        + asked.get("state") + "&iss=" + house.issuer());
    }

    @Test
    void whoIsInsideAndProvedItLinksAndComesInByTheLink() {
        Town.Person ada = town.person("ada");
        Begun begun = begin(inside(ada));
        Answer linked = comeBack(begun.cookies(), begun.asked(), Traveller.person("ada-there", "other@house.example"));
        assertThat(linked.status()).as(linked.text()).isEqualTo(303);
        assertThat(linked.header("Location")).endsWith("/account/identities?done=linked");
        assertThat(links("and user_id = '" + ada.id().value() + "'")).isOne();
        assertThat(town.count("auth.auth_events", "and event_type = 'identity_linked'"))
                .isOne();

        var traveller = new Traveller(town, house, connection);
        assertThat(traveller
                        .travel(Traveller.person("ada-there", "other@house.example"))
                        .status())
                .isEqualTo(303);
        assertThat(traveller.browser().open("/account").text()).contains(ada.email());
        assertThat(town.count("identity.users", "and email = 'other@house.example'"))
                .isZero();
        // This house vouches for her, so that the provider does not rename her.
        assertThat(town.count("identity.users", "and display_name like 'Zoë%'")).isZero();
    }

    @Test
    void nobodyLinksWithoutARecentProof() {
        Town.Person bea = town.person("bea");
        Insider insider =
                Insider.enterAgo(server, town.place().workspace(), town.place().slug(), bea.id());
        Answer page = insider.page("/account/identities");
        assertThat(page.text()).contains("/step-up?return_to=").doesNotContain("/account/identities/link");
        Answer sent = insider.form("/account", "/account/identities/link", Map.of("connection", connection));
        assertThat(sent.status()).isEqualTo(303);
        assertThat(sent.header("Location")).contains("/step-up");
        assertThat(insider.forged("/account/identities/link", Map.of("connection", connection))
                        .status())
                .isEqualTo(403);
        assertThat(town.count("auth.federation_journeys", "")).isZero();
    }

    @Test
    void aLinkNeedsTheSessionThatAskedForIt() {
        Begun begun = begin(inside(town.person("cy")));
        String other = inside(town.person("dan")).cookie();
        String browser = begun.cookies().substring(begun.cookies().indexOf("keystead-browser"));
        Answer told = comeBack(other + "; " + browser, begun.asked(), Traveller.person("cy-there", "cy@house.example"));
        assertThat(told.status()).isEqualTo(403);
        assertThat(links("")).isZero();
    }

    @Test
    void anIdentityBelongsToOneAccount() {
        Begun first = begin(inside(town.person("eve")));
        comeBack(first.cookies(), first.asked(), Traveller.person("shared", "shared@house.example"));
        Begun second = begin(inside(town.person("fay")));
        Answer told = comeBack(second.cookies(), second.asked(), Traveller.person("shared", "shared@house.example"));
        assertThat(told.status()).isEqualTo(409);
        assertThat(told.text()).contains("belongs to another account");
        assertThat(links("")).isOne();
    }

    @Test
    void aLinkCanBeTakenAwayWhereThereIsAnotherWayIn() {
        Town.Person gil = town.person("gil");
        Insider insider = inside(gil);
        Begun begun = begin(insider);
        comeBack(begun.cookies(), begun.asked(), Traveller.person("gil-there", "gil@house.example"));
        Answer listed = insider.api().get("/v1/me/identities");
        assertThat(listed.json().path("items").size()).isOne();
        String id = listed.json().path("items").get(0).path("id").asString();

        Insider stranger = inside(town.person("hal"));
        assertThat(stranger.api().delete("/v1/me/identities/" + id).status()).isEqualTo(404);
        assertThat(insider.form("/account/identities", "/account/identities/" + id + "/unlink", Map.of())
                        .status())
                .isEqualTo(303);
        assertThat(links("")).isZero();
        assertThat(town.count("auth.auth_events", "and event_type = 'identity_unlinked'"))
                .isOne();
    }

    @Test
    void theOnlyWayInStays() {
        var traveller = new Traveller(town, house, connection);
        traveller.travel(Traveller.person("ida", "ida@house.example"));
        Answer page = traveller.browser().open("/account/identities");
        assertThat(page.text()).contains("ida@house.example");
        Matcher id = Pattern.compile("eid_[0-9a-z]{26}").matcher(page.text());
        assertThat(id.find()).isTrue();
        Answer told = traveller.browser().submit("/account/identities/" + id.group() + "/unlink", Map.of());
        assertThat(told.status()).isEqualTo(409);
        assertThat(told.text()).contains("only way in");
        assertThat(links("")).isOne();
    }

    @Test
    void ofTwoLinksTakenAwayAtOnceTheLastOneStays() throws InterruptedException, ExecutionException {
        try (var other = new ForeignHouse()) {
            String elsewhere = OidcSignInTest.connect(town, other, ACCOUNTS);
            var traveller = new Traveller(town, house, connection);
            traveller.travel(Traveller.person("jo", "jo@house.example"));
            server.execute("""
                    insert into identity.external_identities
                        (tenant_id, id, user_id, connection_id, issuer, subject, linked_at)
                    select tenant_id, gen_random_uuid(), user_id, (select id from admin.connections where issuer = '%s'),
                        '%s', 'jo', now()
                    from identity.external_identities where tenant_id = '%s'""".formatted(
                    other.issuer(), other.issuer(), town.place().workspace().value()));
            assertThat(elsewhere).startsWith("con_");
            Matcher ids = Pattern.compile("identities/(eid_[0-9a-z]{26})/unlink")
                    .matcher(traveller.browser().open("/account/identities").text());
            List<String> both = ids.results().map(found -> found.group(1)).toList();
            assertThat(both).hasSize(2);
            List<Callable<Answer>> takings = both.stream()
                    .<Callable<Answer>>map(each ->
                            () -> traveller.browser().submit("/account/identities/" + each + "/unlink", Map.of()))
                    .toList();
            try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
                for (Future<Answer> answer : threads.invokeAll(takings)) {
                    assertThat(answer.get().status()).isIn(303, 409);
                }
            }
            assertThat(links("")).isOne();
        }
    }

    @Test
    void administratorsSeeLinksAndTakeThemAwayAndForeignOnesAreNotThere() {
        new Traveller(town, house, connection).travel(Traveller.person("kim", "kim@house.example"));
        String user = town.administrator()
                .get("/v1/users?q=kim@house")
                .json()
                .path("items")
                .get(0)
                .path("id")
                .asString();
        Answer listed = town.administrator().get("/v1/users/" + user + "/identities");
        String id = listed.json().path("items").get(0).path("id").asString();
        assertThat(listed.text()).contains("\"subject\":\"kim\"").doesNotContain("hint");
        Town elsewhere = Town.on(server);
        assertThat(elsewhere
                        .administrator()
                        .get("/v1/users/" + user + "/identities")
                        .status())
                .isEqualTo(404);
        assertThat(elsewhere
                        .administrator()
                        .delete("/v1/users/" + user + "/identities/" + id)
                        .status())
                .isEqualTo(404);
        assertThat(town.administrator()
                        .delete("/v1/users/" + user + "/identities/" + id)
                        .status())
                .isEqualTo(204);
        assertThat(links("")).isZero();
    }

    @Test
    void linksGoWithTheirConnection() {
        new Traveller(town, house, connection).travel(Traveller.person("lou", "lou@house.example"));
        assertThat(town.administrator().delete("/v1/connections/" + connection).status())
                .isEqualTo(204);
        assertThat(links("")).isZero();
        assertThat(town.browser().begin().text()).doesNotContain("/with/con_");
    }
}
