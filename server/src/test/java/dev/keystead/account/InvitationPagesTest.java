package dev.keystead.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.login.Browser;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Invitations as a browser without scripts makes and uses them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InvitationPagesTest {
    private static final String PAGE = "/account/invitations";
    private static final String PEOPLE = "/account/invitations/people";
    private static final Pattern TOKEN = Pattern.compile("kjoin_[0-9A-Za-z]{75}");

    private final TestServer server = TestServer.start("--sign-in-asks-per-source", "100000");

    @AfterAll
    void stop() {
        server.close();
    }

    private static String word() {
        return "j" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    private Insider enter(UserId user) {
        return Insider.enter(server, Reserved.SYSTEM_WORKSPACE, "system", user);
    }

    private Insider somebody() {
        return enter(server.makePerson(word()).user());
    }

    /// A browser in which nobody is signed in.
    private Insider nobody(Insider like) {
        return new Insider(server, like.user(), like.session(), "", "unused=1", "");
    }

    private String invite(Insider insider, Map<String, String> fields) {
        Answer made = insider.form(PAGE, PAGE, fields);
        assertThat(made.status()).as(made.text()).isEqualTo(200);
        Matcher token = TOKEN.matcher(made.text());
        assertThat(token.find()).as(made.text()).isTrue();
        return token.group();
    }

    private static Map<String, String> filled(String token, String handle) {
        return Map.of(
                "token",
                token,
                "display_name",
                "Grace",
                "handle",
                handle,
                "email",
                handle + "@pages.test",
                "password",
                "granite owl 7 west");
    }

    private UserId join(Insider inviter, String handle) {
        String token = invite(inviter, Map.of());
        Answer joined = nobody(inviter).form("/invite?token=" + token, "/invite", filled(token, handle));
        assertThat(joined.status()).as(joined.text()).isEqualTo(200);
        server.execute("update identity.users set status = 'active' where handle = '" + handle + "'");
        return new UserId(
                UUID.fromString(server.look().text("select id from identity.users where handle = '" + handle + "'")));
    }

    @Test
    void anInvitationIsMadeOpenedAndAccepted() {
        Insider ada = somebody();
        assertThat(ada.page(PAGE).text())
                .contains("You can invite 5 people now.")
                .contains("You have made no invitation.");
        String token = invite(
                ada,
                Map.of("reason_code", "friend", "reason_detail", "<b>from\r\nschool</b>", "public_verifiable", "yes"));
        assertThat(ada.page(PAGE).text()).doesNotContain(token).contains("Whoever has the link");
        Insider grace = nobody(ada);
        Answer page = grace.page("/invite?token=" + token);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text())
                .contains(
                        "You are friends.",
                        "&lt;b&gt;from school&lt;/b&gt;",
                        "We keep for ever",
                        "This invitation is public");
        String handle = word();
        Answer wrong = grace.form("/invite?token=" + token, "/invite", Map.of("token", token, "handle", "9"));
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.text())
                .contains("A handle has 2 to 20", "Enter your name")
                .contains(token);
        // Whoever opens the address of the refused form goes on.
        String address = Browser.formAddress(wrong);
        assertThat(grace.form(address, address, Map.of("token", token, "handle", "9"))
                        .status())
                .isEqualTo(422);
        Answer joined = grace.form(address, address, filled(token, handle));
        assertThat(joined.text()).contains("Check your mail");
        Answer again = grace.page("/invite?token=" + token);
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.text()).contains("This invitation was used");
        server.execute("update identity.users set status = 'active' where handle = '" + handle + "'");
        assertThat(ada.page(PAGE).text()).contains("1 was used", "Public proof");
        assertThat(ada.page(PEOPLE).text()).contains(handle).contains("Nobody invited you");
    }

    @ParameterizedTest
    @CsvSource({"pt,Seu convite para", "es,Tu invitación a", "en,Your invitation to"})
    void theInvitationIsReadInThreeLanguages(String language, String title) {
        Insider ada = somebody();
        String token = invite(ada, Map.of());
        assertThat(server.as("")
                        .with("Accept-Language", language)
                        .get("/invite?token=" + token)
                        .text())
                .contains(title);
    }

    @Test
    void aDeadInvitationIsToldInWords() {
        Insider ada = somebody();
        String token = invite(ada, Map.of());
        String id = server.look()
                .text("select app.id_text('inv', id) from identity.invites where inviter_id = '"
                        + ada.user().value() + "'");
        Answer revoked = ada.form(PAGE, PAGE + "/" + id + "/revoke", Map.of());
        assertThat(revoked.status()).isEqualTo(303);
        assertThat(ada.page(PAGE).text()).contains("taken back");
        assertThat(ada.form(PAGE, PAGE + "/" + id + "/revoke", Map.of()).status())
                .isEqualTo(409);
        assertThat(nobody(ada).page("/invite?token=" + token).text()).contains("This invitation was taken back");
        Answer unknown = nobody(ada).page("/invite?token=kjoin_x");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.text()).contains("This is not an invitation");
        assertThat(somebody().form(PAGE, PAGE + "/" + id + "/revoke", Map.of()).status())
                .as("somebody else's")
                .isEqualTo(404);
    }

    @Test
    void whatIsWrongIsToldAtItsField() {
        Insider ada = somebody();
        Answer wrong = ada.form(PAGE, PAGE, Map.of("intended_email", "nobody", "reason_detail", "x".repeat(501)));
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.text())
                .contains("intended_email-error", "reason_detail-error")
                .contains("nobody");
        assertThat(server.count("select count(*) from identity.invites where inviter_id = '"
                        + ada.user().value() + "'"))
                .isZero();
    }

    @Test
    void whoeverHasNoneLeftIsToldWhenThereAreMore() {
        Insider ada = somebody();
        server.asAdministrator()
                .patch("/v1/invite-quotas/" + ada.user().text(), "{\"period_allowed\":1,\"total_allowed\":9}");
        invite(ada, Map.of());
        assertThat(ada.page(PAGE).text())
                .contains("You have made as many invitations as you may for now.")
                .contains("You can make more from")
                .doesNotContain("name=\"intended_email\"");
        Answer late = ada.form(PAGE, PAGE, Map.of());
        assertThat(late.status()).isEqualTo(409);
    }

    @Test
    void thePeopleBelowAreATreeAndATableAndOthersAreNotShown() {
        Insider ada = somebody();
        String bobsHandle = word();
        String carolsHandle = word();
        UserId bob = join(ada, bobsHandle);
        UserId carol = join(enter(bob), carolsHandle);
        String page = ada.page(PEOPLE).text();
        assertThat(page).contains("<details>", bobsHandle, carolsHandle, "<table>");
        assertThat(ada.page(PEOPLE + "?under=" + bob.text()).text())
                .contains("Whom " + bobsHandle + " invited")
                .contains("<td>2</td>");
        assertThat(enter(bob).page(PEOPLE).text()).contains("You came by: ");
        assertThat(enter(bob).page(PEOPLE + "?under=" + ada.user().text()).status())
                .as("those above are not for those below")
                .isEqualTo(404);
        assertThat(somebody().page(PEOPLE + "?under=" + carol.text()).status()).isEqualTo(404);
        assertThat(ada.page(PEOPLE + "?under=nonsense").status()).isEqualTo(404);
    }

    @Test
    void accountsOfAWorkspaceHaveNoInvitations() {
        Elsewhere place = server.makeOrganisation("without");
        UserId owner = server.makeOwner(place).user();
        Insider insider = Insider.enter(server, place.workspace(), place.slug(), owner);
        assertThat(insider.page("/account").text()).doesNotContain(PAGE);
        assertThat(insider.page(PAGE).status()).isEqualTo(404);
        assertThat(insider.page(PEOPLE).status()).isEqualTo(404);
        assertThat(somebody().page("/account").text()).contains(PAGE);
    }
}
