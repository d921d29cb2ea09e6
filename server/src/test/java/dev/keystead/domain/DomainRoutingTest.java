package dev.keystead.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.login.Visit;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.tenancy.UuidV7;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// People with an address of a proven domain are led to the workspace that proved it.
class DomainRoutingTest {
    private static final String CHOSEN = "granite owl 7 west";

    private final Town acme = Town.make();
    private final Town other = Town.make();
    private final Claims claims = Claims.of(acme);
    private final String domain = acme.place().slug() + ".test";
    private final Person ada = acme.person("ada");

    private void own() {
        sendAway();
        claims.own(domain);
    }

    private void sendAway() {
        other.decide("domain", "{\"route\":true,\"send_away\":true,\"capture\":false}");
    }

    private String doorOfAcme() {
        return acme.server().address() + acme.path();
    }

    private static String continueAt(Answer flow) {
        return flow.json().path("continue_at").asString("");
    }

    @Test
    void programsAreToldWhereToGoOnWhetherThereIsSuchAnAccountOrNot() {
        own();
        Answer known = other.visit().identify(ada.email());
        Answer unknown = other.visit().identify("nobody@" + domain);
        for (String name : List.of(ada.email(), "nobody@" + domain)) {
            Answer unjudged = other.visit().beginWith(name, Town.PASSWORD);
            assertThat(unjudged.status()).isEqualTo(201);
            assertThat(continueAt(unjudged)).isEqualTo(doorOfAcme());
            assertThat(Visit.status(unjudged)).isEqualTo("pending");
        }
        assertThat(other.count("auth.auth_events", "and event_type = 'login_failed'"))
                .isZero();
        for (Answer answer : new Answer[] {known, unknown}) {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(continueAt(answer)).isEqualTo(doorOfAcme());
            assertThat(answer.json().path("next").valueStream().map(step -> step.asString()))
                    .contains("identify");
            assertThat(answer.json().path("identifier").isNull()).isTrue();
        }
        assertThat(known.json().propertyNames()).isEqualTo(unknown.json().propertyNames());
        assertThat(continueAt(other.visit().beginAs(ada.email()))).isEqualTo(doorOfAcme());
    }

    @Test
    void whoeverTypesAnotherNameGoesOnHere() {
        own();
        Person bob = other.person("bob");
        Visit visit = other.visit();
        visit.identify(ada.email());
        assertThat(Visit.isInside(visit.signIn(bob.email(), Town.PASSWORD))).isTrue();
    }

    @Test
    void atTheirOwnDoorPeopleSignIn() {
        own();
        assertThat(Visit.isInside(acme.visit().signIn(ada.email(), Town.PASSWORD)))
                .isTrue();
        assertThat(continueAt(acme.visit().identify(ada.email()))).isEmpty();
    }

    @Test
    void pagesLeadThere() {
        own();
        for (String name : new String[] {ada.email(), "nobody@" + domain}) {
            Browser browser = other.browser();
            browser.begin();
            Answer sent = browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", name));
            assertThat(sent.status()).isEqualTo(303);
            assertThat(sent.header("Location"))
                    .isEqualTo(acme.path() + "/sign-in?login_hint=" + name.replace("@", "%40"));
        }
        Browser there = acme.browser();
        assertThat(there.open("/sign-in?login_hint=ada%40" + domain).text()).contains(ada.email());
    }

    @Test
    void whatIsOnlyClaimedLeadsNowhere() {
        sendAway();
        claims.claimAndProve(domain);
        assertThat(continueAt(other.visit().identify(ada.email()))).isEmpty();
        claims.verify(domain);
        assertThat(continueAt(other.visit().identify(ada.email()))).isEqualTo(doorOfAcme());
        claims.delete(domain);
        assertThat(continueAt(other.visit().identify(ada.email()))).isEmpty();
    }

    @Test
    void whatLiesBelowAProvenDomainIsAnotherOne() {
        own();
        assertThat(continueAt(other.visit().identify("ada@sub." + domain))).isEmpty();
    }

    @Test
    void nobodyElsesProofKeepsAWorkspacesPeopleOut() {
        own();
        acme.decide("domain", "{\"route\":true,\"send_away\":true,\"capture\":true}");
        Town third = Town.on(other.server());
        third.decide("sign-up", "{\"mode\":\"open\",\"allowed_domains\":[]}");
        assertThat(continueAt(third.visit().identify(ada.email()))).isEmpty();
        assertThat(register(third, "zoe@" + domain).status()).isEqualTo(202);
    }

    @Test
    void theDoorOfTheSystemWorkspaceIsEverybodys() {
        own();
        Answer flow = other.server().as("").post("/v1/flows", "{\"identifier\":\"" + ada.email() + "\"}");
        assertThat(continueAt(flow)).isEqualTo(doorOfAcme());
    }

    @Test
    void bothWorkspacesHaveASay() {
        own();
        acme.decide("domain", "{\"route\":false,\"send_away\":true,\"capture\":false}");
        assertThat(continueAt(other.visit().identify(ada.email()))).isEmpty();
        acme.decide("domain", "{\"route\":true,\"send_away\":true,\"capture\":false}");
        other.decide("domain", "{\"route\":true,\"send_away\":false,\"capture\":false}");
        assertThat(continueAt(other.visit().identify(ada.email()))).isEmpty();
    }

    private Answer register(Town town, String email) {
        return town.server()
                .as("")
                .post(
                        town.path() + "/v1/registrations",
                        "{\"email\":\"%s\",\"display_name\":\"Zoe\",\"password\":\"%s\"}".formatted(email, CHOSEN));
    }

    @Test
    void newAccountsAreMadeByWhoeverCapturesThem() {
        other.decide("sign-up", "{\"mode\":\"open\",\"allowed_domains\":[]}");
        acme.decide("sign-up", "{\"mode\":\"open\",\"allowed_domains\":[]}");
        own();
        assertThat(register(other, "zoe@" + domain).status()).isEqualTo(202);

        acme.decide("domain", "{\"route\":true,\"send_away\":true,\"capture\":true}");

        for (String name : new String[] {"yara@" + domain, ada.email()}) {
            Answer refused = register(other, name);
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.json().path("fields").path("email").asString()).contains(doorOfAcme());
        }
        assertThat(other.count("identity.users", "and email like 'yara@%'")).isZero();
        assertThat(register(acme, "yara@" + domain).status()).isEqualTo(202);
        assertThat(register(other, "yara@elsewhere.example").status()).isEqualTo(202);

        Browser browser = other.browser();
        browser.open("/sign-up");
        Answer page = browser.submit(
                "/sign-up", Map.of("email", "yara@" + domain, "display_name", "Yara", "password", CHOSEN));
        assertThat(page.status()).isEqualTo(422);
        assertThat(page.text()).contains(doorOfAcme());
    }

    @Test
    void anInvitationMakesNoAccountThatAnotherWorkspaceCaptures() {
        acme.decide("domain", "{\"route\":true,\"send_away\":true,\"capture\":true}");
        own();
        TestServer server = other.server();
        String word = UuidV7.next().toString().replace("-", "").substring(14);
        String token = server.as(server.makePerson("i" + word).key())
                .post("/v1/invites", "{}")
                .json()
                .path("invite_token")
                .asString();
        String handle = "j" + word;
        Answer refused = redeem(server, token, handle, "zoe@" + domain);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("fields").path("email").asString()).contains(doorOfAcme());
        assertThat(server.count("select count(*) from identity.users where handle = '" + handle + "'"))
                .isZero();
        Answer joined = redeem(server, token, handle, "zoe@elsewhere.example");
        assertThat(joined.status())
                .as("the invitation still works: " + joined.text())
                .isEqualTo(201);
    }

    private static Answer redeem(TestServer server, String token, String handle, String email) {
        return server.as("").post("/v1/invites:redeem", """
                {"invite_token":"%s","handle":"%s","display_name":"Zoe","email":"%s","password":"%s"}""".formatted(token, handle, email, CHOSEN));
    }
}
