package dev.keystead.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.login.Town;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// `/v1/me`, and what administrators do about the ways in of others.
class MeRoutesTest {
    private static final TestServer SERVER = TestServer.shared();
    private static final String PASSWORD = "sunlit walrus paints 4 doors";

    private static String word() {
        return "m" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    private static Insider insider() {
        return enter(SERVER.makePerson(word()).user());
    }

    private static Insider enter(UserId user) {
        return Insider.enter(SERVER, Reserved.SYSTEM_WORKSPACE, "system", user);
    }

    private static Client someTimeAgo(UserId user) {
        return Insider.enterAgo(SERVER, Reserved.SYSTEM_WORKSPACE, "system", user)
                .api();
    }

    private static Client keyOnly() {
        return SERVER.as(SERVER.makePerson(word()).key());
    }

    @Test
    void peopleReadAndChangeThemselves() {
        Client me = insider().api();
        Answer read = me.get("/v1/me");
        assertThat(read.status()).isEqualTo(200);
        Answer changed = me.with("If-Match", read.header("ETag"))
                .patch("/v1/me", "{\"display_name\":\"Grace\",\"contact_email\":\"grace@navy.example\"}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().path("contact_email").asString()).isEqualTo("grace@navy.example");
        assertThat(changed.json().path("email_verified").booleanValue()).isFalse();
        assertThat(me.with("If-Match", read.header("ETag"))
                        .patch("/v1/me", "{\"display_name\":\"X\"}")
                        .status())
                .isEqualTo(412);
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"display_name\":\"\"}',display_name",
        "'{\"locale\":\"not a tag\"}',locale",
        "'{\"timezone\":\"Moon/Base\"}',timezone",
        "'{\"contact_email\":\"nobody\"}',contact_email",
        "'{\"handle\":\"other\"}',handle",
        "'{\"email\":\"x@y.example\"}',email"
    })
    void aChangeThatCannotBeIsToldByMember(String body, String member) {
        Answer answer = insider().api().patch("/v1/me", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("fields").has(member)).isTrue();
    }

    @Test
    void whatIsDelicateNeedsARecentProofThatAKeyCannotGive() {
        String id = "mfa_" + "0".repeat(26);
        List<List<String>> delicate = List.of(
                List.of("PATCH", "/v1/me", "{\"contact_email\":\"grace@navy.example\"}"),
                List.of("DELETE", "/v1/me", ""),
                List.of("PUT", "/v1/me/password", "{\"password\":\"" + PASSWORD + "\"}"),
                List.of("POST", "/v1/me/mfa", "{\"type\":\"totp\"}"),
                List.of("POST", "/v1/me/mfa/" + id + ":verify", "{\"code\":\"123456\"}"),
                List.of("PATCH", "/v1/me/mfa/" + id, "{\"name\":\"other\"}"),
                List.of("DELETE", "/v1/me/mfa/" + id, ""),
                List.of("POST", "/v1/me/passkeys:begin", ""),
                List.of("POST", "/v1/me/passkeys:finish", "{\"challenge\":\"x\",\"credential\":\"{}\"}"),
                List.of("POST", "/v1/me/recovery-codes:regenerate", ""));
        Client stale = someTimeAgo(SERVER.makePerson(word()).user());
        Client key = keyOnly();
        for (List<String> deed : delicate) {
            for (Client client : List.of(stale, key)) {
                String body = deed.get(2).isEmpty() ? null : deed.get(2);
                Answer answer = client.send(deed.get(0), deed.get(1), body);
                assertThat(answer.status()).as("%s %s", deed, answer.text()).isEqualTo(403);
                assertThat(answer.error()).isEqualTo("step-up required");
            }
        }
    }

    @Test
    void aPasswordIsSetByTheOldOneOrAProof() {
        Insider insider = insider();
        assertThat(insider.api()
                        .send("PUT", "/v1/me/password", "{\"password\":\"" + PASSWORD + "\"}")
                        .status())
                .isEqualTo(204);
        Client stale = someTimeAgo(insider.user());
        Answer wrong = stale.send(
                "PUT", "/v1/me/password", "{\"old_password\":\"nope\",\"password\":\"eleven quiet ferns by a gate\"}");
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.json().path("fields").has("old_password")).isTrue();
        Answer right = stale.send(
                "PUT",
                "/v1/me/password",
                "{\"old_password\":\"" + PASSWORD + "\",\"password\":\"eleven quiet ferns by a gate\"}");
        assertThat(right.status()).as(right.text()).isEqualTo(204);
        Answer common = enter(insider.user()).api().send("PUT", "/v1/me/password", "{\"password\":\"password1\"}");
        assertThat(common.json().path("fields").has("password")).isTrue();
    }

    /// A page takes it like that, so that its owner must be able to name it here.
    @Test
    void aPasswordMayHaveSpacesAtItsEnds() {
        Insider insider = insider();
        assertThat(insider.api()
                        .send("PUT", "/v1/me/password", "{\"password\":\" eleven quiet ferns by a gate \"}")
                        .status())
                .isEqualTo(204);
        Client stale = someTimeAgo(insider.user());
        String trimmed = "{\"old_password\":\"eleven quiet ferns by a gate\",\"password\":\"" + PASSWORD + "\"}";
        assertThat(stale.send("PUT", "/v1/me/password", trimmed).status()).isEqualTo(400);
        String whole = trimmed.replace("\"eleven quiet ferns by a gate\"", "\" eleven quiet ferns by a gate \"");
        assertThat(stale.send("PUT", "/v1/me/password", whole).status()).isEqualTo(204);
    }

    private static String code(String secret) {
        return Town.App.typed(secret).code(0);
    }

    @Test
    void anAppIsSetUpAndCodesStandInForIt() {
        Insider insider = insider();
        Client me = insider.api();
        assertThat(me.post("/v1/me/recovery-codes:regenerate").status()).isEqualTo(409);
        Answer begun = me.post("/v1/me/mfa", "{\"type\":\"totp\"}");
        assertThat(begun.status()).as(begun.text()).isEqualTo(201);
        String verify = "/v1/me/mfa/" + begun.id() + ":verify";
        assertThat(me.post(verify, "{\"code\":\"000000\"}")
                        .json()
                        .path("fields")
                        .has("code"))
                .isTrue();
        assertThat(insider().api().post(verify, "{\"code\":\"000000\"}").status())
                .isEqualTo(404);
        String code = code(begun.json().path("secret").asString());
        Answer added = me.post(verify, "{\"code\":\"" + code + "\"}");
        assertThat(added.status()).as(added.text()).isEqualTo(200);
        assertThat(added.json().path("needs_recovery_codes").booleanValue()).isTrue();
        assertThat(me.post("/v1/me/mfa", "{\"type\":\"totp\"}").status()).isEqualTo(409);
        Answer codes = me.post("/v1/me/recovery-codes:regenerate");
        assertThat(codes.json().path("codes")).hasSize(10);
        Answer read = me.get("/v1/me/mfa");
        assertThat(read.json().path("recovery_codes_left").intValue()).isEqualTo(10);
        assertThat(read.json().path("factors").path(0).path("type").asString()).isEqualTo("totp");
        assertThat(insider().api().delete("/v1/me/mfa/" + begun.id()).status()).isEqualTo(404);
        assertThat(me.delete("/v1/me/mfa/" + begun.id()).status()).isEqualTo(204);
        assertThat(me.get("/v1/me/mfa").json().path("recovery_codes_left").intValue())
                .isZero();
        assertThat(SERVER.count("select count(*) from auth.auth_events where user_id = '%s' and event_type in %s"
                        .formatted(insider.user().value(), "('totp_added','recovery_codes_made','totp_removed')")))
                .isEqualTo(3);
    }

    @Test
    void theLastFactorStaysWhereOneIsDemanded() {
        Elsewhere place = SERVER.makeOrganisation("mfa" + word());
        UserId owner = SERVER.makeOwner(place).user();
        Insider insider = Insider.enter(SERVER, place.workspace(), place.slug(), owner);
        Client me = insider.api();
        Answer begun = me.post("/v1/me/mfa", "{\"type\":\"totp\"}");
        String code = code(begun.json().path("secret").asString());
        assertThat(me.post("/v1/me/mfa/" + begun.id() + ":verify", "{\"code\":\"" + code + "\"}")
                        .status())
                .isEqualTo(200);
        Answer demanded = SERVER.as(place.key())
                .send("PUT", "/v1/workspaces/" + place.workspace().text() + "/policies/mfa", """
                        {"required":"all","allowed_factors":["totp","passkey"],"attestation":"none",
                         "attestation_formats":["none"],"user_verification":"preferred"}""");
        assertThat(demanded.status()).as(demanded.text()).isEqualTo(200);
        Answer refused = me.delete("/v1/me/mfa/" + begun.id());
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains("Set up another one");
        assertThat(me.post("/v1/me/recovery-codes:regenerate").status()).isEqualTo(409);
        Answer page = insider.form("/account/security", "/account/security/app/" + begun.id() + "/remove", Map.of());
        assertThat(page.status()).isEqualTo(409);
        assertThat(page.text()).contains("Set up another one");
        assertThat(SERVER.as(place.key())
                        .delete("/v1/users/" + owner.text() + "/mfa/" + begun.id())
                        .status())
                .isEqualTo(204);
    }

    @Test
    void aPasskeyThatNobodyMadeIsRefused() {
        Client me = insider().api();
        Answer question = me.post("/v1/me/passkeys:begin");
        assertThat(question.status()).as(question.text()).isEqualTo(200);
        String challenge = question.json().path("challenge").asString();
        String body = "{\"challenge\":\"" + challenge + "\",\"credential\":\"{}\"}";
        assertThat(me.post("/v1/me/passkeys:finish", body).json().path("fields").has("credential"))
                .isTrue();
        Answer again = me.post("/v1/me/passkeys:finish", body);
        assertThat(again.json().path("fields").path("credential").asString()).contains("too old");
    }

    @Test
    void theFileHoldsWhatIsKeptAndNoSecret() {
        Insider insider = insider();
        insider.api().send("PUT", "/v1/me/password", "{\"password\":\"" + PASSWORD + "\"}");
        String token = insider.api()
                .post("/v1/me/tokens", "{\"name\":\"x\",\"scopes\":[\"read:user:self\"]}")
                .json()
                .path("personal_access_token")
                .asString();
        Answer file = insider.api().get("/v1/me/export");
        assertThat(file.header("Content-Disposition")).contains("attachment");
        JsonNode tables = file.json().path("tables");
        assertThat(tables.path("identity.users").path("rows").path(0).path("id").asString())
                .isEqualTo(insider.user().value().toString());
        assertThat(tables.path("session.sessions").path("rows")).hasSize(1);
        assertThat(tables.path("admin.api_keys").path("rows")).hasSize(1);
        assertThat(tables.path("admin.personal_access_tokens").path("rows")).hasSize(1);
        assertThat(tables.path("auth.auth_events").path("rows").findValuesAsString("event_type"))
                .contains("password_changed");
        assertThat(file.text())
                .doesNotContain("argon2")
                .doesNotContain(PASSWORD)
                .doesNotContain(token);
        assertThat(insider.page("/account/data/export").header("Content-Disposition"))
                .contains("attachment");
    }

    @Test
    void anAccountEndsByItsOwnersWish() {
        Insider insider = insider();
        Insider elsewhere = enter(insider.user());
        Answer wrong = insider.form("/account/data", "/account/data/delete", Map.of("confirm", "somebody"));
        assertThat(wrong.status()).isEqualTo(422);
        String handle = insider.api().get("/v1/me").json().path("handle").asString();
        Answer gone = insider.form("/account/data", "/account/data/delete", Map.of("confirm", handle));
        assertThat(gone.status()).as(gone.text()).isEqualTo(200);
        assertThat(gone.text()).contains("Your account is deleted");
        assertThat(gone.response().headers().allValues("Set-Cookie"))
                .anyMatch(cookie -> cookie.startsWith("keystead-session-system=;"));
        assertThat(elsewhere.page("/account").status()).isEqualTo(303);
        assertThat(elsewhere.api().get("/v1/me").status()).isEqualTo(401);
    }

    @Test
    void theLastOwnerOfAWorkspaceCannotGo() {
        Elsewhere place = SERVER.makeOrganisation("own" + word());
        UserId owner = SERVER.makeOwner(place).user();
        Insider insider = Insider.enter(SERVER, place.workspace(), place.slug(), owner);
        Answer refused = insider.api().delete("/v1/me");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains("last owner of " + place.slug());
        Answer page = insider.form(
                "/account/data", "/account/data/delete", Map.of("confirm", "owner@" + place.slug() + ".test"));
        assertThat(page.status()).isEqualTo(409);
        assertThat(page.text()).contains("last owner of " + place.slug());
        assertThat(insider.page("/account").status()).isEqualTo(200);
        assertThat(insider().api().delete("/v1/me").status()).isEqualTo(204);
    }

    @Test
    void administratorsLetPeopleInAgain() {
        Elsewhere place = SERVER.makeOrganisation("adm" + word());
        Client admin = SERVER.as(place.key());
        String user = admin.post("/v1/users", "{\"email\":\"u@" + place.slug() + ".test\",\"display_name\":\"U\"}")
                .id();
        assertThat(admin.get("/v1/users/" + user + "/lockout")
                        .json()
                        .path("locked_until")
                        .isNull())
                .isTrue();
        assertThat(admin.delete("/v1/users/" + user + "/lockout").status()).isEqualTo(204);
        assertThat(admin.post("/v1/users/" + user + ":reset-password").status()).isEqualTo(202);
        assertThat(admin.get("/v1/users/" + user + "/mfa")
                        .json()
                        .path("password")
                        .booleanValue())
                .isFalse();
        String path = "/v1/users/" + user + "/password-hash";
        assertThat(admin.send("PUT", path, "{\"hash\":\"plain\"}")
                        .json()
                        .path("fields")
                        .has("hash"))
                .isTrue();
        String hash = "{\"hash\":\"$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy\"}";
        assertThat(admin.send("PUT", path, hash).status()).isEqualTo(204);
        assertThat(admin.send("PUT", path, hash).status()).isEqualTo(409);
        String nobody = UserId.make().text();
        assertThat(admin.get("/v1/users/" + nobody + "/mfa").status()).isEqualTo(404);
        assertThat(admin.get("/v1/users/" + nobody + "/lockout").status()).isEqualTo(404);
        assertThat(admin.delete("/v1/users/" + nobody + "/lockout").status()).isEqualTo(404);
        assertThat(admin.post("/v1/users/" + nobody + ":reset-password").status())
                .isEqualTo(404);
        assertThat(admin.send("PUT", "/v1/users/" + nobody + "/password-hash", hash)
                        .status())
                .isEqualTo(404);
    }
}
