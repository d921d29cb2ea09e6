package dev.keystead.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.job.Job;
import dev.keystead.job.Jobs;
import dev.keystead.login.Town;
import dev.keystead.oauth.Application;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.platform.http.Audit;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.log.HeardLog;
import dev.keystead.platform.log.Redaction;
import dev.keystead.server.Samples;
import dev.keystead.server.Samples.Deed;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TrailDesk;
import dev.keystead.server.Until;
import dev.keystead.tenancy.UuidV7;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Secrets that go in and out of every route: none of them stands afterwards in the trail, in events, in runs of
/// jobs, in any other table, or in the log.
class SecretsWalkTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /// Our own secrets, wherever they are shown.
    private static final Pattern OURS =
            Pattern.compile("(?:" + SecretPrefix.alternatives() + ")_[0-9A-Za-z_-]{40,}|whsec_[0-9A-Za-z+/=]{20,}");

    /// Members whose values are secrets.
    private static final Set<String> MEMBERS = Set.of(
            "password",
            "secret",
            "client_secret",
            "registration_access_token",
            "access_token",
            "refresh_token",
            "id_token",
            "device_code",
            "recovery_codes",
            "codes");

    /// Every row of every table as text.
    private static final String TABLES = """
            select string_agg(format('select %L || to_jsonb(t)::text as line from %I.%I t',
                table_name || ' ', table_schema, table_name), ' union all ')
            from information_schema.tables
            where table_type = 'BASE TABLE'
              and table_schema not in ('pg_catalog', 'information_schema')""";

    private final HeardLog log = new HeardLog();
    private final TestServer server = TestServer.start("--roles", "web", "--master-key", Town.MASTER_KEY);
    private final Map<String, String> secrets = new LinkedHashMap<>();

    private void sent(String where, String text) {
        Matcher ours = OURS.matcher(text);
        while (ours.find()) {
            secrets.put(ours.group(), where);
        }
        if (text.startsWith("{")) {
            collect(where, JSON.readTree(text));
        }
    }

    private void collect(String where, JsonNode node) {
        node.properties().forEach(member -> {
            JsonNode value = member.getValue();
            if (MEMBERS.contains(member.getKey())) {
                texts(value).forEach(text -> secrets.put(text, where + " " + member.getKey()));
            }
            collect(where, value);
        });
        if (node.isArray()) {
            node.forEach(each -> collect(where, each));
        }
    }

    /// Short words are no secrets that could be recognised.
    private static Set<String> texts(JsonNode value) {
        var texts = new HashSet<String>();
        if (value.isString() && value.asString().length() >= 8) {
            texts.add(value.asString());
        } else if (value.isArray()) {
            value.forEach(each -> texts.addAll(texts(each)));
        }
        return texts;
    }

    /// One that is recognised wherever it turns up.
    private String planted(String where) {
        String secret = "planted" + UuidV7.next().toString().replace("-", "");
        secrets.put(secret, where);
        return secret;
    }

    private void walk(Route route, Client client) {
        Deed deed = Samples.of(route, server, client);
        secrets.put(deed.client().credential(), route + " as its credential");
        deed.client().headers().values().forEach(value -> sent(route + " in a header", value));
        if (deed.body() != null) {
            sent(route.toString(), deed.body());
            refused(deed, route);
        }
        Answer answer = deed.send();
        assertThat(answer.status()).as(route + ": " + answer.text()).isEqualTo(route.status());
        sent(route + " in its answer", answer.text());
        sent(route + " in a cookie", answer.header("Set-Cookie"));
    }

    /// Input that is not understood may be anything: a password that was typed into another field.
    private void refused(Deed deed, Route route) {
        String planted = planted(route + " where nobody expects it");
        Answer answer = route.isPage()
                ? deed.with("X-Whatever", planted).saying("csrf=" + planted).send()
                : deed.with("X-Whatever", planted)
                        .saying("{\"%s\":\"%s\"}".formatted(planted, planted))
                        .send();
        assertThat(answer.status()).isBetween(400, 499);
        if (route.access().neededRight().isEmpty()) {
            // What anybody may do would be done by these.
            return;
        }
        deed.as(server.as(planted(route + " as a key"))).send();
        deed.as(server.as(Secret.make(SecretPrefix.API_KEY, UuidV7.next()).text()))
                .send();
    }

    private void walkOwn(Route route) {
        OwnDeeds.Ready ready = OwnDeeds.of(route, server);
        Answer answer = ready.deed().get();
        sent(route + " in its answer", answer.text());
        JsonNode begun =
                ready.insider().api().post("/v1/me/mfa", "{\"type\":\"totp\"}").json();
        sent("the key of an authenticator app", begun.toString());
    }

    /// What applications send and get.
    private void walkApplications() {
        Town town = Town.on(server);
        Application shop = Application.usual(town);
        secrets.put(shop.secret(), "the secret of an application");
        secrets.put(Town.PASSWORD, "the password at the sign-in");
        String code = shop.code(town.person("secretive"));
        secrets.put(code, "an authorization code");
        secrets.put(Application.VERIFIER, "the verifier of a code");
        Answer tokens = shop.exchange(code);
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
        sent("tokens", tokens.text());
        sent("pushed", shop.post("/oauth/v2/par", shop.request()).text());
        String access = tokens.json().path("access_token").asString();
        shop.post("/oauth/v2/introspect", Map.of("token", access));
        shop.post("/oauth/v2/revoke", Map.of("token", access));
        secrets.put(shop.basic().substring("Basic ".length()), "the proof of an application");
    }

    @Test
    void noSecretIsWrittenDown() {
        Client client = server.as(server.makeOrganisation("secrets-walk").key());
        server.routes().stream().filter(Samples::isWalked).forEach(route -> walk(route, client));
        server.routes().stream()
                .filter(route -> route.method().isChanging())
                .filter(route -> route.audit() instanceof Audit.Action)
                .filter(route -> !Samples.isOfForeignProtocol(route))
                .filter(route -> !Samples.isWalked(route))
                .forEach(this::walkOwn);
        secrets.put(OwnDeeds.PASSWORD, "the password of people");
        walkApplications();
        failingJob();
        new TrailDesk(server).seal();

        secrets.remove("");
        assertThat(secrets).hasSizeGreaterThan(150);
        String lines = server.look().text(TABLES);
        String kept = server.look().text("select string_agg(line, E'\\n') from (" + lines + ") as every_row");
        String logged = log.text().lines().map(Redaction::mask).toList().toString();
        secrets.forEach((secret, where) -> {
            assertThat(kept.contains(secret))
                    .as("%s is in %s", where, around(kept, secret))
                    .isFalse();
            assertThat(logged.contains(secret))
                    .as("%s was logged: %s", where, around(logged, secret))
                    .isFalse();
        });
        log.close();
        server.close();
    }

    private static String around(String text, String secret) {
        int at = text.indexOf(secret);
        return at < 0 ? "" : text.substring(Math.max(0, at - 150), at);
    }

    /// A job whose failure says too much.
    private void failingJob() {
        String key = Secret.make(SecretPrefix.API_KEY, UuidV7.next()).text();
        secrets.put(key, "the failure of a job");
        String password = planted("the failure of a job");
        var job = new Job("talkative", Duration.ofHours(1), () -> {
            throw new IllegalStateException("could not log in with " + key + " and password=" + password);
        });
        var pace = new Jobs.Pace(Duration.ofMillis(50), Duration.ofSeconds(5), Duration.ofMillis(1));
        try (Jobs running = TestJobs.start(server, "talker", pace, List.of(job))) {
            assertThat(running).isNotNull();
            Until.holds(
                    "the job has failed",
                    LIMIT,
                    () -> server.count("select count(*) from admin.job_runs where error is not null") > 0);
        }
    }
}
