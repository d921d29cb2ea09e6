package dev.keystead.trust;

import dev.keystead.directory.UserId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.Look;
import dev.keystead.workspace.Reserved;

/// People of the system workspace and who invited whom, written past every rule: whole trees at once.
public final class Family {
    private static final String SYSTEM = Reserved.SYSTEM_WORKSPACE.value().toString();

    private final Look look;

    public Family(Look look) {
        this.look = look;
    }

    /// Makes a person who came so many days ago.
    public UserId person(String handle, int daysAgo) {
        people("select '" + handle + "'", daysAgo);
        return find(handle);
    }

    public UserId find(String handle) {
        String id = look.text("select app.id_text('usr', id) from identity.users where handle = '" + handle + "'");
        return Prefix.USER.parse(id, UserId::new).orElseThrow();
    }

    private void people(String handles, int daysAgo) {
        look.execute("""
                insert into identity.users (tenant_id, id, kind, handle, email, email_key, display_name, name_key,
                    locale, timezone, status, version, created_at, updated_at)
                select '%s', app.new_id(), 'individual', handle, handle || '@' || app.account_domain(),
                    handle || '@' || app.account_domain(), handle, handle, 'en', 'UTC', 'active', 1,
                    now() - interval '%d days', now()
                from (%s) as named (handle)""".formatted(SYSTEM, daysAgo, handles));
    }

    /// Makes a person whom another invited so many days ago.
    public UserId invited(UserId inviter, String handle, int daysAgo) {
        UserId invitee = person(handle, daysAgo);
        look.execute("""
                insert into identity.invite_chain_edges
                    (tenant_id, invitee_id, inviter_id, invite_id, depth, issued_at, redeemed_at)
                select '%1$s', '%2$s', '%3$s', app.new_id(),
                    1 + coalesce((select depth from identity.invite_chain_edges where invitee_id = '%3$s'), 0),
                    now() - interval '%4$d days', now() - interval '%4$d days'""".formatted(SYSTEM, invitee.value(), inviter.value(), daysAgo));
        return invitee;
    }

    /// Makes people below somebody, each of whom invited the same number: `<prefix>1` is the first of them.
    ///
    /// @param arity how many each one invited
    public void tree(UserId root, String prefix, int count, int arity) {
        people("select '%s' || n from generate_series(1, %d) n".formatted(prefix, count), 1);
        // Inviters come before whom they invited, as their places follow from each other.
        look.execute("""
                insert into identity.invite_chain_edges
                    (tenant_id, invitee_id, inviter_id, invite_id, depth, issued_at, redeemed_at)
                select '%1$s', u.id, coalesce(p.id, '%2$s'), app.new_id(), 1 + n / %4$d, now(), now()
                from generate_series(1, %5$d) n
                join identity.users u on u.handle = '%3$s' || n and u.tenant_id = '%1$s'
                left join identity.users p on p.handle = '%3$s' || ((n - 1) / %4$d) and p.tenant_id = '%1$s'
                order by n""".formatted(SYSTEM, root.value(), prefix, arity, count));
        look.execute("analyze identity.users, identity.invite_chain_edges");
    }

    /// How many people of a tree have a status.
    public long count(String prefix, String status) {
        return look.count("select count(*) from identity.users where handle ~ '^%s[0-9]+$' and status = '%s'"
                .formatted(prefix, status));
    }

    public String status(UserId user) {
        return look.text("select status from identity.users where id = '" + user.value() + "'");
    }

    /// What stands of somebody's score.
    public int score(UserId user) {
        return (int) look.count(
                "select coalesce(max(score), -1) from identity.trust_scores where user_id = '" + user.value() + "'");
    }

    public void change(UserId user, String set) {
        look.execute("update identity.users set " + set + " where id = '" + user.value() + "'");
    }

    /// Has somebody count as revoked some days ago, without anything else.
    public void strike(UserId user, int daysAgo) {
        look.execute("""
                insert into identity.invite_revocations (tenant_id, id, invitee_id, inviter_id, inviters_inviter_id,
                    reason, revoked_by, revoked_at, cascade)
                select '%1$s', app.new_id(), '%2$s', e.inviter_id, above.inviter_id, 'abuse', 'did:internal:test',
                    now() - interval '%3$d days', false
                from (select 1) one
                left join identity.invite_chain_edges e on e.invitee_id = '%2$s'
                left join identity.invite_chain_edges above on above.invitee_id = e.inviter_id""".formatted(SYSTEM, user.value(), daysAgo));
    }
}
