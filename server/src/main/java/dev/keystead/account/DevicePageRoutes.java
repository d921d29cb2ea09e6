package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.device.Device;
import dev.keystead.device.DeviceId;
import dev.keystead.device.DeviceView;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The page on which people see, rename and revoke their devices.
final class DevicePageRoutes {
    private static final int LENGTH = 20;
    private static final int SHOWN_BYTES = 8;
    private static final String PATH = Tab.DEVICES.path();

    private final Readers readers;
    private final OwnDevices devices;
    private final AccountPages pages;
    private final AuditLog audit;
    private final Clock clock;

    DevicePageRoutes(Readers readers, OwnDevices devices, AccountPages pages, AuditLog audit, Clock clock) {
        this.readers = readers;
        this.devices = devices;
        this.pages = pages;
        this.audit = audit;
        this.clock = clock;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/account/devices", "The page with your devices")
                        .signedIn()
                        .query(AccountPages.DONE, WishedLanguage.UI_LOCALES, Paging.CURSOR)
                        .page(call -> show(call, FormErrors.none(), 200)),
                Route.post("/account/devices/{id}/rename", "Give one of your devices another name")
                        .signedIn()
                        .audits("device.rename")
                        .preparedForm(FormFields::values, this::rename),
                Route.post("/account/devices/{id}/revoke", "Revoke one of your devices")
                        .signedIn()
                        .audits("device.revoke")
                        .preparedForm(FormFields::values, (call, _) -> revoke(call)));
    }

    private Reply show(Call call, FormErrors errors, int status) {
        Reader reader = readers.of(call);
        Optional<Cursor> cursor = call.route().query().contains(Paging.CURSOR)
                ? call.find(Paging.CURSOR).map(Cursor::parse)
                : Optional.empty();
        var paging = new Paging(cursor, LENGTH);
        var before = paging.after().map(last -> last.expect(1).uuid(0));
        List<Device> found = devices.list(reader.me(), before, paging.fetch());
        Page<Device> page =
                Page.of(found, paging, device -> Cursor.of(device.id().value()), Function.identity());
        Optional<DeviceId> here = devices.ofSession(reader.me());
        return pages.show(
                reader,
                Tab.DEVICES,
                errors,
                status,
                around -> new DevicesPage(
                        around,
                        page.items().stream()
                                .map(device -> row(reader, around, device, here))
                                .toList(),
                        Optional.ofNullable(page.nextCursor()).map(next -> reader.at(PATH) + "?cursor=" + next)));
    }

    private DevicesPage.DeviceRow row(Reader reader, Around around, Device device, Optional<DeviceId> here) {
        Instant now = clock.instant();
        Device.Level level = device.levelAt(now);
        return new DevicesPage.DeviceRow(
                device.id().text(),
                device.name(),
                reader.text(words(level)),
                HexFormat.ofDelimiter(":").formatHex(device.key().fingerprint(), 0, SHOWN_BYTES),
                here.equals(Optional.of(device.id())),
                around.moment(device.registeredAt()),
                device.lastSeenAt().map(around::moment),
                device.certifiedUntil()
                        .filter(_ -> level == Device.Level.OFFLINE_BOUND)
                        .map(around::moment));
    }

    private static String words(Device.Level level) {
        return switch (level) {
            case UNTRUSTED -> "account.devices.level.untrusted";
            case TRUSTED -> "account.devices.level.trusted";
            case OFFLINE_BOUND -> "account.devices.level.bound";
        };
    }

    private Work.ChangingBare rename(Call call, Map<String, String> form) {
        Reader reader = readers.of(call);
        Optional<String> name = name(form);
        if (name.isEmpty()) {
            return Work.instead(show(
                    call, FormErrors.whole(reader.text("account.devices.name.wrong")), AccountPages.UNPROCESSABLE));
        }
        return (_, transaction) -> {
            Outcome<Device> outcome = devices.rename(transaction, reader.me(), id(call), Optional.empty(), name.get());
            if (outcome instanceof Outcome.NotFound<Device>) {
                return Reply.notFound();
            }
            if (outcome instanceof Outcome.Changed<Device>(Device before, Device after)) {
                audit.write(transaction, call, after.id(), new AuditLog.Change(view(before), view(after)));
            } else {
                call.markUnchanged();
            }
            return Reply.seeOther(Done.RENAMED.at(reader.at(PATH)));
        };
    }

    private static Optional<String> name(Map<String, String> form) {
        try {
            var fields = new Fields();
            String name = fields.text("name", form.getOrDefault("name", "").strip(), 1, 120);
            fields.refuseIfAny();
            return Optional.of(name);
        } catch (BadInput _) {
            return Optional.empty();
        }
    }

    private Work.ChangingBare revoke(Call call) {
        Reader reader = readers.of(call);
        return (_, transaction) -> {
            Optional<Device> revoked = devices.revoke(transaction, reader.me(), id(call));
            if (revoked.isEmpty()) {
                return Reply.notFound();
            }
            audit.write(transaction, call, revoked.get().id(), AuditLog.Change.removed(view(revoked.get())));
            return Reply.seeOther(Done.REVOKED.at(reader.at(PATH)));
        };
    }

    private DeviceView view(Device device) {
        return DeviceView.of(device, clock.instant());
    }

    private static DeviceId id(Call call) {
        return call.id("id", DeviceId::new, Prefix.DEVICE.text());
    }
}
