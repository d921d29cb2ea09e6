package dev.keystead.device;

import dev.keystead.directory.UserId;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on devices.
final class DeviceStore {
    /// Of those who register devices for one person at once, one counts at a time.
    static final Query<UserId> OWNER_LOCK = Query.tenant("device.owner.lock", """
            select id
            from identity.users
            where id = ?
              and status <> 'deactivated'
              and tenant_id = ?
            for no key update""", row -> new UserId(row.uuid("id")));

    static final Query<Count> DEVICES_COUNT =
            Query.tenant("device.device.count", """
            select count(*) as all_of_them, count(*) filter (where revoked_at is null) as living
            from identity.devices
            where user_id = ?
              and tenant_id = ?""", row -> new Count(row.number("all_of_them"), row.number("living")));

    static final Query<Device> DEVICE_INSERT = Query.tenant("device.device.insert", """
            insert into identity.devices
                (id, user_id, name, algorithm, public_key, fingerprint, key_thumbprint, trust_level, user_agent,
                 version, registered_at, updated_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, 'untrusted', ?, 1, ?, ?, ?)
            on conflict do nothing
            returning id, user_id, name, public_key, trust_level, certified_until_at, user_agent, version,
                registered_at, trusted_at, last_seen_at, revoked_at""", DeviceStore::device);

    static final Query<Device> DEVICE_FIND = Query.tenant("device.device.find", """
            select id, user_id, name, public_key, trust_level, certified_until_at, user_agent, version,
                registered_at, trusted_at, last_seen_at, revoked_at
            from identity.devices
            where id = ?
              and user_id = ?
              and revoked_at is null
              and tenant_id = ?""", DeviceStore::device);

    static final Query<Device> DEVICE_LOCK = Query.tenant("device.device.lock", """
            select id, user_id, name, public_key, trust_level, certified_until_at, user_agent, version,
                registered_at, trusted_at, last_seen_at, revoked_at
            from identity.devices
            where id = ?
              and user_id = ?
              and revoked_at is null
              and tenant_id = ?
            for no key update""", DeviceStore::device);

    static final Query<DeviceId> DEVICE_HOLD =
            Query.tenant("device.device.hold", """
            select id
            from identity.devices
            where id = ?
              and tenant_id = ?
            for no key update""", row -> new DeviceId(row.uuid("id")));

    static final Query<Device> DEVICE_LIST = Query.tenant("device.device.list", """
            select id, user_id, name, public_key, trust_level, certified_until_at, user_agent, version,
                registered_at, trusted_at, last_seen_at, revoked_at
            from identity.devices
            where user_id = ?
              and id < ?
              and revoked_at is null
              and tenant_id = ?
            order by id desc
            limit ?""", DeviceStore::device);

    static final Query<Boolean> DEVICE_IS_LIVE = Query.tenant("device.device.is-live", """
            select revoked_at is null as live
            from identity.devices
            where id = ?
              and tenant_id = ?""", row -> row.flag("live"));

    /// Also one that was revoked: whoever shows its key must not pass for somebody without a device.
    static final Query<DeviceId> DEVICE_OF_KEY =
            Query.tenant("device.device.find-by-key", """
            select id
            from identity.devices
            where user_id = ?
              and key_thumbprint = ?
              and tenant_id = ?""", row -> new DeviceId(row.uuid("id")));

    static final Query<Device> DEVICE_RENAME = Query.tenant("device.device.rename", """
            update identity.devices
            set name = ?, version = version + 1, updated_at = ?
            where id = ?
              and tenant_id = ?
            returning id, user_id, name, public_key, trust_level, certified_until_at, user_agent, version,
                registered_at, trusted_at, last_seen_at, revoked_at""", DeviceStore::device);

    static final Command DEVICE_CHALLENGE = Command.tenant("device.device.challenge", """
            update identity.devices
            set challenge = ?, challenge_expires_at = ?
            where id = ?
              and user_id = ?
              and revoked_at is null
              and tenant_id = ?""");

    /// Uses a challenge up. Of two who answer it, one does.
    static final Query<Device> CHALLENGE_CONSUME = Query.tenant("device.challenge.consume", """
            update identity.devices
            set challenge = null, challenge_expires_at = null
            where id = ?
              and user_id = ?
              and challenge = ?
              and challenge_expires_at > ?
              and revoked_at is null
              and tenant_id = ?
            returning id, user_id, name, public_key, trust_level, certified_until_at, user_agent, version,
                registered_at, trusted_at, last_seen_at, revoked_at""", DeviceStore::device);

    static final Query<Device> DEVICE_TRUST = Query.tenant("device.device.trust", """
            update identity.devices
            set trust_level = case trust_level when 'untrusted' then 'trusted' else trust_level end,
                trusted_at = coalesce(trusted_at, ?), last_seen_at = ?, updated_at = ?,
                version = version + case trust_level when 'untrusted' then 1 else 0 end
            where id = ?
              and tenant_id = ?
            returning id, user_id, name, public_key, trust_level, certified_until_at, user_agent, version,
                registered_at, trusted_at, last_seen_at, revoked_at""", DeviceStore::device);

    static final Query<Device> DEVICE_CERTIFY = Query.tenant("device.device.certify", """
            update identity.devices
            set certified_until_at = ?, updated_at = ?, version = version + 1,
                trust_level = case when cast(? as timestamptz) is null then 'trusted' else 'offline_bound' end
            where id = ?
              and trust_level <> 'untrusted'
              and tenant_id = ?
            returning id, user_id, name, public_key, trust_level, certified_until_at, user_agent, version,
                registered_at, trusted_at, last_seen_at, revoked_at""", DeviceStore::device);

    static final Query<Device> DEVICE_REVOKE = Query.tenant("device.device.revoke", """
            update identity.devices
            set revoked_at = ?, updated_at = ?, challenge = null, challenge_expires_at = null
            where id = ?
              and user_id = ?
              and revoked_at is null
              and tenant_id = ?
            returning id, user_id, name, public_key, trust_level, certified_until_at, user_agent, version,
                registered_at, trusted_at, last_seen_at, revoked_at""", DeviceStore::device);

    static final Command DEVICE_TOUCH = Command.tenant("device.device.touch", """
            update identity.devices
            set last_seen_at = ?
            where id = ?
              and (last_seen_at is null or last_seen_at < ?)
              and tenant_id = ?""");

    static final Command DEVICES_END = Command.crossTenant(
            "device.device.end", "it runs where events have their effects, for the workspace of one event", """
            update identity.devices
            set revoked_at = ?, updated_at = ?
            where user_id = ?
              and revoked_at is null
              and tenant_id = ?""");

    private final Database database;

    DeviceStore(Database database) {
        this.database = database;
    }

    /// How many devices a person has.
    ///
    /// @param all with those that were revoked
    record Count(long all, long living) {}

    boolean lockOwner(Transaction transaction, UserId user) {
        return transaction.find(OWNER_LOCK, p -> p.id(user)).isPresent();
    }

    Count count(Transaction transaction, UserId user) {
        return transaction.find(DEVICES_COUNT, p -> p.id(user)).orElseThrow();
    }

    Optional<Device> insert(Transaction transaction, Devices.Wish wish, DeviceId id, Instant now) {
        DeviceKey key = wish.key();
        return transaction.find(
                DEVICE_INSERT,
                p -> p.id(id)
                        .id(wish.user())
                        .text(wish.name())
                        .text(key.algorithmName())
                        .bytes(key.info())
                        .bytes(key.fingerprint())
                        .text(key.thumbprint())
                        .text(wish.userAgent())
                        .instant(now)
                        .instant(now));
    }

    Optional<Device> find(UserId user, DeviceId id) {
        return database.find(DEVICE_FIND, p -> p.id(id).id(user));
    }

    Optional<Device> lock(Transaction transaction, UserId user, DeviceId id) {
        return transaction.find(DEVICE_LOCK, p -> p.id(id).id(user));
    }

    void hold(Transaction transaction, DeviceId id) {
        transaction.find(DEVICE_HOLD, p -> p.id(id));
    }

    List<Device> list(UserId user, UUID before, int limit) {
        return database.list(DEVICE_LIST, p -> p.id(user).uuid(before).scope().integer(limit));
    }

    boolean isLive(DeviceId id) {
        return database.find(DEVICE_IS_LIVE, p -> p.id(id)).orElse(false);
    }

    Optional<DeviceId> findByKey(Transaction transaction, UserId user, String thumbprint) {
        return transaction.find(DEVICE_OF_KEY, p -> p.id(user).text(thumbprint));
    }

    Device rename(Transaction transaction, DeviceId id, String name, Instant now) {
        return transaction
                .find(DEVICE_RENAME, p -> p.text(name).instant(now).id(id))
                .orElseThrow();
    }

    boolean challenge(Transaction transaction, UserId user, DeviceId id, byte[] nonce, Instant until) {
        return transaction.update(
                        DEVICE_CHALLENGE,
                        p -> p.bytes(nonce).instant(until).id(id).id(user))
                == 1;
    }

    Optional<Device> consume(Transaction transaction, UserId user, DeviceId id, byte[] nonce, Instant now) {
        return transaction.find(
                CHALLENGE_CONSUME, p -> p.id(id).id(user).bytes(nonce).instant(now));
    }

    Device trust(Transaction transaction, DeviceId id, Instant now) {
        return transaction
                .find(
                        DEVICE_TRUST,
                        p -> p.instant(now).instant(now).instant(now).id(id))
                .orElseThrow();
    }

    Optional<Device> certify(Transaction transaction, DeviceId id, Optional<Instant> until, Instant now) {
        Instant end = until.orElse(null);
        return transaction.find(
                DEVICE_CERTIFY, p -> p.instant(end).instant(now).instant(end).id(id));
    }

    Optional<Device> revoke(Transaction transaction, UserId user, DeviceId id, Instant now) {
        return transaction.find(
                DEVICE_REVOKE, p -> p.instant(now).instant(now).id(id).id(user));
    }

    void touch(DeviceId id, Instant at, Instant unlessSince) {
        database.write(transaction ->
                transaction.update(DEVICE_TOUCH, p -> p.instant(at).id(id).instant(unlessSince)));
    }

    private static Device device(Row row) {
        return new Device(
                new DeviceId(row.uuid("id")),
                new UserId(row.uuid("user_id")),
                row.text("name"),
                DeviceKey.stored(row.bytes("public_key")),
                Words.parse(Device.Level.class, row.text("trust_level")),
                row.findInstant("certified_until_at"),
                row.text("user_agent"),
                row.integer("version"),
                row.instant("registered_at"),
                row.findInstant("trusted_at"),
                row.findInstant("last_seen_at"),
                row.findInstant("revoked_at"));
    }
}
