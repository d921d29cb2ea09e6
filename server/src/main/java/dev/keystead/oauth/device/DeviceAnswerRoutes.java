package dev.keystead.oauth.device;

import dev.keystead.audit.AuditLog;
import dev.keystead.client.Client;
import dev.keystead.client.Clients;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.lockout.Lockouts;
import dev.keystead.login.Door;
import dev.keystead.login.Visitor;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.policy.Policies;
import dev.keystead.session.Session;
import dev.keystead.tenancy.Database;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The pages on which people answer devices (RFC 8628 section 3.3).
public final class DeviceAnswerRoutes {
    /// What people type: the shortest address that leads to the page.
    static final String SHORT_PATH = "/device";

    private static final String PATH = DevicePages.PATH;
    private static final String WHY_OPEN = "a device sends people here; who is not signed in is led to the door";
    private static final Param<String> USER_CODE =
            Param.text("user_code", "The code on the device's screen, to be confirmed", 0, 100);

    private final Database database;
    private final Door door;
    private final BrowserSessions browsers;
    private final Clients clients;
    private final DeviceCodes codes;
    private final Lockouts lockouts;
    private final Policies policies;
    private final DevicePages pages;
    private final AuditLog audit;
    private final Clock clock;

    /// What they are made of.
    public record Parts(
            Database database,
            Door door,
            BrowserSessions browsers,
            Clients clients,
            DeviceCodes codes,
            Lockouts lockouts,
            Policies policies,
            DevicePages pages,
            AuditLog audit,
            Clock clock) {}

    public DeviceAnswerRoutes(Parts parts) {
        this.database = parts.database();
        this.door = parts.door();
        this.browsers = parts.browsers();
        this.clients = parts.clients();
        this.codes = parts.codes();
        this.lockouts = parts.lockouts();
        this.policies = parts.policies();
        this.pages = parts.pages();
        this.audit = parts.audit();
        this.clock = parts.clock();
    }

    public List<Route> routes() {
        return List.of(
                Route.get(SHORT_PATH, "The short address of the page for the code of a device")
                        .open(WHY_OPEN)
                        .query(USER_CODE, WishedLanguage.UI_LOCALES)
                        .page(DeviceAnswerRoutes::lead),
                Route.get(PATH, "The page for the code of a device")
                        .open(WHY_OPEN)
                        .query(USER_CODE, WishedLanguage.UI_LOCALES)
                        .page(this::show),
                Route.post(PATH, "See what the device with this code asks for")
                        .open(WHY_OPEN)
                        .auditsNothing("it only looks; guesses are counted by the brake")
                        .form(FormFields::values, this::look),
                Route.post(PATH + "/answer", "Allow or deny what a device asks for")
                        .open(WHY_OPEN)
                        .audits("device.answer")
                        .form(FormFields::values, this::answer));
    }

    private static Reply lead(Call call) {
        return Reply.seeOther(call.prefix() + PATH + query(call));
    }

    private static String query(Call call) {
        return call.find(USER_CODE).map(code -> "?user_code=" + encoded(code)).orElse("");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Reply show(Call call) {
        Visitor visitor = door.browser(call);
        if (browsers.find(call).isEmpty()) {
            return toSignIn(call, query(call));
        }
        return pages.askCode(call, visitor, call.find(USER_CODE).orElse(""));
    }

    private static Reply toSignIn(Call call, String query) {
        return Reply.seeOther(call.prefix() + "/sign-in?return_to=" + encoded(call.prefix() + PATH + query));
    }

    private Reply look(Call call, Map<String, String> form) {
        Visitor visitor = door.browser(call);
        return browsers.find(call)
                .map(session -> found(
                        call,
                        visitor,
                        session,
                        form,
                        (client, device, code) -> pages.ask(call, visitor, session, client, device, code)))
                .orElseGet(() -> toSignIn(call, ""));
    }

    private Reply answer(Call call, Map<String, String> form) {
        Visitor visitor = door.browser(call);
        call.markUnchanged();
        return browsers.find(call)
                .map(session -> found(
                        call,
                        visitor,
                        session,
                        form,
                        (client, _, code) -> "allow".equals(form.get("answer"))
                                ? allow(call, visitor, session, client, code)
                                : deny(call, visitor, session, client, code)))
                .orElseGet(() -> toSignIn(call, ""));
    }

    /// What is done with a device that waits.
    private interface Onward {
        Reply with(Client client, DeviceCode device, UserCode code);
    }

    /// Finds the device of the code that was typed. A guess is counted before it is judged (RFC 8628
    /// section 5.1).
    private Reply found(Call call, Visitor visitor, Session session, Map<String, String> form, Onward onward) {
        String typed = form.getOrDefault("user_code", "");
        Optional<UserCode> code = UserCode.parse(typed);
        if (code.isEmpty()) {
            return pages.wrongCode(call, visitor, typed);
        }
        var limits = Lockouts.Limits.of(policies.lockout(session.tenant().value()));
        // Not the person's own count: who mistypes the code of a device can sign in all the same.
        var attempt = new Lockouts.Attempt(
                Optional.empty(),
                "device/" + session.user().text(),
                visitor.client().address(),
                visitor.browser());
        Lockouts.Turn turn = visitor.scope().call(() -> lockouts.take(attempt, limits));
        return switch (turn) {
            case Lockouts.Turn.Locked(Instant until) -> pages.locked(call, visitor, secondsTo(until));
            case Lockouts.Turn.Taken(List<Lockouts.Counted> counted) -> {
                Optional<DeviceCode> device = visitor.scope().call(() -> codes.find(code.get()));
                Optional<Client> client =
                        device.flatMap(waits -> visitor.scope().call(() -> clients.find(waits.client())));
                if (client.isEmpty()) {
                    yield pages.wrongCode(call, visitor, typed);
                }
                giveBack(visitor, counted);
                yield onward.with(client.get(), device.orElseThrow(), code.get());
            }
        };
    }

    private void giveBack(Visitor visitor, List<Lockouts.Counted> counted) {
        visitor.scope()
                .call(() -> database.write(transaction -> {
                    lockouts.giveBack(transaction, counted);
                    return true;
                }));
    }

    private int secondsTo(Instant until) {
        return Math.toIntExact(
                Math.max(1, Duration.between(clock.instant(), until).toSeconds() + 1));
    }

    private Reply allow(Call call, Visitor visitor, Session session, Client client, UserCode code) {
        boolean answered = visitor.scope()
                .call(() -> database.write(transaction -> {
                    Optional<DeviceCode> allowed = codes.allow(transaction, code, session);
                    allowed.ifPresent(device -> audit.write(
                            transaction, call, actor(session), device.id(), change(client, device, "allow")));
                    return allowed.isPresent();
                }));
        return answered ? pages.allowed(call, visitor) : pages.wrongCode(call, visitor, code.shown());
    }

    private Reply deny(Call call, Visitor visitor, Session session, Client client, UserCode code) {
        boolean answered = visitor.scope()
                .call(() -> database.write(transaction -> {
                    Optional<DeviceCode> denied = codes.deny(transaction, code);
                    denied.ifPresent(device -> audit.write(
                            transaction, call, actor(session), device.id(), change(client, device, "deny")));
                    return denied.isPresent();
                }));
        return answered ? pages.denied(call, visitor) : pages.wrongCode(call, visitor, code.shown());
    }

    private static String actor(Session session) {
        return "did:keystead:" + session.user().text();
    }

    private static AuditLog.Change change(Client client, DeviceCode device, String answer) {
        return AuditLog.Change.made(
                Map.of("client_id", client.clientId(), "scopes", device.scopes(), "answer", answer));
    }
}
