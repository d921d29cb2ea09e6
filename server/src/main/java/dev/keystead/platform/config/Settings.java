package dev.keystead.platform.config;

import static dev.keystead.platform.config.Setting.open;
import static dev.keystead.platform.config.Setting.secret;

import dev.keystead.platform.log.LogFormat;
import dev.keystead.platform.log.LogLevel;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The table of all settings. There are no others: what is not in [#ALL] cannot be configured.
public final class Settings {
    public static final Setting<String> DEPLOYMENT_NAME = open(
            "deployment.name",
            Types.text("[a-z][a-z0-9_]{0,30}", "a letter, then up to 30 letters, digits or _, all lower case"),
            "keystead",
            "The name of this installation. It names the embedded database and begins the names of its roles, so "
                    + "several installations can share one database server.");

    public static final Setting<Path> DATA_DIR = open(
            "data.dir",
            Types.path(),
            "./data",
            "The folder for what the process itself keeps: the embedded database and the master key. Back it up.");

    public static final Setting<Set<Role>> ROLES = open(
            "roles",
            Types.someOf(Role.class),
            "web,worker",
            "What this process does: web answers requests, worker runs jobs in the background.");

    public static final Setting<String> HTTP_HOST = open(
            "http.host",
            Types.host(),
            "127.0.0.1",
            "The address to listen on. 0.0.0.0 or :: accepts connections from other machines.");

    public static final Setting<Integer> HTTP_PORT =
            open("http.port", Types.wholeNumber(0, 65_535), "8080", "The port to listen on; 0 takes any free one.");

    public static final Setting<@Nullable URI> HTTP_PUBLIC_URL = open(
            "http.public-url",
            Types.optional(Types.webOrigin()),
            "",
            "The address under which people and applications reach this installation, when a proxy stands before "
                    + "it. Empty means the host and port it listens on, with https when tls.certificate is set.");

    public static final Setting<Integer> HTTP_MAX_BODY = open(
            "http.max-body",
            Types.size("1KiB", "64MiB"),
            "64KiB",
            "The largest request body that is read; a larger one is answered with 413.");

    public static final Setting<Integer> HTTP_MAX_HEADER = open(
            "http.max-header",
            Types.size("4KiB", "1MiB"),
            "16KiB",
            "The largest request header that is read; a larger one is answered with 431.");

    public static final Setting<Duration> HTTP_REQUEST_TIMEOUT = open(
            "http.request-timeout",
            Types.duration("1s", "10m"),
            "30s",
            "How long one request may take from its first byte to the end of its answer.");

    public static final Setting<Duration> HTTP_IDLE_TIMEOUT = open(
            "http.idle-timeout",
            Types.duration("1s", "1h"),
            "60s",
            "How long a connection may be silent before it is closed.");

    public static final Setting<Duration> HTTP_DRAIN_TIMEOUT = open(
            "http.drain-timeout",
            Types.duration("0s", "10m"),
            "20s",
            "How long a stopping process waits for running requests to end.");

    public static final Setting<Integer> HTTP_MAX_IN_FLIGHT = open(
            "http.max-in-flight",
            Types.wholeNumber(1, 1_000_000),
            "1024",
            "How many requests may run at the same time; more are answered with 503 and a Retry-After.");

    public static final Setting<List<AddressRange>> HTTP_TRUSTED_PROXIES = open(
            "http.trusted-proxies",
            Types.addressRanges(),
            "",
            "The proxies whose word about the caller's address and scheme (X-Forwarded-For, X-Forwarded-Proto) is "
                    + "believed. Empty believes none.");

    public static final Setting<@Nullable Secret<DatabaseUrl>> DB_URL = secret(
                    "db.url",
                    Types.databaseUrl(),
                    "The PostgreSQL database to use, with a user who may create schemas and roles. Empty starts an "
                            + "embedded PostgreSQL in the data folder. It is a secret because it may hold a "
                            + "password.")
            .orFlag("database-url");

    public static final Setting<String> DB_APP_USER = open(
            "db.app.user",
            roleName(),
            "",
            "The database role that answers requests. It must not own the tables. Empty derives it from "
                    + "deployment.name.");

    public static final Setting<@Nullable Secret<String>> DB_APP_PASSWORD = secret(
            "db.app.password",
            Types.password(),
            "The password of db.app.user. Empty derives it from the " + "master key.");

    public static final Setting<String> DB_WORKER_USER = open(
            "db.worker.user",
            roleName(),
            "",
            "The database role that runs jobs. It must not own the tables. Empty derives it from deployment.name.");

    public static final Setting<@Nullable Secret<String>> DB_WORKER_PASSWORD = secret(
            "db.worker.password",
            Types.password(),
            "The password of db.worker.user. Empty derives it from the master key.");

    public static final Setting<Boolean> DB_MIGRATE = open(
            "db.migrate",
            Types.bool(),
            "true",
            "Whether the start brings the database to this version's schema. With false it only checks, and refuses "
                    + "to start on an older one.");

    public static final Setting<Integer> DB_POOL_SIZE = open(
            "db.pool.size",
            Types.wholeNumber(1, 1_000),
            "16",
            "How many database connections answer requests. More than a few per core of the database rarely help.");

    public static final Setting<Integer> DB_WORKER_POOL_SIZE =
            open("db.worker.pool.size", Types.wholeNumber(1, 1_000), "4", "How many database connections run jobs.");

    public static final Setting<Duration> DB_CONNECT_TIMEOUT = open(
            "db.connect-timeout",
            Types.duration("1s", "10m"),
            "10s",
            "How long to wait for a database connection before a request is refused or the start fails.");

    public static final Setting<Duration> DB_STATEMENT_TIMEOUT = open(
            "db.statement-timeout",
            Types.duration("1s", "1h"),
            "15s",
            "How long one SQL statement of a request may run before the database ends it.");

    public static final Setting<Integer> DB_EMBEDDED_PORT = open(
            "db.embedded.port",
            Types.wholeNumber(0, 65_535),
            "0",
            "The local port of the embedded PostgreSQL; 0 takes any free one. Set it to look inside with psql.");

    public static final Setting<@Nullable Secret<byte[]>> MASTER_KEY = secret(
            "master.key",
            Types.base64(32),
            "The key that protects every secret in the database, 32 random bytes in base64 (openssl rand -base64 "
                    + "32). Empty uses the file master.key in the data folder, made at the first start. All nodes "
                    + "need the same; lost means lost.");

    public static final Setting<String> ACCOUNT_DOMAIN = open(
            "account.domain",
            Types.text(
                    "(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+",
                    "a domain name in lower case"),
            "koder.dev",
            "The domain of personal accounts: the person with the handle ana has the address ana@koder.dev.");

    public static final Setting<Integer> PASSWORD_HASH_MEMORY = open(
            "password.hash-memory",
            Types.size("19MiB", "128MiB"),
            "19MiB",
            "The memory that hashing one password fills. More makes a stolen hash harder to guess and every sign-in "
                    + "slower; stored hashes follow as people sign in.");

    public static final Setting<Integer> PASSWORD_HASH_ITERATIONS = open(
            "password.hash-iterations",
            Types.wholeNumber(2, 8),
            "2",
            "How often hashing one password fills that memory.");

    public static final Setting<Integer> SIGN_IN_STARTS_PER_SOURCE = open(
            "sign-in.starts-per-source",
            Types.wholeNumber(10, 1_000_000),
            "10000",
            "How many sign-ins may be begun in ten minutes at one workspace from one network address (of IPv6, one /64 "
                    + "network); more are answered with 429 and a Retry-After.");

    public static final Setting<Integer> SIGN_IN_ASKS_PER_SOURCE = open(
            "sign-in.asks-per-source",
            Types.wholeNumber(5, 1_000_000),
            "100",
            "How many accounts, new passwords and sign-in mails may be asked for in ten minutes at one workspace from "
                    + "one network address; more are answered with 429 and a Retry-After.");

    public static final Setting<Duration> USER_RETENTION = open(
            "user.retention",
            Types.duration("0d", "3650d"),
            "30d",
            "How long a deleted user can be restored before the personal data is erased.");

    public static final Setting<Duration> IDEMPOTENCY_RETENTION = open(
            "idempotency.retention",
            Types.duration("1m", "30d"),
            "24h",
            "How long a repeated POST with the same Idempotency-Key gets the first answer again.");

    public static final Setting<Duration> OAUTH_KEY_ROTATION = open(
            "oauth.key-rotation",
            Types.duration("1d", "3650d"),
            "90d",
            "How long a key signs tokens before the next one takes its place.");

    public static final Setting<Duration> OAUTH_KEY_LEAD = open(
            "oauth.key-lead",
            Types.duration("10m", "30d"),
            "2d",
            "How long the next key is published before it signs, so that every application knows it by then.");

    public static final Setting<Duration> OAUTH_KEY_OVERLAP = open(
            "oauth.key-overlap",
            Types.duration("1h", "365d"),
            "7d",
            "How long a key that no longer signs stays published. It must be longer than any token lives; where "
                    + "device.certificate-life is longer, that counts.");

    public static final Setting<Integer> OAUTH_REQUESTS_PER_SOURCE = open(
            "oauth.requests-per-source",
            Types.wholeNumber(10, 1_000_000),
            "10000",
            "How many requests applications that cannot keep a secret may push, devices begin, and browsers bring "
                    + "before anybody has signed in there, in ten minutes at one workspace from one network address; "
                    + "more are answered with 429 and a Retry-After.");

    public static final Setting<Integer> OAUTH_REQUESTS_PER_CLIENT = open(
            "oauth.requests-per-client",
            Types.wholeNumber(10, 100_000_000),
            "1000000",
            "How many requests one application that proves itself may push or begin in ten minutes, from wherever.");

    public static final Setting<Integer> OAUTH_REGISTRATIONS_PER_SOURCE = open(
            "oauth.registrations-per-source",
            Types.wholeNumber(1, 1_000_000),
            "300",
            "How many applications may register themselves in ten minutes from one network address, where a workspace "
                    + "lets anybody do so.");

    public static final Setting<LogLevel> LOG_LEVEL = open(
            "log.level", Types.oneOf(LogLevel.class), "info", "How much is logged. Libraries stay one step quieter.");

    public static final Setting<LogFormat> LOG_FORMAT = open(
            "log.format",
            Types.oneOf(LogFormat.class),
            "auto",
            "How a log line looks. auto is text on a terminal and JSON otherwise.");

    public static final Setting<Boolean> METRICS_ENABLED = open(
            "metrics.enabled", Types.bool(), "true", "Whether /metrics answers with figures in Prometheus's format.");

    public static final Setting<@Nullable Secret<String>> METRICS_TOKEN = secret(
            "metrics.token",
            Types.text("[\\x21-\\x7e]{16,256}", "16 to 256 visible ASCII characters"),
            "The bearer token that /metrics asks for. Empty asks for none, so keep the path away from the public "
                    + "then.");

    public static final Setting<@Nullable URI> TRACE_ENDPOINT = open(
            "trace.endpoint",
            Types.optional(Types.webUrl()),
            "",
            "The OpenTelemetry collector that traces are sent to (OTLP over HTTP), such as http://localhost:4318. A "
                    + "URL without a path gets /v1/traces. Empty sends none.");

    public static final Setting<Double> TRACE_SAMPLE_RATIO =
            open("trace.sample-ratio", Types.fraction(), "1.0", "The share of requests that is traced.");

    /// Every setting, in the order of the manual.
    public static final List<Setting<?>> ALL = List.of(
            DEPLOYMENT_NAME,
            DATA_DIR,
            ROLES,
            HTTP_HOST,
            HTTP_PORT,
            HTTP_PUBLIC_URL,
            HTTP_MAX_BODY,
            HTTP_MAX_HEADER,
            HTTP_REQUEST_TIMEOUT,
            HTTP_IDLE_TIMEOUT,
            HTTP_DRAIN_TIMEOUT,
            HTTP_MAX_IN_FLIGHT,
            HTTP_TRUSTED_PROXIES,
            EdgeSettings.HTTP_CLIENT_CERTIFICATE_HEADER,
            EdgeSettings.HTTP_WORKSPACE_DOMAIN,
            EdgeSettings.TLS_CERTIFICATE,
            EdgeSettings.TLS_KEY,
            EdgeSettings.TLS_KEY_PASSWORD,
            EdgeSettings.TLS_REDIRECT_PORT,
            EdgeSettings.TLS_CLIENT_CERTIFICATES,
            EdgeSettings.TLS_CLIENT_CA,
            EdgeSettings.OUTBOUND_ALLOW_PRIVATE,
            EdgeSettings.OUTBOUND_CA,
            EdgeSettings.DOMAIN_DNS_SERVERS,
            DB_URL,
            DB_APP_USER,
            DB_APP_PASSWORD,
            DB_WORKER_USER,
            DB_WORKER_PASSWORD,
            DB_MIGRATE,
            DB_POOL_SIZE,
            DB_WORKER_POOL_SIZE,
            DB_CONNECT_TIMEOUT,
            DB_STATEMENT_TIMEOUT,
            DB_EMBEDDED_PORT,
            MASTER_KEY,
            ACCOUNT_DOMAIN,
            PASSWORD_HASH_MEMORY,
            PASSWORD_HASH_ITERATIONS,
            SIGN_IN_STARTS_PER_SOURCE,
            SIGN_IN_ASKS_PER_SOURCE,
            HandleSettings.CHECKS_PER_SOURCE,
            HandleSettings.CHANGE_INTERVAL,
            HandleSettings.FREEZE,
            HandleSettings.NOTICE_AFTER,
            HandleSettings.LOCK_AFTER,
            HandleSettings.RELEASE_AFTER,
            HandleSettings.PROVE_WITHIN,
            InviteSettings.INVITE_LIFE,
            InviteSettings.INVITE_BRANCH_PER_DAY,
            BadgeSettings.BADGE_LIFE,
            BadgeSettings.BADGE_KEY_ROTATION,
            DeviceSettings.CERTIFICATE_LIFE,
            DeviceSettings.AUTHORITY_ROTATION,
            BotSettings.SYSTEM_PER_SECOND,
            BotSettings.VERIFIED_ORG_PER_SECOND,
            BotSettings.THIRD_PARTY_PER_SECOND,
            BotSettings.UNTRUSTED_PER_SECOND,
            BotSettings.BURST_SECONDS,
            USER_RETENTION,
            IDEMPOTENCY_RETENTION,
            EdgeSettings.AUDIT_CHECKPOINT_FOLDER,
            ObjectSettings.AUDIT_ARCHIVE,
            ObjectSettings.ENDPOINT,
            ObjectSettings.BUCKET,
            ObjectSettings.REGION,
            ObjectSettings.ACCESS_KEY,
            ObjectSettings.SECRET_KEY,
            ObjectSettings.PATH_STYLE,
            ObjectSettings.CA,
            OAUTH_KEY_ROTATION,
            OAUTH_KEY_LEAD,
            OAUTH_KEY_OVERLAP,
            OAUTH_REQUESTS_PER_SOURCE,
            OAUTH_REQUESTS_PER_CLIENT,
            OAUTH_REGISTRATIONS_PER_SOURCE,
            MailSettings.MAIL_SMTP_HOST,
            MailSettings.MAIL_SMTP_PORT,
            MailSettings.MAIL_SMTP_SECURITY,
            MailSettings.MAIL_SMTP_USER,
            MailSettings.MAIL_SMTP_PASSWORD,
            MailSettings.MAIL_FROM,
            EventSettings.NATS_URL,
            EventSettings.NATS_USER,
            EventSettings.NATS_PASSWORD,
            EventSettings.NATS_TOKEN,
            EventSettings.NATS_CREDENTIALS,
            EventSettings.NATS_CA,
            EventSettings.NATS_STREAM,
            LOG_LEVEL,
            LOG_FORMAT,
            METRICS_ENABLED,
            METRICS_TOKEN,
            TRACE_ENDPOINT,
            TRACE_SAMPLE_RATIO);

    private Settings() {}

    private static ValueType<String> roleName() {
        return Types.text("([a-z_][a-z0-9_]{0,62})?", "a role name in lower case, to 63 characters, or empty");
    }
}
