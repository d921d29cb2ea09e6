package dev.keystead.device;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// The devices of others over HTTP, for administrators.
public final class DeviceRoutes {
    private final Devices devices;
    private final Directory directory;
    private final AuditLog audit;
    private final Clock clock;

    public DeviceRoutes(Devices devices, Directory directory, AuditLog audit, Clock clock) {
        this.devices = devices;
        this.directory = directory;
        this.audit = audit;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/users/{id}/devices", "List the devices of a user, newest first")
                        .tenant("read:user")
                        .audits("device.read_admin")
                        .answers(Shape.page(DeviceView.class), this::list),
                Route.delete(
                                "/v1/users/{id}/devices/{device}",
                                "Revoke a device of a user: its sessions, certificates and tokens end")
                        .tenant("write:user")
                        .audits("device.revoke")
                        .takesNothing()
                        .answers(Shape.nothing(), this::revoke));
    }

    private Reply list(Call call) {
        UserId user = user(call);
        if (directory.find(user).isEmpty()) {
            return Reply.notFound();
        }
        Paging paging = call.paging();
        var before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Device> found = devices.list(user, before, paging.fetch());
        return Reply.ok(Page.of(
                found,
                paging,
                device -> Cursor.of(device.id().value()),
                device -> DeviceView.of(device, clock.instant())));
    }

    private Reply revoke(Call call, Transaction transaction) {
        DeviceId id = call.id("device", DeviceId::new, Prefix.DEVICE.text());
        Optional<Device> revoked = devices.revoke(transaction, user(call), id);
        revoked.ifPresent(device ->
                audit.write(transaction, call, id, AuditLog.Change.removed(DeviceView.of(device, clock.instant()))));
        return revoked.isPresent() ? Reply.empty() : Reply.notFound();
    }

    private static UserId user(Call call) {
        return call.id("id", UserId::new, Prefix.USER.text());
    }
}
