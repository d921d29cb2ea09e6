package dev.keystead.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.server.TestServer.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Somebody with a browser who goes to another identity provider and comes back.
final class Traveller {
    private final Town town;
    private final ForeignHouse house;
    private final String connection;
    private final Browser browser;

    Traveller(Town town, ForeignHouse house, String connection) {
        this(town, house, connection, town.browser());
    }

    Traveller(Town town, ForeignHouse house, String connection, Browser browser) {
        this.town = town;
        this.house = house;
        this.connection = connection;
        this.browser = browser;
    }

    Browser browser() {
        return browser;
    }

    /// Sets out from the door; what the provider is asked.
    Map<String, String> setOut() {
        browser.begin();
        return setOutAgain();
    }

    Map<String, String> setOutAgain() {
        Answer sent = browser.open("/sign-in/" + browser.flow() + "/with/" + connection);
        assertThat(sent.status()).as(sent.text()).isEqualTo(303);
        String address = sent.header("Location");
        assertThat(address).startsWith(house.issuer() + "/authorize?");
        return ForeignHouse.query(address.substring(address.indexOf('?') + 1));
    }

    /// There and back, as somebody.
    Answer travel(Map<String, Object> person) {
        Map<String, String> asked = setOut();
        return comeBack(asked, house.letIn(asked, person));
    }

    Answer comeBack(Map<String, String> asked, String code) {
        return comeBack(Map.of("code", code, "state", asked.get("state"), "iss", house.issuer()));
    }

    Answer comeBack(Map<String, String> sent) {
        String query = new LinkedHashMap<>(sent)
                .entrySet().stream()
                        .map(field ->
                                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
        return browser.open("/federation/" + connection + "/callback?" + query);
    }

    boolean isInside() {
        return browser.open("/account").status() == 200;
    }

    Town town() {
        return town;
    }

    static Map<String, Object> person(String subject, String email) {
        return Map.of("sub", subject, "email", email, "email_verified", true, "name", "Zoë " + subject);
    }
}
