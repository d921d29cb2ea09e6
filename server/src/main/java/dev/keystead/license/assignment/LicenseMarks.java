package dev.keystead.license.assignment;

import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import java.time.Duration;
import java.util.UUID;

/// Marks of the licences of workspaces and of organisations, from memory: whoever keeps something that depends on them
/// keeps the mark with it. A mark changes on every node within a second when a licence does.
public final class LicenseMarks {
    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);

    private final SharedCache<UUID> marks;

    public LicenseMarks(SharedCaches caches) {
        this.marks = caches.make(KNOWN_FOR, 100_000);
    }

    /// The mark of what a workspace gave on its own nodes.
    public UUID ofWorkspace(UUID tenant) {
        return marks.read(key(Axis.TENANT, Scope.tenant(tenant)), UUID::randomUUID);
    }

    /// The mark of what an organisation gave on its node.
    public UUID ofOrg(UUID org) {
        return marks.read(key(Axis.ORG, Scope.org(org)), UUID::randomUUID);
    }

    /// Says in the transaction of a change that what a licence says is another thing once it commits.
    public void changed(Transaction transaction, License license) {
        marks.changed(
                transaction,
                license.forOrg()
                        ? key(Axis.ORG, Scope.org(license.org()))
                        : key(Axis.TENANT, Scope.tenant(license.tenant())));
    }

    private static String key(Axis axis, Scope scope) {
        return ScopedKey.cache("license", axis, scope, "mark");
    }
}
