package dev.keystead.server;

import static java.util.Map.entry;

import dev.keystead.account.OwnHandleRoutes;
import dev.keystead.directory.UserId;
import dev.keystead.handle.HandleRoutes;
import dev.keystead.handle.ReservationId;
import dev.keystead.handle.ReservationRoutes;
import dev.keystead.server.Targets.Caller;
import dev.keystead.server.Targets.Target;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Handles and reserved words for the walks.
final class HandleSamples {
    static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.ofEntries(
            entry(HandleRoutes.CheckHandle.class, _ -> "{\"handle\":\"%s\"}".formatted(newHandle())),
            entry(OwnHandleRoutes.SetHandle.class, _ -> "{\"handle\":\"%s\"}".formatted(newHandle())),
            entry(
                    ReservationRoutes.ProposeReservation.class,
                    _ -> "{\"handle\":\"%s\",\"category\":\"brand\",\"reason\":\"A sample\"}".formatted(newHandle())));

    private HandleSamples() {}

    static String newHandle() {
        return "h" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    /// A handle that somebody had; what is told of is the installation.
    static Target frozen(Caller caller) {
        String handle = newHandle();
        caller.server().execute("""
                insert into identity.handle_registry (handle, skeleton_version, allocation_kind, allocated_at)
                values ('%s', 0, 'frozen', now())""".formatted(handle));
        return new Target(List.of(handle), Reserved.SYSTEM_WORKSPACE.text(), caller.client());
    }

    /// A word that somebody else proposed.
    static Target proposal(Caller caller) {
        ReservationId id = ReservationId.make();
        caller.server().execute("""
                insert into identity.reservation_proposals
                    (id, handle, category, reason, status, proposed_by, proposed_at)
                values ('%s', '%s', 'brand', 'A sample', 'proposed', 'did:keystead:%s', now())""".formatted(id.value(), newHandle(), UserId.make()));
        return new Target(List.of(id.text()), id.text(), caller.client());
    }
}
