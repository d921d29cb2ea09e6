package dev.keystead.license.ending;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.license.assignment.License;
import dev.keystead.license.assignment.LicenseLife;
import dev.keystead.license.assignment.LicenseLife.Notice;
import dev.keystead.license.assignment.When;
import dev.keystead.license.ending.EndingStore.Due;
import dev.keystead.member.OwnersMail;
import dev.keystead.node.NodeId;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// Looks every hour for licences that have ended or are about to.
///
/// Each is a transaction of its own, under the lock of its row: after a crash the next run goes on, and what two nodes
/// find is done by one.
public final class LicenseEndings {
    private static final String ACTOR = "did:internal:licences";
    private static final Duration EVERY = Duration.ofHours(1);
    private static final int PAGE = 500;

    private final EndingStore store;
    private final Database database;
    private final LicenseLife life;
    private final OwnersMail mail;
    private final AuditLog audit;
    private final Clock clock;

    public LicenseEndings(
            Database database, Database worker, LicenseLife life, OwnersMail mail, AuditLog audit, Clock clock) {
        this.store = new EndingStore(worker);
        this.database = database;
        this.life = life;
        this.mail = mail;
        this.audit = audit;
        this.clock = clock;
    }

    public Job job() {
        return new Job("license-endings", EVERY, this::run);
    }

    /// Settles what has ended and tells of what is near, and answers how many licences that were.
    public long run() {
        When now = When.now(clock);
        var parts = new Parts();
        long done = all(parts, () -> store.endedByDay(now.day(), PAGE), due -> settle(due, now))
                + all(parts, () -> store.endedByMoment(now.at(), PAGE), due -> settle(due, now));
        for (int days : LicenseLife.NOTICES) {
            var until =
                    now.day().plusDays(days + 1L).atStartOfDay(ZoneOffset.UTC).toInstant();
            done += all(parts, () -> store.nearByDay(now.day(), days, PAGE), due -> tell(due, now));
            done += all(parts, () -> store.nearByMoment(now.at(), until, days, PAGE), due -> tell(due, now));
        }
        parts.throwIfAnyFailed();
        return done;
    }

    /// Page by page: what is done is not found again. What could not be done is, and ends the work.
    private static long all(Parts parts, Supplier<List<Due>> page, Function<Due, Boolean> work) {
        Set<Due> seen = new HashSet<>();
        long done = 0;
        boolean more = true;
        while (more && !Thread.currentThread().isInterrupted()) {
            List<Due> found = page.get();
            List<Due> fresh = found.stream().filter(seen::add).toList();
            for (Due due : fresh) {
                done += parts.attempt(() -> work.apply(due) ? 1 : 0);
            }
            more = found.size() == PAGE && !fresh.isEmpty();
        }
        return done;
    }

    private boolean settle(Due due, When now) {
        return Scope.tenant(due.tenant())
                .call(() -> database.write(transaction -> {
                    if (!(life.settle(transaction, due.license(), now, ACTOR)
                            instanceof Outcome.Changed<License>(License before, License after))) {
                        return false;
                    }
                    Map<String, Object> change = Map.of(
                            "module", after.module(),
                            "node_id", after.node().text(),
                            "before", Map.of("status", Words.of(before.status())),
                            "after", Map.of("status", Words.of(after.status())));
                    if (after.status() == License.Status.EXPIRED) {
                        audit.writeInternal(transaction, "licences", "license.expire", after.id(), change);
                    } else {
                        audit.writeInternal(transaction, "licences", "license.convert", after.id(), change);
                    }
                    return true;
                }));
    }

    private boolean tell(Due due, When now) {
        return Scope.tenant(due.tenant())
                .call(() -> database.write(transaction -> life.notice(transaction, due.license(), now)
                        .map(notice -> {
                            tell(transaction, notice);
                            return true;
                        })
                        .orElse(false)));
    }

    private void tell(Transaction transaction, Notice notice) {
        License license = notice.license();
        audit.writeInternal(
                transaction,
                "licences",
                "license.warn_ending",
                license.id(),
                Map.of(
                        "module", license.module(),
                        "node_id", license.node().text(),
                        "days", notice.days(),
                        "last_day", notice.lastDay().toString(),
                        "converts", license.terms().converts()));
        String body = license.terms().converts() ? "mail.license.converts" : "mail.license.ends";
        mail.sendToAdministrators(transaction, license.tenant(), (language, place) -> {
            String day = DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG)
                    .withLocale(language.locale())
                    .format(notice.lastDay());
            return new OwnersMail.Said(
                    language.text("mail.license.subject", license.module(), place),
                    List.of(language.text(body, license.module(), place, day), language.text("mail.license.advice")),
                    language.text("mail.license.footer", place),
                    "license");
        });
    }

    /// Ends the licences on a node that is removed, in the transaction that removes it.
    public void nodeRemoved(Transaction transaction, NodeId node) {
        for (License license : life.end(transaction, node, ACTOR)) {
            audit.writeInternal(
                    transaction,
                    "licences",
                    "license.terminate",
                    license.id(),
                    Map.of(
                            "module", license.module(),
                            "node_id", node.text(),
                            "why", "the node was removed",
                            "after", Map.of("status", Words.of(license.status()))));
        }
    }
}
