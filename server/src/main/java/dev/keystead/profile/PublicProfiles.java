package dev.keystead.profile;

import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.handle.Handles;
import dev.keystead.handle.Holding;
import dev.keystead.handle.Owner;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Reserved;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Who lets everybody see their page.
public final class PublicProfiles {
    private final ProfileStore store;
    private final Handles handles;
    private final Directory directory;
    private final Clock clock;

    public PublicProfiles(Database database, Handles handles, Directory directory, Clock clock) {
        this.store = new ProfileStore(database);
        this.handles = handles;
        this.directory = directory;
        this.clock = clock;
    }

    /// When a user of the workspace in scope said that everybody may see their page; nothing when nobody may. Not for
    /// use inside a transaction.
    public Optional<Instant> shownAt(UserId user) {
        return store.find(user);
    }

    /// Shows or hides the page of a user of the workspace in scope, and answers whether that is new.
    ///
    /// @param anew whether also what was added since counts as shown, of a page that is
    public boolean show(Transaction transaction, UserId user, boolean shown, boolean anew) {
        boolean hidden = (!shown || anew) && store.delete(transaction, user);
        return shown ? store.insert(transaction, user, clock.instant()) : hidden;
    }

    /// Somebody who lets everybody see their page.
    ///
    /// @param shownAt when they said so
    record Shown(User user, Instant shownAt) {}

    /// The person behind a handle who lets everybody see their page. Binds the scope itself.
    Optional<Shown> find(String handle) {
        return handles.lookup(handle)
                .filter(holding -> holding.kind() == Holding.Kind.INDIVIDUAL)
                .flatMap(Holding::owner)
                .filter(owner -> owner.home().equals(system()))
                .flatMap(this::find);
    }

    private Optional<Shown> find(Owner owner) {
        var id = new UserId(owner.user());
        return Scope.tenant(system())
                .call(() -> store.find(id).flatMap(shownAt -> directory.find(id).map(user -> new Shown(user, shownAt))))
                .filter(shown -> shown.user().isActive());
    }

    static UUID system() {
        return Reserved.SYSTEM_WORKSPACE.value();
    }
}
