package dev.keystead.device.authority;

import dev.keystead.audit.AuditLog;
import dev.keystead.device.authority.CertificateAuthorities.Successors;
import dev.keystead.job.Job;
import dev.keystead.job.Turns;
import dev.keystead.platform.config.DeviceConfig;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Lets certificate authorities follow each other in time, and removes those that no certificate needs any more.
///
/// Whose turn has come is asked of all workspaces at once; each change is made inside its own workspace's wall, in
/// one transaction. Any number of nodes may run it: what one did, the others find done.
public final class AuthorityRotation {
    private static final Duration EVERY = Duration.ofHours(1);

    private final CertificateAuthorities authorities;
    private final Database database;
    private final Database worker;
    private final AuditLog audit;
    private final DeviceConfig config;
    private final Clock clock;

    /// @param worker sees whose turn has come in all workspaces, and changes nothing
    public AuthorityRotation(
            CertificateAuthorities authorities,
            Database database,
            Database worker,
            AuditLog audit,
            DeviceConfig config,
            Clock clock) {
        this.authorities = authorities;
        this.database = database;
        this.worker = worker;
        this.audit = audit;
        this.config = config;
        this.clock = clock;
    }

    public Job job() {
        return new Job("certificate-authorities", EVERY, this::run);
    }

    /// Does everything that is due, and answers how many authorities were touched.
    public long run() {
        Instant now = clock.instant();
        var turns = new Turns(worker);
        long touched = turns.each(
                        AuthorityStore.AUTHORITIES_AGEING, now.minus(config.authorityRotation()), this::rotate)
                + turns.each(AuthorityStore.AUTHORITIES_EXPIRED, now.minus(CertificateAuthorities.KEPT), this::remove);
        turns.throwIfAnyFailed();
        return touched;
    }

    private long rotate(AuthorityStore.Due due) {
        return Scope.tenant(due.tenant()).call(() -> {
            // Somebody else may have been faster.
            Optional<Successors> next = authorities.prepare(due.id());
            return next.isEmpty()
                    ? 0L
                    : database.write(transaction -> {
                        boolean rotated = authorities.rotate(transaction, next.get())
                                instanceof CertificateAuthorities.Rotation.Rotated;
                        if (rotated) {
                            audit.writeInternal(
                                    transaction,
                                    "certificate-authorities",
                                    "certificate_authority.rotate",
                                    due.id(),
                                    Map.of(
                                            "successor",
                                            next.get().intermediate().id().text()));
                        }
                        return rotated ? 1L : 0L;
                    });
        });
    }

    private long remove(AuthorityStore.Due due) {
        return Scope.tenant(due.tenant())
                .call(() -> database.write(transaction -> {
                    boolean removed = authorities.remove(transaction, due.id());
                    if (removed) {
                        audit.writeInternal(
                                transaction,
                                "certificate-authorities",
                                "certificate_authority.remove",
                                due.id(),
                                Map.of());
                    }
                    return removed ? 1L : 0L;
                }));
    }
}
