package dev.keystead.federation.saml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.federation.saml.protocol.Binding;
import dev.keystead.federation.saml.protocol.LogoutRequest;
import dev.keystead.federation.saml.protocol.NameId;
import dev.keystead.federation.saml.protocol.RedirectBinding;
import dev.keystead.federation.saml.protocol.TestParty;
import dev.keystead.federation.saml.protocol.TestResponse;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// An identity provider with a connection in a town, which says whatever it is told to.
final class SamlHouse {
    static final String PLACE = "https://idp.example/sso";
    static final String EXIT = "https://idp.example/slo";

    private static final TestParty PARTY = TestParty.rsa(2048);
    private static final Pattern FIELD = Pattern.compile("name=\"([A-Za-z]+)\" value=\"([^\"]*)\"");

    private final Town town;
    private final String issuer = "https://idp.example/" + UuidV7.next();
    private final String connection;

    private SamlHouse(Town town, String more) {
        this.town = town;
        Answer made = admin().post("/v1/connections", """
                {"kind":"saml","name":"Acme","issuer":"%s","saml":{"sso_url":"%s","slo_url":"%s",
                 "certificates":["%s"]%s},"accounts":{"just_in_time":true,"allowed_domains":[],"trust_email":true,
                 "trust_mfa":false},"mapping":{"email":"mail"}}""".formatted(issuer, PLACE, EXIT, certificate(PARTY), more));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        this.connection = made.id();
    }

    static SamlHouse in(Town town) {
        return new SamlHouse(town, "");
    }

    /// @param more further members of the settings, each after a comma
    static SamlHouse in(Town town, String more) {
        return new SamlHouse(town, more);
    }

    static String certificate(TestParty party) {
        try {
            return Base64.getEncoder().encodeToString(party.certificate().getEncoded());
        } catch (CertificateEncodingException e) {
            throw new AssertionError(e);
        }
    }

    Client admin() {
        return town.server().as(town.place().key());
    }

    TestParty party() {
        return PARTY;
    }

    String issuer() {
        return issuer;
    }

    String connection() {
        return connection;
    }

    String door() {
        return town.server().address() + town.path();
    }

    String consumer() {
        return "/saml/acs/" + connection;
    }

    /// A question as it arrives at the provider.
    record Asked(String id, String state, String xml, String address) {}

    /// Sends somebody to the provider.
    Asked depart(Browser browser) {
        browser.begin();
        Answer sent = browser.open("/sign-in/" + browser.flow() + "/with/" + connection);
        assertThat(sent.status()).as(sent.text()).isEqualTo(303);
        return asked(sent.header("Location"));
    }

    static Asked asked(String address) {
        Map<String, String> query = query(address);
        String xml = inflated(query.getOrDefault("SAMLRequest", ""));
        return new Asked(
                xml.replaceFirst("(?s).* ID=\"([^\"]+)\".*", "$1"), query.getOrDefault("RelayState", ""), xml, address);
    }

    static Map<String, String> query(String address) {
        var found = new HashMap<String, String>();
        Arrays.stream(URI.create(address).getRawQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .forEach(pair -> found.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
        return found;
    }

    static String inflated(String text) {
        try (var inflater = new Inflater(true)) {
            inflater.setInput(Base64.getDecoder().decode(text));
            var out = new byte[100_000];
            int length = inflater.inflate(out);
            return new String(out, 0, length, StandardCharsets.UTF_8);
        } catch (DataFormatException e) {
            throw new AssertionError(e);
        }
    }

    /// What the provider says about somebody.
    String says(String person, Optional<String> question) {
        return says(person, question, assertion -> assertion);
    }

    /// @param changed before it is signed
    String says(String person, Optional<String> question, UnaryOperator<String> changed) {
        String assertion = assertion(person, question, changed);
        return wrapped(PARTY.sign(assertion, idOf(assertion)), question);
    }

    String assertion(String person, Optional<String> question, UnaryOperator<String> changed) {
        String assertion = TestResponse.assertion(
                Instant.now(),
                issuer,
                door() + "/saml/metadata",
                door() + consumer(),
                question,
                "_a" + UuidV7.next(),
                person);
        return changed.apply(assertion.replace(
                        "ana@acme.example", person + "@" + town.place().slug() + ".test"))
                .replace("SessionIndex=\"session-1\"", "SessionIndex=\"" + person + "-session\"");
    }

    static String idOf(String assertion) {
        return assertion.replaceFirst("(?s).*? ID=\"([^\"]+)\".*", "$1");
    }

    String wrapped(String inside, Optional<String> question) {
        return TestResponse.response(Instant.now(), issuer, door() + consumer(), question, "_response", inside);
    }

    /// Brings an answer as a browser does: once from the provider's page, then from ours.
    Answer bring(Browser browser, String xml, String state) {
        String text = Base64.getEncoder().encodeToString(xml.getBytes(StandardCharsets.UTF_8));
        var fields = new HashMap<>(Map.of("SAMLResponse", text));
        if (!state.isEmpty()) {
            fields.put("RelayState", state);
        }
        Answer page = town.browser().submit(consumer(), fields);
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        Map<String, String> again = fields(page);
        assertThat(again).containsEntry("SAMLResponse", text).containsEntry("again", "1");
        return browser.submit(consumer(), again);
    }

    /// The fields of a form on a page.
    static Map<String, String> fields(Answer page) {
        var found = new HashMap<String, String>();
        Matcher field = FIELD.matcher(page.text());
        while (field.find()) {
            found.put(
                    field.group(1),
                    field.group(2).replace("&#34;", "\"").replace("&#39;", "'").replace("&amp;", "&"));
        }
        return found;
    }

    /// Somebody comes by the provider.
    void enter(Browser browser, String person) {
        Asked asked = depart(browser);
        Answer inside = bring(browser, says(person, Optional.of(asked.id())), asked.state());
        assertThat(inside.status()).as(inside.text()).isEqualTo(303);
        assertThat(inside.header("Location")).isEqualTo(town.path() + "/account");
        assertThat(isInside(browser)).isTrue();
    }

    static boolean isInside(Browser browser) {
        return browser.open("/step-up").header("Location").contains("/sign-in/flo_");
    }

    /// The wish that somebody be signed out.
    String logout(String person, List<String> sessions) {
        Instant now = Instant.now();
        var wish = new LogoutRequest(
                "_l" + UuidV7.next(), NameId.of(person, NameId.PERSISTENT), sessions, now.plusSeconds(300));
        return wish.xml(issuer, door() + "/saml/slo", now);
    }

    /// The same in an address.
    String logoutAddress(String person, List<String> sessions) {
        return RedirectBinding.address(
                "/saml/slo", Binding.Role.REQUEST, logout(person, sessions), Optional.of("back"), PARTY.credential());
    }

    /// How many events at the door tell of a refusal for this reason.
    long refusals(String reason) {
        return town.server()
                .count("select count(*) from auth.auth_events where tenant_id = '"
                        + town.place().workspace().value()
                        + "' and event_type = 'federation_failed' and details->>'saml' = '"
                        + reason + "'");
    }
}
