package dev.keystead.login;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.credential.AuthenticatorApps;
import dev.keystead.credential.Passkeys;
import dev.keystead.credential.Passwords;
import dev.keystead.credential.RecoveryCodes;
import dev.keystead.credential.SoftKey;
import dev.keystead.credential.passkey.Ceremonies;
import dev.keystead.credential.passkey.Octets;
import dev.keystead.credential.passkey.PasskeyPolicy;
import dev.keystead.credential.passkey.RelyingParty;
import dev.keystead.credential.password.Parameters;
import dev.keystead.credential.password.PasswordHashes;
import dev.keystead.credential.totp.Totp;
import dev.keystead.credential.totp.TotpSecret;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.handle.TestHandles;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopePrefix;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/// A workspace with people who can prove themselves, on a whole server. Each one has its own brakes on
/// guessing.
public final class Town {
    /// Everybody's password.
    public static final String PASSWORD = "violet tram 9 north";

    public static final String MASTER_KEY = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU=";

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final TestServer server;
    private final TestServer.Elsewhere place;
    private final Means means;

    /// What gives people something to prove themselves by. It works with the same keys as the server does.
    private record Means(
            Database database,
            Passwords passwords,
            Passwords.Prepared password,
            AuthenticatorApps apps,
            RecoveryCodes recovery,
            Passkeys passkeys) {
        static Means on(TestServer server) {
            var config = new HikariConfig();
            config.setJdbcUrl(server.database().jdbcUrl());
            config.setUsername(server.appLogin().user());
            config.setPassword(server.appLogin().password());
            config.setMaximumPoolSize(4);
            config.setMinimumIdle(0);
            config.setIdleTimeout(10_000);
            Database database = Database.of(new HikariDataSource(config), ScopePrefix.SET_CONFIG);
            MasterKey master = MasterKey.of("ABCDEFGHIJKLMNOPQRSTUVWXYZ012345".getBytes(StandardCharsets.US_ASCII));
            Clock clock = Clock.systemUTC();
            PasswordHashes hashes = PasswordHashes.start(Parameters.argon2id(19 * 1024, 2));
            var passwords = new Passwords(database, hashes, clock);
            URI address = server.address();
            var ceremonies = new Ceremonies(() -> RelyingParty.at(address, "Keystead"), Set.of());
            return new Means(
                    database,
                    passwords,
                    passwords.prepare(PASSWORD),
                    new AuthenticatorApps(database, master, clock),
                    new RecoveryCodes(database, hashes, clock),
                    new Passkeys(database, ceremonies, clock));
        }
    }

    // Towns on one server share them: each has connections and threads.
    private static final Map<TestServer, Means> MEANS = Collections.synchronizedMap(new WeakHashMap<>());

    private static final class Shared {
        private static final TestServer SERVER = TestServer.start("--master-key", MASTER_KEY);
    }

    private Town(TestServer server) {
        this.server = server;
        this.means = MEANS.computeIfAbsent(server, Means::on);
        this.place = server.makeOrganisation("town-" + NUMBER.incrementAndGet());
    }

    /// A town of its own on the server that these tests share.
    public static Town make() {
        return new Town(Shared.SERVER);
    }

    /// A town on a server that was started with [#MASTER_KEY].
    public static Town on(TestServer server) {
        return new Town(server);
    }

    public TestServer server() {
        return server;
    }

    public TestServer.Elsewhere place() {
        return place;
    }

    /// What the paths of the workspace begin with.
    public String path() {
        return "/t/" + place.slug();
    }

    public TestServer.Client administrator() {
        return server.as(place.key());
    }

    /// Somebody new at the door, in a browser of their own.
    public Visit visit() {
        return new Visit(server, path());
    }

    /// The same with pages and forms.
    public Browser browser() {
        return new Browser(server, path());
    }

    /// The same at the workspace's own host, by way of a proxy that the server trusts.
    public Browser browserAt(String host) {
        return new Browser(server, "", host);
    }

    public Inbox inbox() {
        return new Inbox(server);
    }

    /// Somebody who lives here.
    public record Person(UserId id, String email) {}

    /// Makes a person who has no credential.
    public Person stranger(String name) {
        String email = name + "@" + place.slug() + ".test";
        Answer made =
                administrator().post("/v1/users", "{\"email\":\"%s\",\"display_name\":\"%s\"}".formatted(email, name));
        if (made.status() != 201) {
            throw new IllegalStateException(made.text());
        }
        return new Person(Prefix.USER.parse(made.id(), UserId::new).orElseThrow(), email);
    }

    /// Makes a person with the password.
    public Person person(String name) {
        Person person = stranger(name);
        write(transaction -> {
            means.passwords().set(transaction, person.id(), means.password());
            return true;
        });
        return person;
    }

    /// Gives a person another password; something else is done before that is kept.
    <T> T replacePassword(Person person, String password, Supplier<T> meanwhile) {
        Passwords.Prepared prepared = means.passwords().prepare(password);
        return write(transaction -> {
            means.passwords().set(transaction, person.id(), prepared);
            return meanwhile.get();
        });
    }

    /// Whether a statement that names a table waits for a row that somebody else holds.
    boolean someoneWaitsFor(String table) {
        return server.count("select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%"
                        + table + "%'")
                > 0;
    }

    /// Gives the password to a user of any workspace on this server.
    public void giveSharedPassword(TypedId workspace, UserId user) {
        Scope.tenant(workspace.value())
                .call(() -> means.database().write(transaction -> {
                    means.passwords().set(transaction, user, means.password());
                    return true;
                }));
    }

    /// An app of which the code of the step before was used up.
    public App app(Person person) {
        TotpSecret secret = write(transaction -> switch (means.apps()
                .begin(transaction, person.id(), UuidV7.next(), "town", person.email())) {
            case AuthenticatorApps.Beginning.Begun begun -> begun.secret();
            case AuthenticatorApps.Beginning.AlreadyThere() -> throw new IllegalStateException();
        });
        var app = new App(secret);
        boolean confirmed = write(transaction -> means.apps().confirm(transaction, person.id(), app.code(-1))
                instanceof AuthenticatorApps.Check.Accepted);
        if (!confirmed) {
            throw new IllegalStateException("the app was not confirmed");
        }
        return app;
    }

    public record App(TotpSecret secret) {
        /// An app into which somebody typed the key that a page or an answer shows.
        public static App typed(String key) {
            var bits = new StringBuilder();
            key.replace(" ", "")
                    .chars()
                    .map("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"::indexOf)
                    .forEach(value -> bits.append(Integer.toBinaryString(32 + value), 1, 6));
            var bytes = new byte[bits.length() / 8];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) Integer.parseInt(bits.substring(8 * i, 8 * i + 8), 2);
            }
            return new App(TotpSecret.of(bytes));
        }

        /// The code of the step that is so many away from this one.
        public String code(int steps) {
            return Totp.COMMON.code(secret.bytes(), Totp.COMMON.step(Instant.now()) + steps);
        }

        /// A code that is wrong now and for some minutes.
        public String wrongCode() {
            for (int i = 0; ; i++) {
                String guess = "%06d".formatted(i);
                boolean right = false;
                for (int step = -10; step <= 20; step++) {
                    right |= code(step).equals(guess);
                }
                if (!right) {
                    return guess;
                }
            }
        }
    }

    public List<String> recoveryCodes(Person person) {
        RecoveryCodes.Prepared prepared = means.recovery().prepare();
        write(transaction -> {
            means.recovery().replace(transaction, person.id(), prepared);
            return true;
        });
        return prepared.codes();
    }

    public SoftKey passkey(Person person) {
        var key = new SoftKey();
        RelyingParty party = RelyingParty.at(server.address(), "Keystead");
        key.origin = party.origin();
        key.rpId = party.id();
        var policy = new PasskeyPolicy(true, PasskeyPolicy.Attestation.NONE);
        Octets challenge = SoftKey.challenge();
        var directory = TestHandles.directory(means.database());
        boolean registered = write(transaction -> {
            User user = directory.find(transaction, person.id()).orElseThrow();
            String answer = key.create(means.passkeys().registrationOptions(transaction, user, challenge, policy));
            return means.passkeys().finishRegistration(transaction, person.id(), challenge, answer, policy)
                    instanceof Passkeys.Registration.Registered;
        });
        if (!registered) {
            throw new IllegalStateException("the passkey was not registered");
        }
        return key;
    }

    <T> T write(Function<Transaction, T> work) {
        return Scope.tenant(place.workspace().value())
                .call(() -> means.database().write(work::apply));
    }

    /// Puts one of the workspace's decisions.
    public void decide(String policy, String rules) {
        Answer put = administrator()
                .send("PUT", "/v1/workspaces/" + place.workspace().text() + "/policies/" + policy, rules);
        if (put.status() != 200) {
            throw new IllegalStateException(put.text());
        }
    }

    /// Counts rows of this town past every wall.
    ///
    /// @param what a table, and conditions that begin with `and`
    public long count(String table, String what) {
        return server.count("select count(*) from " + table + " where tenant_id = '"
                + place.workspace().value() + "' " + what);
    }

    /// Changes rows of this town past every wall.
    public void change(String table, String set, String what) {
        server.execute("update " + table + " set " + set + " where tenant_id = '"
                + place.workspace().value() + "' " + what);
    }

    /// Checks that somebody is inside, and by which methods.
    void isInside(Answer answer, String... methods) {
        assertThat(Visit.isInside(answer)).as(answer.text()).isTrue();
        Answer own = server.as(Visit.accessToken(answer)).get(path() + "/v1/me/sessions");
        assertThat(own.status()).as(own.text()).isEqualTo(200);
        assertThat(own.json().path("items").get(0).path("methods").valueStream().map(one -> one.asString()))
                .containsExactly(methods);
    }
}
