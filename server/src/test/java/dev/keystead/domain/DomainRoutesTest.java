package dev.keystead.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.AtOnce;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Person;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xbill.DNS.Rcode;

/// Claims to domains and their proofs, over HTTP.
class DomainRoutesTest {
    private final Town town = Town.make();
    private final Claims claims = Claims.of(town);
    private final String domain = Claims.newDomain();

    @Test
    void aClaimSaysWhatProvesIt() {
        Answer dns = claims.claim(domain);
        assertThat(dns.status()).as(dns.text()).isEqualTo(201);
        assertThat(Claims.status(dns)).isEqualTo("pending");
        var instructions = dns.json().path("instructions");
        assertThat(instructions.path("record_name").asString()).isEqualTo("_keystead." + domain);
        assertThat(instructions.path("record_value").asString()).matches("keystead-domain=[A-Za-z0-9_-]{43}");
        assertThat(dns.header("Location")).endsWith("/domains/" + domain);
        assertThat(claims.server()
                        .as(town.place().key())
                        .get(dns.header("Location"))
                        .status())
                .isEqualTo(200);

        Answer file = claims.claim(domain, "http_file");
        assertThat(file.status()).isEqualTo(200);
        assertThat(file.json().path("instructions").path("file_url").asString())
                .isEqualTo("https://" + domain + "/.well-known/keystead-domain.txt");
        assertThat(file.json().path("instructions").path("file_content").asString())
                .startsWith("keystead-domain=")
                .isNotEqualTo(instructions.path("record_value").asString());

        Answer mail = claims.claim(domain, "email");
        assertThat(mail.json().path("instructions").path("mail_addresses").valueStream())
                .extracting(address -> address.asString())
                .containsExactly(
                        "admin@" + domain, "hostmaster@" + domain, "postmaster@" + domain, "webmaster@" + domain);
        assertThat(claims.list().json().path("items").size()).isOne();
    }

    @Test
    void domainsThatAreClaimedAtOnceAreNoMoreThanThereMayBe() throws Exception {
        claims.server().execute("""
                insert into identity.workspace_domains (tenant_id, id, domain, verification_method, verification_token,
                    token_expires_at, serves, version, created_at, updated_at)
                select '%s', app.new_id(), 'crowd-' || n || '.%s', 'dns_txt', repeat('x', 43), now() + interval '1 day',
                    false, 1, now(), now()
                from generate_series(1, %d) n""".formatted(town.place().workspace().value(), domain, Domains.MOST - 1));
        List<Integer> answers = AtOnce.numbered(
                32, number -> claims.claim("at-once-" + number + "." + domain).status());
        assertThat(answers).containsOnly(201, 409).containsOnlyOnce(201);
    }

    @Test
    void aRecordInTheDnsMakesADomainTheWorkspacesOwn() {
        claims.claimAndProve(domain);
        Answer verified = claims.verify(domain);
        assertThat(verified.status()).as(verified.text()).isEqualTo(200);
        assertThat(Claims.status(verified)).isEqualTo("verified");
        assertThat(claims.registered(domain)).isOne();
        assertThat(Claims.status(claims.verify(domain))).isEqualTo("verified");
        assertThat(claims.entries("domain.verify")).isOne();
    }

    @Test
    void whatIsNotProvenStaysAClaimAndTheAnswerSaysWhy() {
        claims.claim(domain);
        assertThat(claims.verify(domain).status()).isEqualTo(409);
        assertThat(claims.verify(domain).error()).isEqualTo("_keystead." + domain + " is not known to the DNS");
        TestDns.shared().behave("_keystead." + domain, new TestDns.Behaviour.Failure(Rcode.SERVFAIL));
        assertThat(claims.verify(domain).error()).endsWith("; try again later");
        assertThat(Claims.status(claims.read(domain))).isEqualTo("pending");
        assertThat(claims.registered(domain)).isZero();
        assertThat(claims.entries("domain.verify")).isZero();
    }

    @Test
    void theTokenOfAnotherWorkspaceProvesNothing() {
        Claims other = Claims.of(Town.make());
        TestDns.shared().prove(other.claim(domain).json());
        claims.claim(domain);
        assertThat(claims.verify(domain).status()).isEqualTo(409);
        assertThat(other.verify(domain).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "koder.dev",
                "id.koder.dev",
                "ID.Koder.Dev",
                "co.uk",
                "localhost",
                "127.0.0.1",
                "printer.local",
                "x",
                "_keystead.example.org",
                "example.org/path"
            })
    void whatIsNobodysOrOursCannotBeClaimed(String name) {
        Answer refused = claims.claim(name);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("fields").path("domain").asString()).isNotEmpty();
        assertThat(claims.list().json().path("items").size()).isZero();
    }

    @Test
    void aNameInAnotherScriptIsKeptAsItsALabel() {
        Answer claimed = claims.claim("Bücher" + domain);
        assertThat(claimed.json().path("domain").asString()).startsWith("xn--").endsWith(".example");
        assertThat(claims.read(claimed.json().path("domain").asString()).status())
                .isEqualTo(200);
    }

    @Test
    void aSecondOwnerIsRefusedAndTheFirstIsTold() {
        Claims first = Claims.of(Town.make());
        Person owner = first.server().makeOwner(first.place());
        first.own(domain);
        claims.claimAndProve(domain);

        Answer refused = claims.verify(domain);

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains("another workspace has verified this domain");
        assertThat(Claims.status(claims.read(domain))).isEqualTo("pending");
        assertThat(Claims.status(first.read(domain))).isEqualTo("verified");
        assertThat(claims.registered(domain)).isZero();
        assertThat(first.registered(domain)).isOne();
        assertThat(first.entries("domain.contest")).isOne();
        assertThat(claims.entries("domain.verify")).isZero();
        String mailbox = "owner@" + first.place().slug() + ".test";
        assertThat(town.inbox().await(mailbox, 1).text()).contains(domain);
        assertThat(owner.user()).isNotNull();

        // Once a day is enough.
        assertThat(claims.verify(domain).status()).isEqualTo(409);
        assertThat(first.entries("domain.contest")).isOne();

        assertThat(first.delete(domain).status()).isEqualTo(204);
        assertThat(claims.verify(domain).status()).isEqualTo(200);
    }

    @Test
    void ofManyWhoProveADomainAtOnceOneOwnsIt() throws Exception {
        List<Claims> rivals = List.of(
                claims, Claims.of(Town.make()), Claims.of(Town.make()), Claims.of(Town.make()), Claims.of(Town.make()));
        String[] values = rivals.stream()
                .map(rival -> rival.claim(domain)
                        .json()
                        .path("instructions")
                        .path("record_value")
                        .asString())
                .toArray(String[]::new);
        TestDns.shared().publish("_keystead." + domain, values);

        List<Answer> answers =
                AtOnce.numbered(rivals.size(), number -> rivals.get(number).verify(domain));

        assertThat(answers).extracting(Answer::status).containsOnly(200, 409);
        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        assertThat(rivals.stream().mapToLong(rival -> rival.registered(domain)).sum())
                .isOne();
        assertThat(rivals.stream()
                        .filter(rival -> Claims.status(rival.read(domain)).equals("verified")))
                .hasSize(1);
    }

    @Test
    void aLinkInTheAdministrativeMailProvesADomain() {
        claims.claim(domain, "email");
        assertThat(claims.verify(domain).status()).isEqualTo(409);
        assertThat(claims.mail(domain, "{\"mailbox\":\"root\"}").status()).isEqualTo(400);
        Answer asked = claims.mail(domain, "{\"mailbox\":\"postmaster\"}");
        assertThat(asked.status()).as(asked.text()).isEqualTo(200);
        String token = town.inbox().await("postmaster@" + domain, 1).token();

        Browser reader = town.browser();
        Answer page = reader.open("/verify-domain?token=" + token);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text()).contains(domain);
        assertThat(Claims.status(claims.read(domain))).isEqualTo("pending");

        assertThat(reader.submit("/verify-domain", Map.of("token", token)).status())
                .isEqualTo(200);
        assertThat(Claims.status(claims.read(domain))).isEqualTo("verified");
        assertThat(reader.submit("/verify-domain", Map.of("token", token)).status())
                .isEqualTo(404);
        assertThat(reader.open("/verify-domain?token=" + token).status()).isEqualTo(404);
        assertThat(claims.entries("domain.verify")).isOne();
    }

    @Test
    void aLinkWorksInItsOwnWorkspaceUntilItsTimeIsOver() {
        claims.claim(domain, "email");
        claims.mail(domain, "{}");
        String token = town.inbox().await("admin@" + domain, 1).token();
        Town other = Town.make();
        Browser stranger = other.browser();
        assertThat(stranger.open("/verify-domain?token=" + token).status()).isEqualTo(404);
        stranger.open("/sign-in");
        assertThat(stranger.submit("/verify-domain", Map.of("token", token)).status())
                .isEqualTo(404);

        town.change("identity.workspace_domains", "mail_expires_at = now() - interval '1 second'", "");
        Browser late = town.browser();
        late.open("/sign-in");
        assertThat(late.submit("/verify-domain", Map.of("token", token)).status())
                .isEqualTo(404);
        assertThat(Claims.status(claims.read(domain))).isEqualTo("pending");
    }

    @Test
    void aNewerLinkOrClaimEndsAnOlderOne() {
        claims.claim(domain, "email");
        claims.mail(domain, "{}");
        String first = town.inbox().await("admin@" + domain, 1).token();
        claims.mail(domain, "{}");
        String second = town.inbox().await("admin@" + domain, 2).token();
        Browser reader = town.browser();
        assertThat(reader.open("/verify-domain?token=" + first).status()).isEqualTo(404);
        assertThat(reader.open("/verify-domain?token=" + second).status()).isEqualTo(200);
        claims.claim(domain, "email");
        assertThat(reader.open("/verify-domain?token=" + second).status()).isEqualTo(404);
    }

    @Test
    void oneMailboxIsNotWrittenToWithoutEnd() {
        claims.claim(domain, "email");
        List<Integer> answers = IntStream.range(0, 30)
                .mapToObj(_ -> claims.mail(domain, "{}").status())
                .toList();
        assertThat(answers).startsWith(200).endsWith(429);
    }

    @Test
    void aTokenIsGoodForThirtyDays() {
        claims.claimAndProve(domain);
        town.change("identity.workspace_domains", "token_expires_at = now() - interval '1 second'", "");
        assertThat(claims.verify(domain).status()).isEqualTo(409);
        assertThat(claims.verify(domain).error()).isEqualTo("the time to prove this domain is over; claim it again");
        TestDns.shared().prove(claims.claim(domain).json());
        assertThat(claims.verify(domain).status()).isEqualTo(200);
    }

    @Test
    void oneWorkspaceSeesNothingOfAnothers() {
        Claims other = Claims.of(Town.make());
        other.own(domain);
        assertThat(claims.read(domain).status()).isEqualTo(404);
        assertThat(claims.verify(domain).status()).isEqualTo(404);
        assertThat(claims.delete(domain).status()).isEqualTo(404);
        assertThat(claims.serve(domain, true).status()).isEqualTo(404);
        assertThat(claims.mail(domain, "{}").status()).isEqualTo(404);
        String theirs = "/v1/workspaces/" + other.place().workspace().text() + "/domains";
        assertThat(claims.server().as(town.place().key()).get(theirs).status()).isEqualTo(404);
        assertThat(other.registered(domain)).isOne();
    }

    @Test
    void aVerifiedDomainIsNotClaimedAnew() {
        claims.own(domain);
        assertThat(claims.claim(domain, "email").status()).isEqualTo(409);
        assertThat(Claims.status(claims.read(domain))).isEqualTo("verified");
    }

    @Test
    void v1ShowsTheDomainThatWasProvenFirst() {
        String shown = "select coalesce(domain, '') from identity.workspaces where id = '"
                + town.place().workspace().value() + "'";
        String second = Claims.newDomain();
        claims.own(domain);
        claims.own(second);
        assertThat(town.server().look().text(shown)).isEqualTo(domain);
        claims.delete(domain);
        assertThat(town.server().look().text(shown)).isEqualTo(second);
        claims.delete(second);
        assertThat(town.server().look().text(shown)).isEmpty();
    }
}
