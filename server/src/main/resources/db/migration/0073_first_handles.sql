-- Purpose: the words that are reserved from the beginning, and the handles that people have already.
-- Tables: identity.reservation_dictionary, identity.handle_registry.
-- Scope: system-wide: both are one for all workspaces.
-- Retention class: none (kept for good).
-- Rollback: delete from identity.reservation_dictionary where added_by = 'did:internal:product'; delete from identity.handle_registry.

insert into identity.reservation_dictionary
    (id, handle, skeleton, skeleton_version, category, added_by, reviewed_by, version, added_at)
select app.new_id(), handle, skeleton, 1, category, 'did:internal:product', 'did:internal:release',
    row_number() over (), now()
from (values
    ('system', 'abuse', 'abuse'),
    ('system', 'account', 'account'),
    ('system', 'accounts', 'accounts'),
    ('system', 'admin', 'admln'),
    ('system', 'administrator', 'admlnlstrator'),
    ('system', 'api', 'apl'),
    ('system', 'auth', 'auth'),
    ('system', 'billing', 'bllllng'),
    ('system', 'bot', 'bot'),
    ('system', 'bots', 'bots'),
    ('system', 'contact', 'contact'),
    ('system', 'daemon', 'daemon'),
    ('system', 'dev', 'dev'),
    ('system', 'dns', 'dns'),
    ('system', 'email', 'emall'),
    ('system', 'ftp', 'ftp'),
    ('system', 'help', 'help'),
    ('system', 'helpdesk', 'helpdesk'),
    ('system', 'hostmaster', 'hostmaster'),
    ('system', 'imap', 'lmap'),
    ('system', 'info', 'lnfo'),
    ('system', 'localhost', 'localhost'),
    ('system', 'login', 'logln'),
    ('system', 'logout', 'logout'),
    ('system', 'mail', 'mall'),
    ('system', 'mailer-daemon', 'mallerdaemon'),
    ('system', 'moderator', 'moderator'),
    ('system', 'noreply', 'noreply'),
    ('system', 'no-reply', 'noreply'),
    ('system', 'oauth', 'oauth'),
    ('system', 'operator', 'operator'),
    ('system', 'owner', 'owner'),
    ('system', 'password', 'password'),
    ('system', 'postmaster', 'postmaster'),
    ('system', 'privacy', 'prlvacy'),
    ('system', 'register', 'reglster'),
    ('system', 'root', 'root'),
    ('system', 'security', 'securlty'),
    ('system', 'setup', 'setup'),
    ('system', 'sign-in', 'slgnln'),
    ('system', 'sign-up', 'slgnup'),
    ('system', 'smtp', 'smtp'),
    ('system', 'ssl', 'ssl'),
    ('system', 'sso', 'sso'),
    ('system', 'staff', 'staff'),
    ('system', 'status', 'status'),
    ('system', 'support', 'support'),
    ('system', 'sysadmin', 'sysadmln'),
    ('system', 'system', 'system'),
    ('system', 'test', 'test'),
    ('system', 'webmaster', 'webmaster'),
    ('system', 'www', 'www'),
    ('product', 'account-recovery', 'accountrecovery'),
    ('product', 'audit', 'audlt'),
    ('product', 'badge', 'badge'),
    ('product', 'badges', 'badges'),
    ('product', 'console', 'console'),
    ('product', 'directory', 'dlrectory'),
    ('product', 'docs', 'docs'),
    ('product', 'gateway', 'gateway'),
    ('product', 'handles', 'handles'),
    ('product', 'identity', 'ldentlty'),
    ('product', 'invite', 'lnvlte'),
    ('product', 'invites', 'lnvltes'),
    ('product', 'license', 'llcense'),
    ('product', 'licenses', 'llcenses'),
    ('product', 'node', 'node'),
    ('product', 'nodes', 'nodes'),
    ('product', 'org', 'org'),
    ('product', 'orgs', 'orgs'),
    ('product', 'project', 'project'),
    ('product', 'projects', 'projects'),
    ('product', 'tenant', 'tenant'),
    ('product', 'tenants', 'tenants'),
    ('product', 'trust', 'trust'),
    ('product', 'workspace', 'workspace'),
    ('product', 'workspaces', 'workspaces'),
    ('brand', 'keystead', 'keystead'),
    ('brand', 'koder', 'koder'),
    ('profanity', 'arsehole', 'arsehole'),
    ('profanity', 'asshole', 'asshole'),
    ('profanity', 'bastard', 'bastard'),
    ('profanity', 'bitch', 'bltch'),
    ('profanity', 'cunt', 'cunt'),
    ('profanity', 'fuck', 'fuck'),
    ('profanity', 'nazi', 'nazl'),
    ('profanity', 'shit', 'shlt'),
    ('profanity', 'whore', 'whore'),
    ('ambiguous', 'all', 'all'),
    ('ambiguous', 'anonymous', 'anonymous'),
    ('ambiguous', 'anyone', 'anyone'),
    ('ambiguous', 'deleted', 'deleted'),
    ('ambiguous', 'everybody', 'everybody'),
    ('ambiguous', 'everyone', 'everyone'),
    ('ambiguous', 'guest', 'guest'),
    ('ambiguous', 'here', 'here'),
    ('ambiguous', 'me', 'me'),
    ('ambiguous', 'my', 'my'),
    ('ambiguous', 'nobody', 'nobody'),
    ('ambiguous', 'none', 'none'),
    ('ambiguous', 'null', 'null'),
    ('ambiguous', 'self', 'self'),
    ('ambiguous', 'somebody', 'somebody'),
    ('ambiguous', 'someone', 'someone'),
    ('ambiguous', 'somewhere', 'somewhere'),
    ('ambiguous', 'undefined', 'undeflned'),
    ('ambiguous', 'unknown', 'unknown'),
    ('ambiguous', 'user', 'user'),
    ('ambiguous', 'users', 'users'),
    ('ambiguous', 'you', 'you')
) as words (category, handle, skeleton);

-- Whoever has a handle keeps it, whatever it looks like: the job works out the skeletons. All individuals are people of the
-- system workspace; nothing has made machines so far. Everybody counts as active today, as it is not known who was when.
do $$
begin
    perform set_config('app.current_tenant_id', '00000000-0000-7000-8000-000000000002', true);
    insert into identity.handle_registry
        (handle, skeleton_version, allocation_kind, home_tenant_id, holder_id, allocated_at, active_at, due_at)
    select handle, 0, 'individual', tenant_id, id, created_at, now(), now() + interval '365 days'
    from identity.users
    where tenant_id = '00000000-0000-7000-8000-000000000002' and kind = 'individual' and deleted_at is null
    on conflict do nothing;
    perform set_config('app.current_tenant_id', '', true);
end
$$;
