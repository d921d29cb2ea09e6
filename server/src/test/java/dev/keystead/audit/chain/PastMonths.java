package dev.keystead.audit.chain;

import dev.keystead.server.TestServer;
import java.time.Clock;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.UUID;

/// Months of the trail of what was done that are over, with rows that were sealed in them.
record PastMonths(TestServer server) {
    /// Makes a month, as the job made it when it was near.
    void make(YearMonth month) {
        String part = "audit.admin_audit_" + month.toString().replace('-', '_');
        server.execute("create table if not exists %s partition of audit.admin_audit for values from ('%s') to ('%s')"
                .formatted(part, start(month), start(month.plusMonths(1))));
        server.execute("alter table " + part + " owner to " + server.database().name() + "_owner");
    }

    private static Instant start(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /// Writes entries of a workspace and seals whatever waits, in the middle of a month.
    void seal(YearMonth month, UUID tenant, int entries) {
        make(month);
        var queue = new Queue(server.database());
        queue.fill(tenant, entries);
        server.execute("update audit.entries set trail = 'admin_audit'");
        Clock then = Clock.fixed(start(month).plusSeconds(14L * 24 * 3600), ZoneOffset.UTC);
        new Sealer(queue.worker(), 1, then).look(() -> false);
    }

    /// How many rows of a workspace are in a month.
    long rows(YearMonth month, UUID tenant) {
        return server.count("select count(*) from audit.admin_audit where tenant_id = '%s' and sealed_at >= '%s' and"
                        .formatted(tenant, start(month))
                + " sealed_at < '" + start(month.plusMonths(1)) + "'");
    }

    boolean isThere(YearMonth month) {
        return server.count("select count(*) from pg_class where relname = 'admin_audit_"
                        + month.toString().replace('-', '_') + "'")
                == 1;
    }
}
