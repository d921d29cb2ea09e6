package dev.keystead.platform.config;

import dev.keystead.platform.log.LogConfig;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The whole configuration as the wiring takes it: each part of the product gets its own record and sees no
/// other.
///
/// @param dnsServers where proofs of domains are looked for; none for those of the machine
/// @param masterKey null when the key is the file `master.key` in the data folder
public record Config(
        String deploymentName,
        Path dataDir,
        Set<Role> roles,
        @Nullable Secret<byte[]> masterKey,
        HttpConfig http,
        OutboundConfig outbound,
        List<InetSocketAddress> dnsServers,
        DatabaseConfig database,
        String accountDomain,
        PasswordConfig password,
        SignInConfig signIn,
        HandleConfig handles,
        InviteConfig invites,
        BadgeConfig badges,
        DeviceConfig devices,
        BotConfig bots,
        Duration userRetention,
        Duration idempotencyRetention,
        AuditConfig audit,
        ObjectConfig objects,
        KeyConfig keys,
        ClientLimitConfig clientLimits,
        MailConfig mail,
        NatsConfig nats,
        LogConfig log,
        MetricsConfig metrics,
        TraceConfig trace) {

    public static Config from(Configuration values) {
        return new Config(
                values.value(Settings.DEPLOYMENT_NAME),
                values.value(Settings.DATA_DIR),
                values.value(Settings.ROLES),
                values.value(Settings.MASTER_KEY),
                http(values),
                new OutboundConfig(
                        values.value(EdgeSettings.OUTBOUND_ALLOW_PRIVATE), values.value(EdgeSettings.OUTBOUND_CA)),
                values.value(EdgeSettings.DOMAIN_DNS_SERVERS),
                database(values),
                values.value(Settings.ACCOUNT_DOMAIN),
                new PasswordConfig(
                        values.value(Settings.PASSWORD_HASH_MEMORY), values.value(Settings.PASSWORD_HASH_ITERATIONS)),
                new SignInConfig(
                        values.value(Settings.SIGN_IN_STARTS_PER_SOURCE),
                        values.value(Settings.SIGN_IN_ASKS_PER_SOURCE)),
                HandleConfig.from(values),
                new InviteConfig(
                        values.value(InviteSettings.INVITE_LIFE), values.value(InviteSettings.INVITE_BRANCH_PER_DAY)),
                new BadgeConfig(values.value(BadgeSettings.BADGE_LIFE), values.value(BadgeSettings.BADGE_KEY_ROTATION)),
                new DeviceConfig(
                        values.value(DeviceSettings.CERTIFICATE_LIFE), values.value(DeviceSettings.AUTHORITY_ROTATION)),
                BotConfig.from(values),
                values.value(Settings.USER_RETENTION),
                values.value(Settings.IDEMPOTENCY_RETENTION),
                new AuditConfig(
                        values.value(EdgeSettings.AUDIT_CHECKPOINT_FOLDER), values.value(ObjectSettings.AUDIT_ARCHIVE)),
                ObjectConfig.from(values),
                keys(values),
                new ClientLimitConfig(
                        values.value(Settings.OAUTH_REQUESTS_PER_SOURCE),
                        values.value(Settings.OAUTH_REQUESTS_PER_CLIENT),
                        values.value(Settings.OAUTH_REGISTRATIONS_PER_SOURCE)),
                MailConfig.from(values),
                NatsConfig.from(values),
                new LogConfig(values.value(Settings.LOG_LEVEL), values.value(Settings.LOG_FORMAT)),
                new MetricsConfig(values.value(Settings.METRICS_ENABLED), values.value(Settings.METRICS_TOKEN)),
                new TraceConfig(values.value(Settings.TRACE_ENDPOINT), values.value(Settings.TRACE_SAMPLE_RATIO)));
    }

    /// What a key signed for a device lives as long as the device's certificate, and is checked by that key until then.
    private static KeyConfig keys(Configuration values) {
        Duration overlap = values.value(Settings.OAUTH_KEY_OVERLAP);
        Duration documents = values.value(DeviceSettings.CERTIFICATE_LIFE);
        return new KeyConfig(
                values.value(Settings.OAUTH_KEY_ROTATION),
                values.value(Settings.OAUTH_KEY_LEAD),
                overlap.compareTo(documents) < 0 ? documents : overlap);
    }

    private static HttpConfig http(Configuration values) {
        return new HttpConfig(
                values.value(Settings.HTTP_HOST),
                values.value(Settings.HTTP_PORT),
                values.value(Settings.HTTP_PUBLIC_URL),
                values.value(Settings.HTTP_MAX_BODY),
                values.value(Settings.HTTP_MAX_HEADER),
                values.value(Settings.HTTP_REQUEST_TIMEOUT),
                values.value(Settings.HTTP_IDLE_TIMEOUT),
                values.value(Settings.HTTP_DRAIN_TIMEOUT),
                values.value(Settings.HTTP_MAX_IN_FLIGHT),
                values.value(Settings.HTTP_TRUSTED_PROXIES),
                values.value(EdgeSettings.HTTP_CLIENT_CERTIFICATE_HEADER),
                values.value(EdgeSettings.HTTP_WORKSPACE_DOMAIN),
                TlsConfig.from(values));
    }

    private static DatabaseConfig database(Configuration values) {
        return new DatabaseConfig(
                values.value(Settings.DB_URL),
                new DatabaseConfig.Login(values.value(Settings.DB_APP_USER), values.value(Settings.DB_APP_PASSWORD)),
                new DatabaseConfig.Login(
                        values.value(Settings.DB_WORKER_USER), values.value(Settings.DB_WORKER_PASSWORD)),
                values.value(Settings.DB_MIGRATE),
                values.value(Settings.DB_POOL_SIZE),
                values.value(Settings.DB_WORKER_POOL_SIZE),
                values.value(Settings.DB_CONNECT_TIMEOUT),
                values.value(Settings.DB_STATEMENT_TIMEOUT),
                values.value(Settings.DB_EMBEDDED_PORT));
    }
}
