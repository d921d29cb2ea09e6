package dev.keystead.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.Until;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The pages of an account, over HTTP.
class AccountPagesTest {
    private static final TestServer SERVER = TestServer.shared();
    private static final String PASSWORD = "sunlit walrus paints 4 doors";

    /// A new individual account, and its handle.
    private record Person(UserId user, String handle, String key) {
        Insider enter() {
            return Insider.enter(SERVER, Reserved.SYSTEM_WORKSPACE, "system", user);
        }

        Insider enterAgo() {
            return Insider.enterAgo(SERVER, Reserved.SYSTEM_WORKSPACE, "system", user);
        }
    }

    private static Person person() {
        String handle = "a" + UuidV7.next().toString().replace("-", "").substring(14);
        TestServer.Person made = SERVER.makePerson(handle);
        return new Person(made.user(), handle, made.key());
    }

    private static long events(UserId user, String type) {
        return SERVER.count("select count(*) from auth.auth_events where user_id = '%s' and event_type = '%s'"
                .formatted(user.value(), type));
    }

    private static long audited(String action, String resource) {
        return SERVER.count("select count(*) from audit.written where event_type = '%s' and resource_id = '%s'"
                .formatted(action, resource));
    }

    private static String user(UserId user, String column) {
        return SERVER.look().text("select %s from identity.users where id = '%s'".formatted(column, user.value()));
    }

    @ParameterizedTest
    @CsvSource({
        "/account,Profile",
        "/account/security,Signing in",
        "/account/sessions,Sessions",
        "/account/events,Security events",
        "/account/workspaces,Workspaces",
        "/account/applications,Applications",
        "/account/tokens,Access tokens",
        "/account/data,Your data",
        "/account/security/passkeys/new,Add a passkey"
    })
    void aPageIsForWhoeverIsSignedIn(String path, String title) {
        Answer page = person().enter().page(path);
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        assertThat(page.text()).contains("<h1>" + title + "</h1>");
        Answer stranger = SERVER.as("").get(path);
        assertThat(stranger.status()).isEqualTo(303);
        assertThat(stranger.header("Location")).startsWith("/sign-in?return_to=");
    }

    @Test
    void whoWasMadeAMemberLeavesOnAPage() {
        Elsewhere place =
                SERVER.makeOrganisation("lv" + UuidV7.next().toString().substring(24));
        Person person = person();
        Insider insider = person.enter();
        String page = "/account/workspaces";
        String leave = page + "/" + place.workspace().text() + "/leave";
        assertThat(insider.page(page).text()).doesNotContain(place.slug());
        assertThat(insider.form(page, leave, Map.of()).status())
                .as("nobody leaves where they are not")
                .isEqualTo(404);
        Answer added = SERVER.as(place.key())
                .post(
                        "/v1/workspaces/" + place.workspace().text() + "/members",
                        "{\"user_id\":\"%s\",\"role\":\"owner\"}"
                                .formatted(person.user().text()));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        assertThat(insider.page(page).text()).contains(place.slug(), "owner", leave);
        Answer kept = insider.form(page, leave, Map.of());
        assertThat(kept.status()).isEqualTo(409);
        assertThat(kept.text()).contains("last owner of " + place.slug());

        SERVER.makeOwner(place);
        Answer left = insider.form(page, leave, Map.of());
        assertThat(left.status()).as(left.text()).isEqualTo(303);
        assertThat(left.header("Location")).isEqualTo("/account/workspaces?done=left");
        assertThat(insider.page("/account/workspaces?done=left").text())
                .contains("You left.")
                .doesNotContain(place.slug());
        assertThat(audited("member.leave", person.user().text())).isOne();
        assertThat(SERVER.as(person.key())
                        .get("/t/" + place.slug() + "/v1/users")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theProfileIsChangedAndReadOnInTheChosenLanguage() {
        Person person = person();
        Insider insider = person.enter();
        Answer answer = insider.form(
                "/account",
                "/account",
                Map.of("display_name", " Ada Lovelace ", "locale", "pt-BR", "timezone", "Europe/London"));
        assertThat(answer.status()).as(answer.text()).isEqualTo(303);
        assertThat(answer.header("Location")).isEqualTo("/account?ui_locales=pt-BR&done=saved");
        assertThat(user(person.user(), "display_name || '/' || locale || '/' || timezone"))
                .isEqualTo("Ada Lovelace/pt-BR/Europe/London");
        assertThat(insider.page("/account?ui_locales=pt-BR&done=saved").text()).contains("Salvo.");
        assertThat(audited("account.update", person.user().text())).isOne();
    }

    @ParameterizedTest
    @CsvSource({
        "display_name,'',Enter your name",
        "display_name,'   ',Enter your name",
        "locale,'',Choose one of the languages",
        "locale,not a tag,Choose one of the languages",
        "timezone,'',Choose one of the time zones",
        "timezone,Moon/Base,Choose one of the time zones"
    })
    void aProfileThatCannotBeIsToldByField(String field, String value, String sentence) {
        Person person = person();
        var fields = new HashMap<>(Map.of("display_name", "Ada", "locale", "en", "timezone", "UTC"));
        fields.put(field, value);
        Answer answer = person.enter().form("/account", "/account", fields);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text()).contains(sentence).contains("id=\"" + field + "-error\"");
        assertThat(user(person.user(), "display_name")).isEqualTo(person.handle());
    }

    @Test
    void aNewAddressIsUnprovenAndBothAddressesAreWrittenTo() {
        Person person = person();
        SERVER.execute("update identity.users set email_verified_at = now() where id = '%s'"
                .formatted(person.user().value()));
        Answer answer =
                person.enter().form("/account", "/account/address", Map.of("contact_email", "ada@elsewhere.example"));
        assertThat(answer.header("Location")).isEqualTo("/account?done=address");
        assertThat(user(person.user(), "contact_email || coalesce(email_verified_at::text, ' unproven')"))
                .isEqualTo("ada@elsewhere.example unproven");
        String old = user(person.user(), "email");
        Until.holds("both addresses have mail", Duration.ofSeconds(20), () -> {
            String inbox = SERVER.as("").get("/dev/inbox").text();
            return inbox.contains("ada@elsewhere.example") && inbox.contains(old);
        });
        Answer again = person.enter().form("/account", "/account/address/proof", Map.of());
        assertThat(again.header("Location")).isEqualTo("/account?done=mailed");
    }

    @Test
    void theLinkForAnAddressIsNotMailedWithoutEnd() {
        Insider insider = person().enter();
        int status = 303;
        for (int i = 0; i < 6 && status == 303; i++) {
            status =
                    insider.form("/account", "/account/address/proof", Map.of()).status();
        }
        assertThat(status).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no address", "a@b", "a@b.c, d@e.f", "x\r\nBcc: y@z.example"})
    void anAddressThatIsNoneIsRefused(String address) {
        Person person = person();
        Answer answer = person.enter().form("/account", "/account/address", Map.of("contact_email", address));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text()).contains("Enter an e-mail address");
        assertThat(user(person.user(), "coalesce(contact_email, 'none')")).isEqualTo("none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/account",
                "/account/address",
                "/account/address/proof",
                "/account/security/password",
                "/account/security/passkeys",
                "/account/security/app",
                "/account/security/app/confirm",
                "/account/security/recovery-codes",
                "/account/sessions/end-others",
                "/account/data/delete"
            })
    void aFormFromElsewhereIsRefused(String path) {
        Person person = person();
        Answer answer = person.enter()
                .forged(path, Map.of("display_name", "Mallory", "password", PASSWORD, "confirm", person.handle()));
        assertThat(answer.status()).isEqualTo(403);
        assertThat(user(person.user(), "status")).isEqualTo("active");
    }

    @ParameterizedTest
    @CsvSource({
        "/account,/account/address",
        "/account/security,/account/security/passkeys",
        "/account/security,/account/security/app",
        "/account/security,/account/security/app/confirm",
        "/account/security,/account/security/recovery-codes",
        "/account/data,/account/data/delete"
    })
    void whatIsDelicateWantsAProofFirst(String page, String path) {
        Person person = person();
        Answer answer =
                person.enterAgo().form(page, path, Map.of("contact_email", "m@e.example", "confirm", person.handle()));
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("Location"))
                .isEqualTo("/step-up?return_to=" + URLEncoder.encode(page, StandardCharsets.UTF_8));
        assertThat(user(person.user(), "status")).isEqualTo("active");
    }

    @Test
    void aPasswordIsSetOnceItIsGoodEnough() {
        Person person = person();
        Insider insider = person.enter();
        Insider elsewhere = person.enter();
        Answer common =
                insider.form("/account/security", "/account/security/password", Map.of("password", "password1"));
        assertThat(common.status()).isEqualTo(422);
        assertThat(common.text()).contains("known to everybody");
        Answer empty = insider.form("/account/security", "/account/security/password", Map.of("password", ""));
        assertThat(empty.status()).isEqualTo(422);
        Answer huge =
                insider.form("/account/security", "/account/security/password", Map.of("password", "x".repeat(1001)));
        assertThat(huge.status()).isEqualTo(422);
        Answer set = insider.form("/account/security", "/account/security/password", Map.of("password", PASSWORD));
        assertThat(set.header("Location")).isEqualTo("/account/security?done=password");
        assertThat(events(person.user(), "password_changed")).isOne();
        assertThat(audited("password.change", person.user().text())).isOne();
        assertThat(insider.page("/account").status()).isEqualTo(200);
        assertThat(SERVER.look()
                        .text("select revoked_why from session.sessions where id = '%s'"
                                .formatted(elsewhere.session().value())))
                .isEqualTo("password");
    }

    @Test
    void withoutARecentProofTheOldPasswordIsNeededAndGuessingEnds() {
        Person person = person();
        person.enter().form("/account/security", "/account/security/password", Map.of("password", PASSWORD));
        Insider insider = person.enterAgo();
        String next = "eleven quiet ferns by a gate";
        Answer none = insider.form("/account/security", "/account/security/password", Map.of("password", next));
        assertThat(none.status()).isEqualTo(422);
        assertThat(none.text()).contains("Enter your current password.");
        Answer right = insider.form(
                "/account/security", "/account/security/password", Map.of("old_password", PASSWORD, "password", next));
        assertThat(right.status()).as(right.text()).isEqualTo(303);
        int status = 422;
        for (int i = 0; i < 6 && status == 422; i++) {
            status = insider.form(
                            "/account/security",
                            "/account/security/password",
                            Map.of("old_password", "wrong " + i, "password", PASSWORD))
                    .status();
        }
        assertThat(status).isEqualTo(429);
    }

    @Test
    void sessionsAreListedAndEnded() {
        Person person = person();
        Insider insider = person.enter();
        Insider other = person.enter();
        Insider stranger = person().enter();
        assertThat(insider.page("/account/sessions").text())
                .contains("Firefox · Linux")
                .contains("this one");
        assertThat(insider.form(
                                "/account/sessions",
                                "/account/sessions/" + stranger.session().text() + "/end",
                                Map.of())
                        .status())
                .isEqualTo(404);
        assertThat(insider.form("/account/sessions", "/account/sessions/nonsense/end", Map.of())
                        .status())
                .isEqualTo(404);
        Answer ended = insider.form(
                "/account/sessions", "/account/sessions/" + other.session().text() + "/end", Map.of());
        assertThat(ended.header("Location")).isEqualTo("/account/sessions?done=ended");
        assertThat(events(person.user(), "session_ended")).isOne();
        Insider third = person.enter();
        assertThat(insider.form("/account/sessions", "/account/sessions/end-others", Map.of())
                        .status())
                .isEqualTo(303);
        assertThat(SERVER.count("select count(*) from session.sessions where revoked_at is null and user_id = '%s'"
                        .formatted(person.user().value())))
                .isOne();
        assertThat(third.page("/account").status()).isEqualTo(303);
    }

    @Test
    void longListsArePaged() {
        Person person = person();
        Insider insider = person.enter();
        for (int i = 0; i < 25; i++) {
            person.enter();
        }
        Answer first = insider.page("/account/sessions");
        var next =
                Pattern.compile("href=\"(/account/sessions\\?cursor=[^\"]+)\"").matcher(first.text());
        assertThat(next.find()).isTrue();
        assertThat(insider.page(next.group(1)).text()).contains("this one").doesNotContain("rel=\"next\"");
        assertThat(insider.page("/account/sessions?cursor=nonsense").status()).isEqualTo(400);
    }

    @Test
    void eventsAreToldInWords() {
        Person person = person();
        Insider insider = person.enter();
        assertThat(insider.page("/account/events").text()).contains("Nothing has happened yet.");
        insider.form("/account/security", "/account/security/password", Map.of("password", PASSWORD));
        assertThat(insider.page("/account/events").text()).contains("Your password was changed");
    }

    @Test
    void ownKeysAreListedAndRevokedAndNobodyElses() {
        Person person = person();
        Insider insider = person.enter();
        String id = keyOf(person);
        Person other = person();
        assertThat(insider.page("/account/applications").text()).contains("own").contains("<span class=\"tag\">");
        assertThat(insider.form("/account/applications", "/account/applications/" + keyOf(other) + "/revoke", Map.of())
                        .status())
                .isEqualTo(404);
        Answer revoked = insider.form("/account/applications", "/account/applications/" + id + "/revoke", Map.of());
        assertThat(revoked.header("Location")).isEqualTo("/account/applications?done=revoked");
        assertThat(insider.page("/account/applications").text()).contains("No program acts in your name.");
        assertThat(SERVER.as(person.key()).get("/v1/me").status()).isEqualTo(401);
    }

    private static String keyOf(Person person) {
        return SERVER.look()
                .text("select app.id_text('apk', id) from admin.api_keys where user_id = '%s'"
                        .formatted(person.user().value()));
    }
}
