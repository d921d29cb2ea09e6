package dev.keystead.consent;

import dev.keystead.client.ClientId;
import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on consents.
final class ConsentStore {
    static final Query<Consent> CONSENT_FIND = Query.tenant("consent.consent.find", """
            select id, user_id, client_id, scopes, resources, created_at, updated_at
            from oauth.consents
            where user_id = ?
              and client_id = ?
              and deleted_at is null
              and tenant_id = ?""", ConsentStore::consent);

    /// Adds to what was allowed before. Of very many resources the old ones are forgotten, and asked for again.
    static final Query<Consent> CONSENT_GIVE = Query.tenant("consent.consent.give", """
            insert into oauth.consents as c
                (id, user_id, client_id, scopes, resources, created_at, updated_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (tenant_id, user_id, client_id) where deleted_at is null
            do update set
                scopes = (select array_agg(distinct s order by s) from unnest(c.scopes || excluded.scopes) as s),
                resources = (
                    select coalesce(array_agg(distinct r order by r), '{}')
                    from unnest(excluded.resources
                        || case when cardinality(c.resources) > 80 then '{}' else c.resources end) as r),
                updated_at = excluded.updated_at
            returning id, user_id, client_id, scopes, resources, created_at, updated_at""", ConsentStore::consent);

    static final Query<Consent> CONSENT_WITHDRAW = Query.tenant("consent.consent.withdraw", """
            update oauth.consents
            set deleted_at = ?, updated_at = ?
            where user_id = ?
              and client_id = ?
              and deleted_at is null
              and tenant_id = ?
            returning id, user_id, client_id, scopes, resources, created_at, updated_at""", ConsentStore::consent);

    static final Query<Consent> CONSENTS_OF_USER =
            Query.tenant("consent.consent.list-of-user", """
            select id, user_id, client_id, scopes, resources, created_at, updated_at
            from oauth.consents
            where user_id = ?
              and id < ?
              and deleted_at is null
              and tenant_id = ?
            order by id desc
            limit ?""", ConsentStore::consent);

    static final Query<Consent> CONSENTS_OF_CLIENT =
            Query.tenant("consent.consent.list-of-client", """
            select id, user_id, client_id, scopes, resources, created_at, updated_at
            from oauth.consents
            where client_id = ?
              and id < ?
              and deleted_at is null
              and tenant_id = ?
            order by id desc
            limit ?""", ConsentStore::consent);

    static final Command CONSENT_PURGE = Command.crossTenant(
            "consent.consent.purge", "withdrawn consents of all workspaces are removed together", """
            delete from oauth.consents
            where (tenant_id, id) in (
                select tenant_id, id
                from oauth.consents
                where deleted_at < cast(? as timestamptz) - interval '90 days'
                limit ?)""");

    static final Command CONSENT_PURGE_ORPHANS = Command.crossTenant(
            "consent.consent.purge-orphans", "consents to deleted clients of all workspaces go with these", """
            delete from oauth.consents
            where (tenant_id, id) in (
                select c.tenant_id, c.id
                from oauth.clients k
                cross join lateral (
                    select o.tenant_id, o.id
                    from oauth.consents o
                    where o.tenant_id = k.tenant_id and o.client_id = k.id
                    offset 0) c
                where k.deleted_at < cast(? as timestamptz) - interval '90 days'
                order by k.tenant_id, k.deleted_at
                limit ?)""");

    private final Database database;

    ConsentStore(Database database) {
        this.database = database;
    }

    Optional<Consent> find(UserId user, ClientId client) {
        return database.find(CONSENT_FIND, p -> p.id(user).id(client));
    }

    Consent give(
            Transaction transaction,
            UserId user,
            ClientId client,
            List<String> scopes,
            List<String> resources,
            Instant now) {
        return transaction
                .find(
                        CONSENT_GIVE,
                        p -> p.id(ConsentId.make())
                                .id(user)
                                .id(client)
                                .texts(scopes)
                                .texts(resources)
                                .instant(now)
                                .instant(now))
                .orElseThrow();
    }

    Optional<Consent> withdraw(Transaction transaction, UserId user, ClientId client, Instant now) {
        return transaction.find(
                CONSENT_WITHDRAW, p -> p.instant(now).instant(now).id(user).id(client));
    }

    List<Consent> listOfUser(UserId user, UUID before, int limit) {
        return database.list(
                CONSENTS_OF_USER, p -> p.id(user).uuid(before).scope().integer(limit));
    }

    List<Consent> listOfClient(ClientId client, UUID before, int limit) {
        return database.list(
                CONSENTS_OF_CLIENT, p -> p.id(client).uuid(before).scope().integer(limit));
    }

    private static Consent consent(Row row) {
        return new Consent(
                new ConsentId(row.uuid("id")),
                new UserId(row.uuid("user_id")),
                new ClientId(row.uuid("client_id")),
                row.texts("scopes"),
                row.texts("resources"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
