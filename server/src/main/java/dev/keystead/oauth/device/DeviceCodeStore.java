package dev.keystead.oauth.device;

import dev.keystead.client.ClientId;
import dev.keystead.directory.UserId;
import dev.keystead.grant.GrantId;
import dev.keystead.platform.db.Words;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The statements on device codes.
final class DeviceCodeStore {
    /// Nothing is inserted where another device shows the same short code.
    static final Command DEVICE_INSERT = Command.tenant("oauth.device.insert", """
            insert into oauth.device_codes
                (id, device_hash, user_hash, client_id, scopes, resources, ip_address, status, grant_id,
                 interval_seconds, created_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, cast(? as inet), 'pending', ?, ?, ?, ?, ?)
            on conflict (tenant_id, user_hash) do nothing""");

    static final Query<DeviceCode> DEVICE_FIND =
            Query.tenant("oauth.device.find-by-user-code", """
            select id, client_id, scopes, resources, host(ip_address) as ip_address, status, user_id, session_id,
                methods, proven_at, grant_id, interval_seconds, polled_at, created_at, expires_at
            from oauth.device_codes
            where user_hash = ?
              and status = 'pending'
              and expires_at > ?
              and tenant_id = ?""", DeviceCodeStore::code);

    /// Of two answers to one device, one counts.
    static final Query<DeviceCode> DEVICE_ALLOW = Query.tenant("oauth.device.allow", """
            update oauth.device_codes
            set status = 'allowed', user_id = ?, session_id = ?, methods = ?, proven_at = ?
            where user_hash = ?
              and status = 'pending'
              and expires_at > ?
              and tenant_id = ?
            returning id, client_id, scopes, resources, host(ip_address) as ip_address, status, user_id, session_id,
                methods, proven_at, grant_id, interval_seconds, polled_at, created_at,
                expires_at""", DeviceCodeStore::code);

    static final Query<DeviceCode> DEVICE_DENY = Query.tenant("oauth.device.deny", """
            update oauth.device_codes
            set status = 'denied'
            where user_hash = ?
              and status = 'pending'
              and expires_at > ?
              and tenant_id = ?
            returning id, client_id, scopes, resources, host(ip_address) as ip_address, status, user_id, session_id,
                methods, proven_at, grant_id, interval_seconds, polled_at, created_at,
                expires_at""", DeviceCodeStore::code);

    /// Uses a code up. Of two who present it at the same moment, one gets it.
    static final Query<DeviceCode> DEVICE_USE = Query.tenant("oauth.device.use", """
            update oauth.device_codes
            set status = 'used'
            where device_hash = ?
              and client_id = ?
              and status = 'allowed'
              and expires_at > ?
              and tenant_id = ?
            returning id, client_id, scopes, resources, host(ip_address) as ip_address, status, user_id, session_id,
                methods, proven_at, grant_id, interval_seconds, polled_at, created_at,
                expires_at""", DeviceCodeStore::code);

    static final Query<DeviceCode> DEVICE_LOCK = Query.tenant("oauth.device.lock", """
            select id, client_id, scopes, resources, host(ip_address) as ip_address, status, user_id, session_id,
                methods, proven_at, grant_id, interval_seconds, polled_at, created_at, expires_at
            from oauth.device_codes
            where device_hash = ?
              and client_id = ?
              and expires_at > cast(? as timestamptz) - interval '1 hour'
              and tenant_id = ?
            for update""", DeviceCodeStore::code);

    static final Command DEVICE_POLLED = Command.tenant("oauth.device.polled", """
            update oauth.device_codes
            set polled_at = ?, interval_seconds = ?
            where id = ?
              and tenant_id = ?""");

    static final Command DEVICE_SWEEP = Command.crossTenant(
            "oauth.device.sweep", "device codes of all workspaces that expired are removed together", """
            delete from oauth.device_codes
            where (tenant_id, id) in (
                select tenant_id, id
                from oauth.device_codes
                where expires_at < cast(? as timestamptz) - interval '1 hour'
                limit ?)""");

    private final Database database;

    DeviceCodeStore(Database database) {
        this.database = database;
    }

    /// Whether it was inserted.
    boolean insert(Transaction transaction, DeviceCode code, byte[] device, byte[] user) {
        return transaction.update(
                        DEVICE_INSERT,
                        p -> p.id(code.id())
                                .bytes(device)
                                .bytes(user)
                                .id(code.client())
                                .texts(code.scopes())
                                .texts(code.resources())
                                .text(code.address())
                                .id(code.grant())
                                .integer(seconds(code.interval()))
                                .instant(code.createdAt())
                                .instant(code.expiresAt()))
                == 1;
    }

    Optional<DeviceCode> find(byte[] user, Instant now) {
        return database.find(DEVICE_FIND, p -> p.bytes(user).instant(now));
    }

    Optional<DeviceCode> allow(Transaction transaction, byte[] user, Session session, Instant now) {
        return transaction.find(
                DEVICE_ALLOW,
                p -> p.id(session.user())
                        .id(session.id())
                        .texts(session.methods())
                        .instant(session.provenAt())
                        .bytes(user)
                        .instant(now));
    }

    Optional<DeviceCode> deny(Transaction transaction, byte[] user, Instant now) {
        return transaction.find(DEVICE_DENY, p -> p.bytes(user).instant(now));
    }

    Optional<DeviceCode> use(Transaction transaction, byte[] device, ClientId client, Instant now) {
        return transaction.find(DEVICE_USE, p -> p.bytes(device).id(client).instant(now));
    }

    Optional<DeviceCode> findForUpdate(Transaction transaction, byte[] device, ClientId client, Instant now) {
        return transaction.find(DEVICE_LOCK, p -> p.bytes(device).id(client).instant(now));
    }

    void polledAtCommit(Transaction transaction, DeviceCodeId id, Duration interval, Instant now) {
        transaction.atCommit(
                DEVICE_POLLED, p -> p.instant(now).integer(seconds(interval)).id(id));
    }

    private static int seconds(Duration interval) {
        return Math.toIntExact(interval.toSeconds());
    }

    private static DeviceCode code(Row row) {
        return new DeviceCode(
                new DeviceCodeId(row.uuid("id")),
                new ClientId(row.uuid("client_id")),
                row.texts("scopes"),
                row.texts("resources"),
                row.text("ip_address"),
                Words.parse(DeviceCode.Status.class, row.text("status")),
                row.findUuid("user_id")
                        .map(user -> new DeviceCode.Allowed(
                                new UserId(user),
                                new SessionId(row.uuid("session_id")),
                                row.texts("methods"),
                                row.instant("proven_at"))),
                new GrantId(row.uuid("grant_id")),
                Duration.ofSeconds(row.integer("interval_seconds")),
                row.findInstant("polled_at"),
                row.instant("created_at"),
                row.instant("expires_at"));
    }
}
