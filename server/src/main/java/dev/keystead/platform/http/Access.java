package dev.keystead.platform.http;

import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Scope;
import java.util.Optional;

/// Who may call a route, and which axes are bound while it runs.
public sealed interface Access {
    /// Anyone. The reason is written down, because each such route is a door in the wall.
    record Open(String why) implements Access {
        public Open {
            if (why.isBlank()) {
                throw new IllegalArgumentException("an open route says why it is open");
            }
        }
    }

    /// A caller of the tenant who holds the right; the tenant is bound.
    record Tenant(AccessScope right) implements Access {}

    /// A caller who holds the right; the tenant and its organisation are bound.
    record Org(AccessScope right) implements Access {}

    /// A caller who holds the right in the workspace that `{id}` of the path names; that workspace is the tenant that
    /// is bound.
    record Workspace(AccessScope right) implements Access {}

    /// A person who holds the right on what is their own, wherever they are a member; the user is bound, and the tenant
    /// whose user they are.
    record Self(AccessScope right) implements Access {}

    /// The person who is signed in with this browser, on pages about what is their own; the user is bound, and the
    /// tenant whose user they are. Who is not signed in is sent to do so.
    record SignedIn() implements Access {}

    /// The right that a credential must carry. A browser's session carries all of its person's.
    default Optional<AccessScope> neededRight() {
        return switch (this) {
            case Open _, SignedIn _ -> Optional.empty();
            case Tenant(AccessScope right) -> Optional.of(right);
            case Org(AccessScope right) -> Optional.of(right);
            case Workspace(AccessScope right) -> Optional.of(right);
            case Self(AccessScope right) -> Optional.of(right);
        };
    }

    /// The scope to bind for an admitted caller.
    default Scope scopeOf(Caller caller) {
        return switch (this) {
            case Open _ -> throw new IllegalStateException("an open route binds its own scope");
            case Tenant _, Workspace _ -> Scope.tenant(caller.tenant());
            case Org _ -> Scope.tenant(caller.tenant()).and(Scope.org(caller.org()));
            case Self _, SignedIn _ ->
                Scope.tenant(caller.tenant()).and(Scope.user(caller.user().orElseThrow()));
        };
    }
}
