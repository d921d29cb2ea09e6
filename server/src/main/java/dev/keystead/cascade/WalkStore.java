package dev.keystead.cascade;

import dev.keystead.cascade.CascadeAccount.Reason;
import dev.keystead.directory.UserId;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The statements that go down the lineage. They only look; both judge people by the same words.
final class WalkStore {
    /// Sorts behind every path that begins with the same bytes.
    private static final String LAST_BYTES = "ff".repeat(17);

    private static final String SUSPEND = "suspend";

    /// Why somebody is left alone, or that they are suspended: by the account, by standing, by trust, by
    /// time. Owners are left alone whatever their affiliation: they run the installation. Staff come before those
    /// whom somebody suspended by hand: the walk ends at them, and somebody is to see that.
    private static final String VERDICT = """
            case
                when u.id is null or u.status = 'deactivated' then 'gone'
                when coalesce((
                    select true from identity.workspace_members m
                    where m.user_id = e.invitee_id
                      and (m.role = 'owner' or m.role = 'admin' and m.affiliation = 'staff')
                      and m.left_at is null and m.tenant_id = ?
                    limit 1), false) then 'staff'
                when u.status = 'suspended' and u.suspension_id is null then 'suspended_before'
                when coalesce(s.score, 0) >= ? then 'score'
                when u.created_at <= ? then 'tenure'
                else 'suspend'
            end as verdict
            """;

    /// Where a walk ends: at each of the staff below the root, whose people have their lineage from them.
    private static final String ENDS = """
            with ends as materialized (
                select s.path as opens, s.path || decode('%s', 'hex') as closes
                from identity.workspace_members m
                join identity.invite_chain_edges s on s.invitee_id = m.user_id and s.tenant_id = ?
                where m.affiliation = 'staff'
                  and m.role in ('owner', 'admin')
                  and m.left_at is null
                  and m.tenant_id = ?
                  and s.path > decode(?, 'hex')
                  and s.path < decode(?, 'hex'))
            """.formatted(LAST_BYTES);

    private static final String NOT_BELOW_AN_END = """
            not exists (
                select
                from ends
                where e.path > ends.opens
                  and e.path < ends.closes)""";

    /// The next people of a generation below somebody, in the order of their paths.
    static final Query<Found> PEOPLE_BELOW =
            Query.tenant("cascade.walk.below", ENDS + """
            select e.invitee_id, encode(e.path, 'hex') as path, %s
            from (
                select e.invitee_id, e.path
                from identity.invite_chain_edges e
                where e.generation = ?
                  and e.path > decode(?, 'hex')
                  and e.path < decode(?, 'hex')
                  and e.tenant_id = ?
                  and %s
                order by e.path
                limit ?) e
            left join identity.users u on u.id = e.invitee_id and u.tenant_id = ?
            left join identity.trust_scores s on s.user_id = e.invitee_id and s.tenant_id = ?
            order by e.path""".formatted(VERDICT, NOT_BELOW_AN_END), WalkStore::found);

    /// Generations are looked up one by one: each is a range of the index, and there are a hundred at most.
    static final Query<Count> VERDICTS_BELOW = Query.tenant(
            "cascade.walk.count",
            ENDS + """
            select judged.verdict, count(*) as people
            from (
                select %s
                from generate_series(cast(? as integer), 100) g (generation)
                cross join lateral (
                    select e.invitee_id
                    from identity.invite_chain_edges e
                    where e.generation = g.generation
                      and e.path > decode(?, 'hex')
                      and e.path < decode(?, 'hex')
                      and e.tenant_id = ?
                      and %s) e
                left join identity.users u on u.id = e.invitee_id and u.tenant_id = ?
                left join identity.trust_scores s on s.user_id = e.invitee_id and s.tenant_id = ?) judged
            group by judged.verdict""".formatted(VERDICT, NOT_BELOW_AN_END),
            row -> new Count(reason(row), Math.toIntExact(row.number("people"))));

    private WalkStore() {}

    /// Somebody whom the walk found.
    ///
    /// @param path their place, in hexadecimal
    /// @param leftAlone why; nothing for those who are to be suspended
    record Found(UserId user, String path, Optional<Reason> leftAlone) {}

    /// How many people of one kind are below somebody.
    record Count(Optional<Reason> leftAlone, int people) {}

    /// Who is left alone.
    ///
    /// @param score of whom is trusted at least so far
    /// @param before who has been here since then or longer
    record Limits(int score, Instant before) {}

    static List<Found> below(
            Transaction transaction, String rootPath, int generation, String after, Limits limits, int most) {
        return transaction.list(
                PEOPLE_BELOW,
                p -> judged(p, rootPath, limits)
                        .integer(generation)
                        .text(after)
                        .text(rootPath + LAST_BYTES)
                        .scope()
                        .integer(most)
                        .scope()
                        .scope());
    }

    static List<Count> count(Transaction transaction, String rootPath, int firstGeneration, Limits limits) {
        return transaction.list(
                VERDICTS_BELOW,
                p -> judged(p, rootPath, limits)
                        .integer(firstGeneration)
                        .text(rootPath)
                        .text(rootPath + LAST_BYTES)
                        .scope()
                        .scope()
                        .scope());
    }

    private static Parameters judged(Parameters p, String rootPath, Limits limits) {
        return p.scope()
                .scope()
                .text(rootPath)
                .text(rootPath + LAST_BYTES)
                .scope()
                .integer(limits.score())
                .instant(limits.before());
    }

    private static Found found(Row row) {
        return new Found(new UserId(row.uuid("invitee_id")), row.text("path"), reason(row));
    }

    private static Optional<Reason> reason(Row row) {
        return Optional.of(row.text("verdict"))
                .filter(verdict -> !verdict.equals(SUSPEND))
                .map(verdict -> Words.parse(Reason.class, verdict));
    }
}
