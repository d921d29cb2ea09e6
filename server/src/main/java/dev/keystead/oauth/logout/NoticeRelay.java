package dev.keystead.oauth.logout;

import dev.keystead.audit.AuditLog;
import dev.keystead.client.Client;
import dev.keystead.client.Clients;
import dev.keystead.job.Backoff;
import dev.keystead.job.Bell;
import dev.keystead.job.Lanes;
import dev.keystead.key.KeyRing;
import dev.keystead.login.Door;
import dev.keystead.oauth.logout.NoticeStore.Lane;
import dev.keystead.oauth.logout.NoticeStore.Notice;
import dev.keystead.oauth.wire.Subjects;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.platform.outbound.OutboundOutcome;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.Workspaces;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes notices out of the queue and tells clients by their back channel (OpenID Connect Back-Channel
/// Logout section 2.5). Every client has a lane of its own. No transaction is open while it talks to the
/// other side.
public final class NoticeRelay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NoticeRelay.class);
    private static final int MOST_LANES = 100;
    private static final int BATCH = 8;

    /// How long notices are this worker's, which is longer than any call lasts; a worker that dies leaves
    /// them to the others after that.
    private static final Duration CLAIM = Duration.ofMinutes(1);

    private static final Backoff PAUSE = new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(5));

    private final Parts parts;
    private final LogoutTokens tokens;
    private final NoticeStore store = new NoticeStore();
    private final Lanes<Lane> lanes;

    /// What it works with.
    ///
    /// @param bell rings when a notice was queued here
    public record Parts(
            Database worker,
            AuditLog audit,
            Bell bell,
            Clients clients,
            Workspaces workspaces,
            Door door,
            KeyRing keys,
            Subjects subjects,
            Outbound outbound,
            Clock clock) {}

    public NoticeRelay(Parts parts) {
        this.parts = parts;
        this.tokens = new LogoutTokens(parts.keys(), parts.subjects(), parts.clock());
        this.lanes = new Lanes<>("logout", parts.bell(), this::due, this::work);
    }

    public void start() {
        lanes.start();
    }

    private List<Lane> due() {
        Instant now = parts.clock().instant();
        return parts.worker()
                .list(NoticeStore.LANES_DUE, p -> p.instant(now).instant(now).integer(MOST_LANES));
    }

    private void work(Lane lane, BooleanSupplier stopping) {
        Scope.tenant(lane.tenant().value()).call(() -> {
            tellAll(lane, stopping);
            return true;
        });
    }

    private void tellAll(Lane lane, BooleanSupplier stopping) {
        List<Notice> batch = claim(lane);
        boolean up = true;
        while (up && !batch.isEmpty()) {
            up = tell(lane, batch) && !stopping.getAsBoolean();
            batch = up && batch.size() == BATCH ? claim(lane) : List.of();
        }
    }

    private List<Notice> claim(Lane lane) {
        Instant now = parts.clock().instant();
        return parts.worker().write(transaction -> store.claim(transaction, lane, now, now.plus(CLAIM), BATCH));
    }

    /// Tells a client of some sessions: of the first, and if it answers, of the others at once. One that is
    /// gone, or has nowhere to be told, need not be. Answers whether the client can be reached; one that
    /// cannot takes up the time of a single call.
    private boolean tell(Lane lane, List<Notice> batch) {
        Optional<Client> client = parts.clients()
                .find(lane.client())
                .filter(found -> found.settings().logout().backchannelUri() != null);
        Optional<Workspace> workspace = parts.workspaces().standing(lane.tenant());
        if (client.isEmpty() || workspace.isEmpty()) {
            batch.forEach(notice -> delete(lane, notice));
            return true;
        }
        String usualIssuer = parts.door().addressOf(workspace.get());
        List<Notice> others = batch.subList(1, batch.size());
        if (!tell(lane, client.get(), usualIssuer, batch.getFirst())) {
            others.forEach(notice -> retry(lane, notice, "did not answer to another call"));
            return false;
        }
        try (var together = Executors.newVirtualThreadPerTaskExecutor()) {
            others.forEach(notice -> together.execute(() -> tell(lane, client.get(), usualIssuer, notice)));
        }
        return true;
    }

    /// Tells a client of one session, and answers whether it can be reached.
    private boolean tell(Lane lane, Client client, String usualIssuer, Notice notice) {
        return Scope.tenant(lane.tenant().value()).call(() -> {
            OutboundOutcome outcome = call(client, usualIssuer, notice);
            switch (outcome) {
                case OutboundOutcome.Fetched answer when answer.isSuccess() -> delete(lane, notice);
                case OutboundOutcome.Fetched answer -> retry(lane, notice, "answers with " + answer.status());
                case OutboundOutcome.Failed(String why) -> retry(lane, notice, why);
                case OutboundOutcome.Refused(OutboundOutcome.Reason reason) -> giveUp(lane, notice, reason.sentence());
            }
            return !(outcome instanceof OutboundOutcome.Failed);
        });
    }

    /// A notice that cannot be signed or sent must not hold up the others.
    private OutboundOutcome call(Client client, String usualIssuer, Notice notice) {
        try {
            String token = tokens.make(client, notice.issuer().orElse(usualIssuer), notice.user(), notice.session());
            URI address = URI.create(String.valueOf(client.settings().logout().backchannelUri()));
            // A token in compact form has no character that a form would encode.
            byte[] form = ("logout_token=" + token).getBytes(StandardCharsets.US_ASCII);
            return parts.outbound().post(address, "application/x-www-form-urlencoded", form);
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("client", client.id()).setCause(e).log("a logout token cannot be made or sent");
            return new OutboundOutcome.Failed("could not be called");
        }
    }

    private boolean delete(Lane lane, Notice notice) {
        return parts.worker().write(transaction -> store.delete(transaction, lane, notice));
    }

    private void retry(Lane lane, Notice notice, String why) {
        Instant next = parts.clock().instant().plus(PAUSE.after(notice.attempts()));
        if (next.isBefore(notice.expiresAt())) {
            parts.worker().write(transaction -> store.postpone(transaction, lane, notice, next, why));
        } else {
            giveUp(lane, notice, why);
        }
    }

    private void giveUp(Lane lane, Notice notice, String why) {
        boolean ended = parts.worker().write(transaction -> {
            boolean deleted = store.delete(transaction, lane, notice);
            if (deleted) {
                parts.audit()
                        .writeInternal(
                                transaction,
                                "logout",
                                "logout.fail",
                                lane.client(),
                                Map.of(
                                        "session_id", notice.session().text(),
                                        "attempts", notice.attempts(),
                                        "why", "the address for logout notices " + why));
            }
            return deleted;
        });
        if (ended) {
            LOG.atWarn()
                    .addKeyValue("client", lane.client())
                    .addKeyValue("why", why)
                    .log("a client was not told that somebody signed out");
        }
    }

    /// Lets calls under way end, so that nobody is told twice.
    @Override
    public void close() {
        lanes.close();
    }
}
