package dev.keystead.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Whether an account is there, and in what state, is told to nobody who has not proven to be its owner.
class EnumerationTest {
    private static final String WRONG = "not the password";

    private final Town town = Town.make();
    private final Map<String, String> names = new LinkedHashMap<>();

    @BeforeEach
    void peopleOfAllKinds() {
        town.decide("lockout", "{\"threshold\":100,\"first_seconds\":60,\"max_seconds\":3600}");
        town.decide("sign-up", "{\"mode\":\"open\",\"allowed_domains\":[]}");
        names.put("unknown", "unknown@" + town.place().slug() + ".test");
        names.put("known", town.person("known").email());
        Person strong = town.person("strong");
        town.app(strong);
        town.passkey(strong);
        town.recoveryCodes(strong);
        names.put("strong", strong.email());
        names.put("bare", town.stranger("bare").email());
        Person suspended = town.person("suspended");
        town.administrator().post("/v1/users/" + suspended.id().text() + ":suspend");
        names.put("suspended", suspended.email());
        Person pending = town.person("pending");
        town.change(
                "identity.users",
                "status = 'pending_verification'",
                "and id = '" + pending.id().value() + "'");
        names.put("pending", pending.email());
        Person deleted = town.person("deleted");
        town.administrator().delete("/v1/users/" + deleted.id().text());
        names.put("deleted", deleted.email());
    }

    private String name(String kind) {
        return Objects.requireNonNull(names.get(kind), kind);
    }

    /// An answer without what differs by chance: ids, times, keys, and the name that the visitor typed.
    private static String plain(Answer answer, String name) {
        var headers = new TreeSet<String>();
        answer.response().headers().map().forEach((header, values) -> {
            if (!header.equals("date") && !header.equals("set-cookie") && !header.equals("content-length")) {
                headers.add(header + "=" + values);
            }
        });
        return (answer.status() + "\n" + headers + "\n" + answer.text())
                .replace(name, "NAME")
                .replaceAll("\\b(req|flo|chl)_[0-9a-z]{26}", "ID")
                .replaceAll("[0-9T:.-]{20,}Z", "TIME")
                .replaceAll("retry-after=\\[\\d+]", "retry-after")
                .replaceAll("(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])", "RANDOM")
                .replaceAll("name=\"csrf\" value=\"[^\"]*\"", "csrf");
    }

    private interface Asking {
        List<Answer> ask(String name);
    }

    private void areAlike(Asking asking) {
        var said = new LinkedHashMap<String, List<String>>();
        names.forEach((kind, name) -> {
            List<Answer> answers = asking.ask(name);
            assertThat(answers).as(kind).allMatch(answer -> answer.status() < 500);
            said.put(kind, answers.stream().map(answer -> plain(answer, name)).toList());
        });
        List<String> unknown = said.getOrDefault("unknown", List.of());
        assertThat(unknown).isNotEmpty();
        said.forEach((kind, answers) -> {
            for (int i = 0; i < unknown.size(); i++) {
                assertThat(answers.get(i)).as("answer " + i + ", " + kind).isEqualTo(unknown.get(i));
            }
        });
    }

    @Test
    void programsAreToldTheSame() {
        areAlike(name -> {
            Visit visit = town.visit();
            var answers = new ArrayList<Answer>();
            answers.add(visit.beginWith(name, WRONG));
            answers.add(visit.beginAs(name));
            answers.add(visit.identify(name));
            answers.add(visit.read());
            answers.add(visit.password(WRONG));
            answers.add(visit.askPasskey());
            answers.add(visit.askForMail());
            answers.add(visit.code("otp", "1234567"));
            answers.add(visit.code("totp", "123456"));
            answers.add(visit.code("recovery-code", "1-23456-7890a"));
            answers.add(visit.read());
            return answers;
        });
    }

    @Test
    void theRightPasswordOfSomebodyWhoMayNotComeInIsWrong() {
        String plainWrong = plain(town.visit().signIn(name("unknown"), Town.PASSWORD), name("unknown"));
        for (String kind : List.of("suspended", "pending", "deleted", "bare")) {
            String name = name(kind);
            assertThat(plain(town.visit().signIn(name, Town.PASSWORD), name))
                    .as(kind)
                    .isEqualTo(plainWrong);
            assertThat(plain(town.visit().beginWith(name, Town.PASSWORD), name))
                    .as(kind)
                    .isEqualTo(plainWrong);
        }
    }

    @Test
    void pagesAreTheSame() {
        areAlike(name -> {
            Browser browser = town.browser();
            var answers = new ArrayList<Answer>();
            answers.add(browser.begin());
            answers.add(browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", name)));
            answers.add(browser.open("/sign-in/" + browser.flow()));
            answers.add(browser.step("password", "password", WRONG));
            answers.add(browser.submit("/sign-in/" + browser.flow() + "/magic-link", Map.of()));
            answers.add(browser.open("/sign-in/" + browser.flow() + "?use=mail"));
            answers.add(browser.step("otp", "code", "1234567"));
            answers.add(browser.open("/sign-in/" + browser.flow() + "?use=recovery-code"));
            return answers;
        });
    }

    @Test
    void askingForANewPasswordTellsNothing() {
        areAlike(name -> {
            Browser browser = town.browser();
            browser.open("/password-reset");
            return List.of(
                    town.server().as("").post(town.path() + "/v1/password-resets", "{\"identifier\":\"" + name + "\"}"),
                    browser.submit("/password-reset", Map.of("identifier", name)));
        });
    }

    @Test
    void makingAnAccountTellsNothing() {
        areAlike(name -> {
            Browser browser = town.browser();
            browser.open("/sign-up");
            return List.of(
                    town.server().as("").post(town.path() + "/v1/registrations", """
                                    {"email":"%s","display_name":"Zoe","password":"granite owl 7 west"}""".formatted(name)),
                    browser.submit(
                            "/sign-up",
                            Map.of("email", name, "display_name", "Zoe", "password", "granite owl 7 west")));
        });
    }

    @Test
    void aHandleIsNoWayToAskWhoIsHere() {
        for (String handle : List.of("known", "nobody-has-it")) {
            Answer asked = town.server().as("").post(town.path() + "/v1/registrations", """
                            {"email":"new@example.org","handle":"%s","display_name":"Zoe",
                             "password":"granite owl 7 west"}""".formatted(handle));
            assertThat(asked.status()).isEqualTo(400);
            assertThat(asked.error()).doesNotContain("taken");
        }
    }

    @Test
    void aLockedNameIsLockedAlikeWhetherSomebodyHasItOrNot() {
        town.decide("lockout", "{\"threshold\":3,\"first_seconds\":60,\"max_seconds\":3600}");
        areAlike(name -> {
            town.server()
                    .execute("delete from auth.lockouts where kind = 'source' and tenant_id = '"
                            + town.place().workspace().value() + "'");
            var answers = new ArrayList<Answer>();
            for (int i = 0; i < 3; i++) {
                answers.add(town.visit().signIn(name, WRONG));
            }
            town.server()
                    .execute("delete from auth.lockouts where kind = 'source' and tenant_id = '"
                            + town.place().workspace().value() + "'");
            answers.add(town.visit().signIn(name, Town.PASSWORD));
            return answers;
        });
    }
}
