package dev.keystead.login;

import dev.keystead.directory.UserId;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.db.Words;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Answer;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Questions;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;

/// The statements on flows. None of them sees a flow of another browser.
final class FlowStore {
    static final Command FLOW_INSERT = Command.tenant("login.flow.insert", """
            insert into auth.auth_flows
                (id, kind, status, browser_hash, identifier, account_id, user_id, session_id, steps_completed,
                 return_to, language, ip_address, user_agent, created_at, updated_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, cast(? as text[]), ?, ?, cast(? as inet), ?, ?, ?, ?, ?)""");

    static final Query<Flow> FLOW_FIND = Query.tenant("login.flow.find", """
            select id, kind, status, identifier, account_id, user_id, session_id, steps_completed, error_count,
                code_hash, return_to, created_at, expires_at
            from auth.auth_flows
            where id = ?
              and browser_hash = ?
              and expires_at > ?
              and tenant_id = ?""", FlowStore::flow);

    /// Also of one that is over: whoever begins again still wants to go there.
    static final Query<String> FLOW_FIND_RETURN =
            Query.tenant("login.flow.find-return", """
            select return_to
            from auth.auth_flows
            where id = ?
              and browser_hash = ?
              and return_to is not null
              and tenant_id = ?""", row -> row.text("return_to"));

    static final Query<Flow> FLOW_IDENTIFY = Query.tenant("login.flow.identify", """
            update auth.auth_flows
            set identifier = ?, account_id = ?, code_hash = null, updated_at = ?
            where id = ?
              and browser_hash = ?
              and kind = 'sign_in'
              and status = 'pending'
              and expires_at > ?
              and tenant_id = ?
            returning id, kind, status, identifier, account_id, user_id, session_id, steps_completed, error_count,
                code_hash, return_to, created_at, expires_at""", FlowStore::flow);

    /// Counts an error before the answer is judged, unless there were too many. Guesses in parallel are counted too.
    static final Query<Flow> ERROR_COUNT = Query.tenant("login.flow.count-error", """
            update auth.auth_flows
            set error_count = error_count + 1, updated_at = ?
            where id = ?
              and browser_hash = ?
              and status in ('pending', 'password_ok', 'mfa_required')
              and error_count < ?
              and expires_at > ?
              and tenant_id = ?
            returning id, kind, status, identifier, account_id, user_id, session_id, steps_completed, error_count,
                code_hash, return_to, created_at, expires_at""", FlowStore::flow);

    static final Command ERROR_RETURN = Command.tenant("login.flow.return-error", """
            update auth.auth_flows
            set error_count = error_count - 1
            where id = ?
              and tenant_id = ?""");

    static final Command FLOW_FAIL = Command.tenant("login.flow.fail", """
            update auth.auth_flows
            set status = 'failed', updated_at = ?
            where id = ?
              and status <> 'completed'
              and tenant_id = ?""");

    static final Command FLOWS_FAIL_OF_USER = Command.tenant("login.flow.fail-of-user", """
            update auth.auth_flows
            set status = 'failed', updated_at = ?
            where user_id = ?
              and status in ('password_ok', 'mfa_required')
              and tenant_id = ?""");

    /// Takes a step from the status that it began in: of two who take it at the same moment one does.
    static final Query<Flow> FLOW_ADVANCE = Query.tenant("login.flow.advance", """
            update auth.auth_flows
            set status = ?, user_id = ?, session_id = coalesce(?, session_id),
                steps_completed = array_append(steps_completed, cast(? as text)), error_count = error_count - ?,
                code_hash = null, updated_at = ?
            where id = ?
              and browser_hash = ?
              and status = ?
              and expires_at > ?
              and tenant_id = ?
            returning id, kind, status, identifier, account_id, user_id, session_id, steps_completed, error_count,
                code_hash, return_to, created_at, expires_at""", FlowStore::flow);

    static final Query<Flow> CODE_SET = Query.tenant("login.flow.set-code", """
            update auth.auth_flows
            set code_hash = ?, updated_at = ?
            where id = ?
              and browser_hash = ?
              and status = 'pending'
              and (identifier is not null or kind = 'step_up')
              and expires_at > ?
              and tenant_id = ?
            returning id, kind, status, identifier, account_id, user_id, session_id, steps_completed, error_count,
                code_hash, return_to, created_at, expires_at""", FlowStore::flow);

    static final Command FLOW_SWEEP =
            Command.crossTenant("login.flow.sweep", "flows of all workspaces that ended are removed together", """
            delete from auth.auth_flows
            where (tenant_id, id) in (
                select tenant_id, id
                from auth.auth_flows
                where expires_at < cast(? as timestamptz) - interval '1 hour'
                limit ?)""");

    private final Database database;

    FlowStore(Database database) {
        this.database = database;
    }

    Flow insertAtCommit(Transaction transaction, Flow flow, Visitor visitor) {
        Session.Client client = visitor.client();
        transaction.atCommit(
                FLOW_INSERT,
                p -> p.id(flow.id())
                        .text(Words.of(flow.kind()))
                        .text(Words.of(flow.status()))
                        .bytes(visitor.browser().bytes())
                        .text(flow.identifier().orElse(null))
                        .uuid(flow.account().map(UserId::value).orElse(null))
                        .uuid(flow.user().map(UserId::value).orElse(null))
                        .uuid(flow.session().map(SessionId::value).orElse(null))
                        .texts(flow.done().stream().map(Step::word).toList())
                        .text(flow.returnTo().orElse(null))
                        .text(visitor.language().tag())
                        .text(client.address())
                        .text(client.userAgent())
                        .instant(flow.createdAt())
                        .instant(flow.createdAt())
                        .instant(flow.expiresAt()));
        return flow.nowKept();
    }

    Optional<Flow> find(FlowId id, Digest browser, Instant now) {
        return database.find(FLOW_FIND, p -> p.id(id).bytes(browser.bytes()).instant(now));
    }

    Optional<String> findReturn(FlowId id, Digest browser) {
        return database.find(FLOW_FIND_RETURN, p -> p.id(id).bytes(browser.bytes()));
    }

    Optional<Flow> identify(
            Transaction transaction,
            FlowId id,
            Digest browser,
            String identifier,
            Optional<UserId> account,
            Instant now) {
        return transaction.find(
                FLOW_IDENTIFY,
                p -> p.text(identifier)
                        .uuid(account.map(UserId::value).orElse(null))
                        .instant(now)
                        .id(id)
                        .bytes(browser.bytes())
                        .instant(now));
    }

    Optional<Flow> countError(Transaction transaction, FlowId id, Digest browser, Instant now) {
        return transaction.find(
                ERROR_COUNT,
                p -> p.instant(now)
                        .id(id)
                        .bytes(browser.bytes())
                        .integer(Flow.MOST_ERRORS)
                        .instant(now));
    }

    void returnError(Transaction transaction, FlowId id) {
        transaction.atCommit(ERROR_RETURN, p -> p.id(id));
    }

    void fail(Transaction transaction, FlowId id, Instant now) {
        transaction.atCommit(FLOW_FAIL, p -> p.instant(now).id(id));
    }

    void failOf(Transaction transaction, UserId user, Instant now) {
        transaction.atCommit(FLOWS_FAIL_OF_USER, p -> p.instant(now).id(user));
    }

    /// @param counted whether the step was counted as an error before it was judged
    Answer<Flow> advance(
            Questions questions, Flow flow, Digest browser, Advance advance, boolean counted, Instant now) {
        return questions.add(
                FLOW_ADVANCE,
                p -> p.text(Words.of(advance.to()))
                        .id(advance.user())
                        .uuid(advance.session().map(SessionId::value).orElse(null))
                        .text(advance.step().word())
                        .integer(counted ? 1 : 0)
                        .instant(now)
                        .id(flow.id())
                        .bytes(browser.bytes())
                        .text(Words.of(flow.status()))
                        .instant(now));
    }

    /// Where a step leads.
    record Advance(Step step, UserId user, Flow.Status to, Optional<SessionId> session) {}

    Optional<Flow> setCode(Transaction transaction, FlowId id, Digest browser, Digest code, Instant now) {
        return transaction.find(
                CODE_SET,
                p -> p.bytes(code.bytes())
                        .instant(now)
                        .id(id)
                        .bytes(browser.bytes())
                        .instant(now));
    }

    private static Flow flow(Row row) {
        return new Flow(
                new FlowId(row.uuid("id")),
                Words.parse(Flow.Kind.class, row.text("kind")),
                Words.parse(Flow.Status.class, row.text("status")),
                row.findText("identifier"),
                row.findUuid("account_id").map(UserId::new),
                row.findUuid("user_id").map(UserId::new),
                row.findUuid("session_id").map(SessionId::new),
                row.texts("steps_completed").stream().map(Step::ofWord).toList(),
                row.integer("error_count"),
                row.findBytes("code_hash").map(Digest::of),
                row.findText("return_to"),
                row.instant("created_at"),
                row.instant("expires_at"),
                true);
    }
}
