package dev.keystead.federation.saml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.federation.saml.SamlHouse.Asked;
import dev.keystead.federation.saml.protocol.TestParty;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.server.TestServer.Answer;
import java.io.ByteArrayInputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// People come from a provider that speaks SAML, and others try to.
class SamlSignInTest {
    private static final Pattern CERTIFICATE =
            Pattern.compile("use=\"(\\w+)\".*?<ds:X509Certificate>([^<]+)</ds:X509Certificate>");

    private final Town town = Town.make();

    private long people() {
        return town.server()
                .count("select count(*) from identity.users where tenant_id = '"
                        + town.place().workspace().value() + "'");
    }

    private static String metadata(Browser browser) {
        Answer answer = browser.open("/saml/metadata");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("application/samlmetadata+xml");
        return answer.text();
    }

    private static List<String> certificates(String metadata, String use) {
        Matcher found = CERTIFICATE.matcher(metadata);
        return found.results()
                .filter(one -> one.group(1).equals(use))
                .map(one -> one.group(2))
                .toList();
    }

    private static PublicKey key(String certificate) throws Exception {
        return CertificateFactory.getInstance("X.509")
                .generateCertificate(
                        new ByteArrayInputStream(Base64.getDecoder().decode(certificate)))
                .getPublicKey();
    }

    private static boolean isSignedBy(String address, String certificate) throws Exception {
        String query = address.substring(address.indexOf('?') + 1);
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(key(certificate));
        signature.update(query.substring(0, query.indexOf("&Signature=")).getBytes(StandardCharsets.US_ASCII));
        return signature.verify(
                Base64.getDecoder().decode(SamlHouse.query(address).get("Signature")));
    }

    /// Nobody got in, a page says why, an event tells of it, and there is no new account.
    private void isRefused(SamlHouse provider, Browser browser, Answer answer, String reason, long before) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.text()).contains("You are not signed in");
        assertThat(provider.refusals(reason)).as(reason).isOne();
        assertThat(SamlHouse.isInside(browser)).isFalse();
        assertThat(people()).isEqualTo(before);
    }

    @Test
    void somebodyComesAndIsKnownTheNextTime() throws Exception {
        SamlHouse provider = SamlHouse.in(town);
        long before = people();
        Browser browser = town.browser();
        Asked asked = provider.depart(browser);
        assertThat(asked.address()).startsWith(SamlHouse.PLACE + "?SAMLRequest=");
        assertThat(asked.xml()).contains("AssertionConsumerServiceURL=\"" + provider.door() + provider.consumer());
        String ours = certificates(metadata(browser), "signing").getFirst();
        assertThat(isSignedBy(asked.address(), ours)).isTrue();
        Answer inside = provider.bring(browser, provider.says("ada", Optional.of(asked.id())), asked.state());
        assertThat(inside.status()).as(inside.text()).isEqualTo(303);
        assertThat(SamlHouse.isInside(browser)).isTrue();
        assertThat(people()).isEqualTo(before + 1);

        provider.enter(town.browser(), "ada");
        assertThat(people()).isEqualTo(before + 1);
        provider.enter(town.browser(), "ben");
        assertThat(people()).isEqualTo(before + 2);
    }

    @Test
    void whatIsEncryptedForUsIsRead() throws Exception {
        SamlHouse provider = SamlHouse.in(town, ",\"encrypted_only\":true");
        Browser browser = town.browser();
        Asked asked = provider.depart(browser);
        Optional<String> question = Optional.of(asked.id());
        String assertion = provider.assertion("ada", question, text -> text);
        String encrypted = TestParty.encrypt(
                "EncryptedAssertion",
                provider.party().sign(assertion, SamlHouse.idOf(assertion)),
                key(certificates(metadata(browser), "encryption").getFirst()),
                TestParty.Encrypting.GCM);
        Answer inside = provider.bring(browser, provider.wrapped(encrypted, question), asked.state());
        assertThat(inside.status()).as(inside.text()).isEqualTo(303);
        assertThat(SamlHouse.isInside(browser)).isTrue();

        Browser open = town.browser();
        Asked again = provider.depart(open);
        Answer refused = provider.bring(open, provider.says("ben", Optional.of(again.id())), again.state());
        isRefused(provider, open, refused, "encryption", people());
    }

    @Test
    void anAnswerIsForTheBrowserThatAsked() {
        SamlHouse provider = SamlHouse.in(town);
        long before = people();
        Asked asked = provider.depart(town.browser());
        Browser other = town.browser();
        Answer answer = provider.bring(other, provider.says("ada", Optional.of(asked.id())), asked.state());
        isRefused(provider, other, answer, "unsolicited", before);
    }

    @Test
    void aQuestionIsAnsweredOnce() {
        SamlHouse provider = SamlHouse.in(town);
        Browser browser = town.browser();
        Asked asked = provider.depart(browser);
        Answer wrong = provider.bring(
                browser,
                provider.wrapped(
                        provider.assertion("ada", Optional.of(asked.id()), text -> text), Optional.of(asked.id())),
                asked.state());
        isRefused(provider, browser, wrong, "unsigned", people());
        Answer late = provider.bring(browser, provider.says("ada", Optional.of(asked.id())), asked.state());
        isRefused(provider, browser, late, "unsolicited", people());
    }

    @Test
    void anAssertionIsUsedOnce() {
        SamlHouse provider = SamlHouse.in(town, ",\"idp_initiated\":true");
        String xml = provider.says("ada", Optional.empty());
        Browser first = town.browser();
        assertThat(provider.bring(first, xml, "").status()).isEqualTo(303);
        assertThat(SamlHouse.isInside(first)).isTrue();
        Browser thief = town.browser();
        isRefused(provider, thief, provider.bring(thief, xml, ""), "replayed", people());
    }

    @Test
    void ofManyWhoBringAnAssertionAtOnceOneGetsIn() {
        SamlHouse provider = SamlHouse.in(town, ",\"idp_initiated\":true");
        String xml = provider.says("ada", Optional.empty());
        List<CompletableFuture<Boolean>> all = IntStream.range(0, 8)
                .mapToObj(_ -> CompletableFuture.supplyAsync(() -> {
                    Browser browser = town.browser();
                    provider.bring(browser, xml, "");
                    return SamlHouse.isInside(browser);
                }))
                .toList();
        assertThat(all.stream().filter(CompletableFuture::join)).hasSize(1);
    }

    @Test
    void nobodyComesUninvitedUnlessTheConnectionAllowsIt() {
        SamlHouse closed = SamlHouse.in(town);
        Browser browser = town.browser();
        Answer refused = closed.bring(browser, closed.says("ada", Optional.empty()), "");
        isRefused(closed, browser, refused, "unsolicited", people());

        SamlHouse open = SamlHouse.in(town, ",\"idp_initiated\":true");
        Browser welcome = town.browser();
        Answer inside = open.bring(welcome, open.says("ada", Optional.empty()), town.path() + "/account/security");
        assertThat(inside.header("Location")).isEqualTo(town.path() + "/account/security");
        Browser led = town.browser();
        Answer home = open.bring(led, open.says("ada", Optional.empty()), "https://elsewhere.example/");
        assertThat(home.header("Location")).isEqualTo(town.path() + "/account");
    }

    @Test
    void aSessionIsAsOldAsTheProvidersAndEndsWithIt() {
        SamlHouse provider = SamlHouse.in(town);
        Instant now = Instant.now();
        Browser browser = town.browser();
        Asked asked = provider.depart(browser);
        String says = provider.says(
                "ada",
                Optional.of(asked.id()),
                text -> text.replaceFirst(
                        "AuthnInstant=\"[^\"]*\"",
                        "AuthnInstant=\"%s\" SessionNotOnOrAfter=\"%s\""
                                .formatted(now.minusSeconds(3 * 3600), now.plusSeconds(600))));
        Answer inside = provider.bring(browser, says, asked.state());
        assertThat(inside.status()).as(inside.text()).isEqualTo(303);
        assertThat(SamlHouse.isInside(browser)).isTrue();
        assertThat(town.count(
                        "session.sessions",
                        "and proven_at < now() - interval '2 hours' and ends_at < now() + interval '11 minutes'"
                                + " and expires_at <= ends_at"))
                .isOne();
    }

    @Test
    void aFormOfAnotherSiteTakesNoBrowsersKeyAway() {
        SamlHouse provider = SamlHouse.in(town, ",\"idp_initiated\":true");
        String xml = provider.says("ada", Optional.empty());
        String sent = "again=1&SAMLResponse="
                + URLEncoder.encode(
                        Base64.getEncoder().encodeToString(xml.getBytes(StandardCharsets.UTF_8)),
                        StandardCharsets.UTF_8);
        Answer refused = town.server()
                .as("")
                .with("Content-Type", "application/x-www-form-urlencoded")
                .with("Sec-Fetch-Site", "cross-site")
                .post(town.path() + provider.consumer(), sent);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.response().headers().allValues("Set-Cookie")).isEmpty();
        assertThat(provider.refusals("unsolicited")).isOne();
    }

    @Test
    void whatIsWrongIsToldAndTouchesNobody() {
        SamlHouse provider = SamlHouse.in(town);
        SamlHouse stranger = SamlHouse.in(town);
        long before = people();
        Map<String, UnaryOperator<String>> wrong = Map.of(
                "audience",
                        id -> provider.says("ada", Optional.of(id), text -> text.replace("/saml/metadata<", "/other<")),
                "destination",
                        id -> provider.says(
                                "ada", Optional.of(id), text -> text.replace("Recipient=\"http", "Recipient=\"x")),
                "expired",
                        id -> provider.says(
                                "ada",
                                Optional.of(id),
                                text -> text.replaceAll(
                                        "NotOnOrAfter=\"[^\"]*\"", "NotOnOrAfter=\"2020-01-01T00:00:00Z\"")),
                "issuer", id -> stranger.says("ada", Optional.of(id)),
                "signature", id -> provider.says("ada", Optional.of(id)).replace(">ada<", ">eve<"),
                "subject",
                        id -> provider.says("ada", Optional.of(id), text -> text.replace(":persistent", ":transient")),
                "malformed", _ -> "<a/>",
                "status", id -> provider.says("ada", Optional.of(id)).replace("status:Success", "status:Responder"));
        wrong.forEach((reason, says) -> {
            Browser browser = town.browser();
            Asked asked = provider.depart(browser);
            isRefused(
                    provider, browser, provider.bring(browser, says.apply(asked.id()), asked.state()), reason, before);
        });
    }

    @Test
    void aConnectionThatIsOffOrAbsentTakesNothing() {
        SamlHouse provider = SamlHouse.in(town);
        Answer off = provider.admin().patch("/v1/connections/" + provider.connection(), "{\"enabled\":false}");
        assertThat(off.status()).as(off.text()).isEqualTo(200);
        Map<String, String> form = Map.of("SAMLResponse", "PGEvPg==");
        Answer turnedOff = town.browser().submit(provider.consumer(), form);
        Answer absent = town.browser().submit("/saml/acs/con_00000000000000000000000001", form);
        assertThat(turnedOff.status()).isEqualTo(404);
        assertThat(absent.status()).isEqualTo(404);
    }

    @Test
    void aProviderThatTakesFormsIsAskedByAForm() throws Exception {
        SamlHouse provider = SamlHouse.in(town, ",\"sso_binding\":\"post\"");
        Browser browser = town.browser();
        browser.begin();
        String here = browser.open("/sign-in/" + browser.flow() + "/with/" + provider.connection())
                .header("Location");
        assertThat(here).startsWith(provider.door() + "/saml/ask/" + provider.connection() + "?SAMLRequest=");
        String local = here.substring(provider.door().length());
        Answer page = browser.open(local);
        assertThat(page.text()).contains("action=\"" + SamlHouse.PLACE + "\"");
        Map<String, String> fields = SamlHouse.fields(page);
        String xml = new String(Base64.getDecoder().decode(fields.get("SAMLRequest")), StandardCharsets.UTF_8);
        assertThat(xml).contains("<ds:SignatureValue>", "Destination=\"" + SamlHouse.PLACE);
        Answer inside = provider.bring(
                browser,
                provider.says("ada", Optional.of(xml.replaceFirst("(?s).*? ID=\"([^\"]+)\".*", "$1"))),
                fields.getOrDefault("RelayState", ""));
        assertThat(inside.status()).as(inside.text()).isEqualTo(303);

        // Nothing is signed that we did not ask ourselves.
        assertThat(browser.open(local.replace("RelayState=", "RelayState=x")).status())
                .isEqualTo(400);
    }

    @Test
    void theNextKeyIsKnownBeforeItSigns() throws Exception {
        SamlHouse provider = SamlHouse.in(town);
        Browser browser = town.browser();
        String first = certificates(metadata(browser), "signing").getFirst();
        Answer next = provider.admin().post("/v1/saml-keys", "{}");
        assertThat(next.status()).as(next.text()).isEqualTo(201);
        assertThat(provider.admin().post("/v1/saml-keys", "{}").status()).isEqualTo(409);
        String second = next.json().path("certificate").asString();
        assertThat(certificates(metadata(browser), "signing")).containsExactly(first, second);
        assertThat(certificates(metadata(browser), "encryption")).containsExactly(first, second);
        assertThat(isSignedBy(provider.depart(town.browser()).address(), first)).isTrue();

        String path = "/v1/saml-keys/" + next.id();
        assertThat(provider.admin()
                        .post(path + ":activate")
                        .json()
                        .path("status")
                        .asString())
                .isEqualTo("active");
        assertThat(isSignedBy(provider.depart(town.browser()).address(), second))
                .isTrue();
        assertThat(provider.admin().delete(path).status()).isEqualTo(409);
        String old = provider.admin()
                .get("/v1/saml-keys")
                .json()
                .path("items")
                .path(1)
                .path("id")
                .asString();
        assertThat(provider.admin().delete("/v1/saml-keys/" + old).status()).isEqualTo(204);
        assertThat(certificates(metadata(browser), "signing")).containsExactly(second);
        Answer hurried = provider.admin().post("/v1/saml-keys", "{\"immediate\":true}");
        String third = hurried.json().path("certificate").asString();
        assertThat(certificates(metadata(browser), "signing")).containsExactly(third, second);
        assertThat(town.server()
                        .count("select count(*) from admin.saml_keys where tenant_id = '"
                                + town.place().workspace().value() + "'"))
                .isEqualTo(2);
    }

    @Test
    void ofManyWhoNeedTheFirstKeyAtOnceOneMakesIt() {
        SamlHouse.in(town);
        List<CompletableFuture<String>> all = IntStream.range(0, 4)
                .mapToObj(_ -> CompletableFuture.supplyAsync(
                        () -> certificates(metadata(town.browser()), "signing").getFirst()))
                .toList();
        assertThat(all.stream().map(CompletableFuture::join).distinct()).hasSize(1);
    }

    @Test
    void aWorkspaceWithoutSuchConnectionsSaysNothingAboutItself() {
        assertThat(Town.make().browser().open("/saml/metadata").status()).isEqualTo(404);
    }
}
