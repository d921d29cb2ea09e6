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

    /// Whether a user of the workspace in scope is shown. Not for use inside a transaction.
    public boolean isShown(UserId user) {
        return store.find(user).isPresent();
    }

    /// Shows or hides the page of a user of the workspace in scope, and answers whether that is new.
    public boolean show(Transaction transaction, UserId user, boolean shown) {
        return shown ? store.insert(transaction, user, clock.instant()) : store.delete(transaction, user);
    }

    /// The person behind a handle who lets everybody see their page. Binds the scope itself.
    Optional<User> find(String handle) {
        return handles.lookup(handle)
                .filter(holding -> holding.kind() == Holding.Kind.INDIVIDUAL)
                .flatMap(Holding::owner)
                .filter(owner -> owner.home().equals(system()))
                .flatMap(this::find);
    }

    private Optional<User> find(Owner owner) {
        var id = new UserId(owner.user());
        return Scope.tenant(system())
                .call(() -> store.find(id).flatMap(_ -> directory.find(id)))
                .filter(User::isActive);
    }

    static UUID system() {
        return Reserved.SYSTEM_WORKSPACE.value();
    }
}
