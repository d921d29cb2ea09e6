package dev.keystead.trust;

import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/// The statements that collect what is known about many people at once, and that keep what came of it.
final class TrustStore {
    /// How long somebody must have been here before they speak for whoever invited them.
    private static final String GOOD_AFTER = "30 days";

    /// Each fact is looked up in an index of its own: never more than a few rows for a person, however many
    /// people they invited. Ten good invitees are as good as a thousand.
    private static final String FACTS = """
            select u.id, u.created_at, u.email_verified_at is not null as email,
                coalesce((
                    select true from identity.mfa_factors f
                    where f.user_id = u.id and f.type = 'webauthn' and f.deleted_at is null and f.tenant_id = ?
                    limit 1), false) as passkey,
                coalesce((
                    select true from identity.mfa_factors f
                    where f.user_id = u.id and f.type = 'totp' and f.verified and f.deleted_at is null
                      and f.tenant_id = ?
                    limit 1), false) as app,
                coalesce((
                    select true from identity.badges b
                    where b.user_id = u.id and b.kind = 'verified' and b.revoked_at is null
                      and b.expires_at > cast(? as timestamptz) and b.tenant_id = ?
                    limit 1), false) as badge,
                coalesce((
                    select true from identity.workspace_members m
                    where m.user_id = u.id and m.affiliation = 'staff' and m.role in ('owner', 'admin')
                      and m.left_at is null and m.tenant_id = ?
                    limit 1), false) as staff,
                coalesce((
                    select e.depth from identity.invite_chain_edges e
                    where e.invitee_id = u.id and e.tenant_id = ?), 0) as depth,
                (select count(*)::integer from (
                    select 1 from identity.invite_chain_edges e
                    join identity.users i on i.id = e.invitee_id
                    where e.inviter_id = u.id and e.tenant_id = ? and i.tenant_id = ? and i.status = 'active'
                      and e.redeemed_at <= cast(? as timestamptz) - interval '%s'
                    limit 10) good) as good_invitees,
                array(
                    select floor(extract(epoch from r.revoked_at))::bigint::text from identity.invite_revocations r
                    where r.invitee_id = u.id and r.reversed_at is null and r.tenant_id = ?) as strikes,
                array(
                    select floor(extract(epoch from max(r.revoked_at)))::bigint::text from identity.invite_revocations r
                    where r.inviter_id = u.id and r.reversed_at is null and r.tenant_id = ?
                    group by r.invitee_id) as revoked_invitees,
                array(
                    select floor(extract(epoch from max(r.revoked_at)))::bigint::text from identity.invite_revocations r
                    where r.inviters_inviter_id = u.id and r.reversed_at is null and r.tenant_id = ?
                    group by r.invitee_id) as revoked_below,
                s.score, s.lineage, s.tenure, s.verification, s.stewardship, s.activity, s.penalties,
                coalesce(s.active_on::text[], '{}') as active_on, s.computed_at,
                q.period_allowed, q.total_allowed, coalesce(q.set_by_hand, false) as set_by_hand
            from identity.users u
            left join identity.trust_scores s on s.user_id = u.id and s.tenant_id = ?
            left join identity.invite_quotas q on q.user_id = u.id and q.tenant_id = ?
            """.formatted(GOOD_AFTER);

    static final Query<Person> PEOPLE_OF_SHARD =
            Query.tenant("trust.person.list-of-shard", FACTS + """
            where u.shard = ?
              and u.id > ?
              and u.kind = 'individual'
              and u.deleted_at is null
              and u.tenant_id = ?
            order by u.id
            limit ?""", TrustStore::person);

    static final Query<Person> PEOPLE = Query.tenant("trust.person.list", FACTS + """
            where u.id = any(?)
              and u.kind = 'individual'
              and u.status <> 'deactivated'
              and u.tenant_id = ?""", TrustStore::person);

    /// Who of some people belongs to a workspace that owns a domain, wherever that is. The worker's.
    static final Query<UserId> IN_VERIFIED_WORKSPACES = Query.crossTenant(
            "trust.workspace.list-verified",
            "people are members of workspaces that are not their own",
            """
            select distinct m.user_id
            from identity.workspace_members m
            join identity.domain_owners o on o.workspace_id = m.tenant_id
            where m.user_id = any(?)
              and m.left_at is null""",
            row -> new UserId(row.uuid("user_id")));

    /// The same of one person, along the user's axis.
    static final Query<UserId> IN_VERIFIED_WORKSPACE =
            Query.user("trust.workspace.find-verified", """
            select m.user_id
            from identity.workspace_members m
            join identity.domain_owners o on o.workspace_id = m.tenant_id
            where m.left_at is null
              and m.user_id = ?
            limit 1""", row -> new UserId(row.uuid("user_id")));

    /// A computation that began before the one whose result stands here knows less, and changes nothing.
    static final Command SCORES_WRITE = Command.tenant("trust.score.write", """
            insert into identity.trust_scores as stored
                (user_id, score, lineage, tenure, verification, stewardship, activity, penalties, active_on,
                 computed_at, tenant_id)
            select n.user_id, n.score, n.lineage, n.tenure, n.verification, n.stewardship, n.activity, n.penalties,
                cast(string_to_array(n.active_on, ' ') as date[]), ?, cast(? as uuid)
            from unnest(cast(? as uuid[]), cast(? as integer[]), cast(? as integer[]), cast(? as integer[]),
                    cast(? as integer[]), cast(? as integer[]), cast(? as integer[]), cast(? as integer[]),
                    cast(? as text[]))
                as n (user_id, score, lineage, tenure, verification, stewardship, activity, penalties, active_on)
            on conflict (tenant_id, user_id) do update
            set score = excluded.score, lineage = excluded.lineage, tenure = excluded.tenure,
                verification = excluded.verification, stewardship = excluded.stewardship, activity = excluded.activity,
                penalties = excluded.penalties, active_on = excluded.active_on, computed_at = excluded.computed_at
            where stored.computed_at < excluded.computed_at""");

    /// The last of a day stays.
    static final Command HISTORY_WRITE = Command.tenant("trust.history.write", """
            insert into identity.trust_history
                (user_id, computed_on, score, lineage, tenure, verification, stewardship, activity, penalties,
                 computed_at, tenant_id)
            select s.user_id, cast(? as date), s.score, s.lineage, s.tenure, s.verification, s.stewardship, s.activity,
                s.penalties, s.computed_at, s.tenant_id
            from identity.trust_scores s
            where s.user_id = any(?)
              and s.computed_at = ?
              and s.tenant_id = ?
            on conflict (tenant_id, user_id, computed_on) do update
            set score = excluded.score, lineage = excluded.lineage, tenure = excluded.tenure,
                verification = excluded.verification, stewardship = excluded.stewardship, activity = excluded.activity,
                penalties = excluded.penalties, computed_at = excluded.computed_at""");

    /// What may be invited follows the score that stands, and not one that a later computation has
    /// replaced.
    static final Command QUOTAS_WRITE = Command.tenant("trust.quota.write", """
            insert into identity.invite_quotas as stored
                (user_id, total_allowed, total_issued, total_redeemed, period_allowed, period_issued, period_reset_at,
                 set_by_hand, updated_at, tenant_id)
            select n.user_id, n.total, 0, 0, n.period, 0, cast(? as timestamptz) + interval '30 days', false, ?,
                s.tenant_id
            from unnest(cast(? as uuid[]), cast(? as integer[]), cast(? as integer[]), cast(? as integer[]))
                as n (user_id, score, period, total)
            join identity.trust_scores s on s.user_id = n.user_id
            where s.score = n.score
              and s.tenant_id = ?
            on conflict (tenant_id, user_id) do update
            set total_allowed = excluded.total_allowed, period_allowed = excluded.period_allowed,
                updated_at = excluded.updated_at
            where not stored.set_by_hand""");

    static final Query<Integer> SCORE_FIND = Query.tenant("trust.score.find", """
            select score
            from identity.trust_scores
            where user_id = ?
              and tenant_id = ?""", row -> row.integer("score"));

    static final Query<Past> HISTORY_LIST = Query.tenant(
            "trust.history.list", """
            select computed_on::text as computed_on, score, lineage, tenure, verification, stewardship, activity,
                penalties
            from identity.trust_history
            where user_id = ?
              and computed_on < cast(? as date)
              and tenant_id = ?
            order by computed_on desc
            limit ?""", row -> new Past(LocalDate.parse(row.text("computed_on")), score(row)));

    static final Command HISTORY_SWEEP =
            Command.crossTenant("trust.history.purge", "old scores of all workspaces are removed together", """
            delete from identity.trust_history
            where (tenant_id, user_id, computed_on) in (
                select tenant_id, user_id, computed_on
                from identity.trust_history
                where computed_at < cast(? as timestamptz) - interval '400 days'
                limit ?)""");

    private final Database database;

    TrustStore(Database database) {
        this.database = database;
    }

    /// A person: what is known, what stands, and what they may invite.
    ///
    /// @param daysBefore on which they were here, as far as that stands
    /// @param decidedByHand whether an operator decided about invitations
    record Person(
            UserId id,
            Facts facts,
            SortedSet<LocalDate> daysBefore,
            Optional<Stored> stored,
            Optional<Allowance> allowance,
            boolean decidedByHand) {
        Person withFacts(Facts other) {
            return new Person(id, other, daysBefore, stored, allowance, decidedByHand);
        }
    }

    /// The score that stands.
    record Stored(Score score, Instant computedAt) {}

    /// The score that stood from a day on.
    record Past(LocalDate on, Score score) {}

    /// Somebody's new score.
    record Computed(Person person, Score score) {
        String days() {
            return person.facts().activeOn().stream().map(LocalDate::toString).collect(Collectors.joining(" "));
        }
    }

    Optional<Integer> score(Transaction transaction, UserId user) {
        return transaction.find(SCORE_FIND, p -> p.id(user));
    }

    List<Person> list(Transaction transaction, int shard, UUID after, Instant now, int limit) {
        return transaction.list(
                PEOPLE_OF_SHARD,
                p -> facts(p, now).integer(shard).uuid(after).scope().integer(limit));
    }

    List<Person> list(Transaction transaction, List<UserId> users, Instant now) {
        return transaction.list(
                PEOPLE, p -> facts(p, now).uuids(users, UserId::value).scope());
    }

    /// Who of many people belongs to a workspace with a verified domain; for the worker's transactions.
    Set<UserId> inVerifiedWorkspaces(Transaction transaction, List<UserId> users) {
        return Set.copyOf(transaction.list(IN_VERIFIED_WORKSPACES, p -> p.uuids(users, UserId::value)));
    }

    /// Whether a person does; for the application's, which look at one person after the other.
    boolean isInVerifiedWorkspace(Transaction transaction, UserId user) {
        return transaction
                .with(Scope.user(user.value()))
                .find(IN_VERIFIED_WORKSPACE, Parameters.Binding.NONE)
                .isPresent();
    }

    private static Parameters facts(Parameters p, Instant now) {
        // One scope for each of the tables before a time is compared, and for each behind.
        return p.scope()
                .scope()
                .instant(now)
                .scope()
                .scope()
                .scope()
                .scope()
                .scope()
                .instant(now)
                .scope()
                .scope()
                .scope()
                .scope()
                .scope();
    }

    void writeScores(Transaction transaction, List<Computed> changed, Instant now) {
        transaction.atCommit(
                SCORES_WRITE,
                p -> p.instant(now)
                        .scope()
                        .uuids(changed, one -> one.person().id().value())
                        .integers(changed, one -> one.score().value())
                        .integers(changed, one -> one.score().lineage())
                        .integers(changed, one -> one.score().tenure())
                        .integers(changed, one -> one.score().verification())
                        .integers(changed, one -> one.score().stewardship())
                        .integers(changed, one -> one.score().activity())
                        .integers(changed, one -> one.score().penalties())
                        .texts(changed.stream().map(Computed::days).toList()));
    }

    void writeHistory(Transaction transaction, List<Computed> changed, Instant now) {
        String today = LocalDate.ofInstant(now, ZoneOffset.UTC).toString();
        transaction.atCommit(
                HISTORY_WRITE,
                p -> p.text(today)
                        .uuids(changed, one -> one.person().id().value())
                        .instant(now));
    }

    void writeQuotas(Transaction transaction, List<Computed> changed, Instant now) {
        transaction.atCommit(
                QUOTAS_WRITE,
                p -> p.instant(now)
                        .instant(now)
                        .uuids(changed, one -> one.person().id().value())
                        .integers(changed, one -> one.score().value())
                        .integers(changed, one -> one.score().allowance().perPeriod())
                        .integers(changed, one -> one.score().allowance().inAll()));
    }

    List<Past> history(UserId user, LocalDate before, int limit) {
        return database.list(
                HISTORY_LIST, p -> p.id(user).text(before.toString()).scope().integer(limit));
    }

    private static Person person(Row row) {
        var days = row.texts("active_on").stream().map(LocalDate::parse).collect(Collectors.toCollection(TreeSet::new));
        var facts = new Facts(
                row.instant("created_at"),
                row.flag("staff"),
                row.integer("depth"),
                new Facts.Verified(row.flag("email"), row.flag("passkey"), row.flag("app"), false, row.flag("badge")),
                row.integer("good_invitees"),
                days,
                times(row, "strikes"),
                times(row, "revoked_invitees"),
                times(row, "revoked_below"));
        return new Person(
                new UserId(row.uuid("id")),
                facts,
                days,
                row.findInstant("computed_at").map(at -> new Stored(score(row), at)),
                row.findInteger("period_allowed").map(period -> new Allowance(period, row.integer("total_allowed"))),
                row.flag("set_by_hand"));
    }

    private static List<Instant> times(Row row, String column) {
        return row.texts(column).stream()
                .map(seconds -> Instant.ofEpochSecond(Long.parseLong(seconds)))
                .toList();
    }

    private static Score score(Row row) {
        return new Score(
                row.integer("score"),
                row.integer("lineage"),
                row.integer("tenure"),
                row.integer("verification"),
                row.integer("stewardship"),
                row.integer("activity"),
                row.integer("penalties"));
    }
}
