package dev.keystead.oauth.device;

import dev.keystead.client.Client;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.login.SignInPages;
import dev.keystead.login.Visitor;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.html.View;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.session.Session;
import java.util.List;
import java.util.Optional;

/// What people see of devices that wait.
public final class DevicePages {
    static final String PATH = "/oauth/v2/device";

    private static final int UNPROCESSABLE = 422;
    private static final int TOO_MANY = 429;

    private final Pages pages;
    private final SignInPages frames;
    private final Directory directory;
    private final OwnInterface ownInterface;

    public DevicePages(Pages pages, SignInPages frames, Directory directory, OwnInterface ownInterface) {
        this.pages = pages;
        this.frames = frames;
        this.directory = directory;
        this.ownInterface = ownInterface;
    }

    /// A page that asks for the code on the device's screen.
    ///
    /// @param typed what is in the field already
    public record CodePage(Card card, String csrf, String action, String typed, FormErrors errors) implements View {
        @Override
        public String template() {
            return "oauth/device.jte";
        }

        public String text(String key, Object... arguments) {
            return card.text(key, arguments);
        }
    }

    /// A page that asks whether a device may have what it asks for.
    ///
    /// @param code as the device shows it, which the person is to compare
    /// @param who the person who is asked
    /// @param address where the device asked from
    public record AskPage(
            Card card,
            String csrf,
            String action,
            String code,
            String who,
            String clientName,
            String address,
            List<String> wishes)
            implements View {
        @Override
        public String template() {
            return "oauth/device-ask.jte";
        }

        public String text(String key, Object... arguments) {
            return card.text(key, arguments);
        }
    }

    /// A page that says what became of the answer.
    public record DonePage(Card card, String title, String sentence) implements View {
        @Override
        public String template() {
            return "oauth/device-done.jte";
        }
    }

    Reply askCode(Call call, Visitor visitor, String typed) {
        return code(call, visitor, typed, 200, FormErrors.none());
    }

    /// There is no device with this code.
    Reply wrongCode(Call call, Visitor visitor, String typed) {
        String sentence = visitor.language().text("oauth.device.wrong");
        return code(call, visitor, typed, UNPROCESSABLE, FormErrors.field("user_code", sentence));
    }

    /// Codes were guessed at too often.
    Reply locked(Call call, Visitor visitor, int retryAfterSeconds) {
        FormErrors errors = FormErrors.whole(visitor.language().text("oauth.device.locked"));
        return code(call, visitor, "", TOO_MANY, errors).with("Retry-After", String.valueOf(retryAfterSeconds));
    }

    private Reply code(Call call, Visitor visitor, String typed, int status, FormErrors errors) {
        String here = call.prefix() + PATH;
        return Reply.page(
                status,
                pages.html(new CodePage(
                        frames.card(call, visitor, Optional.of(here)), call.csrfToken(), here, typed, errors)));
    }

    Reply ask(Call call, Visitor visitor, Session session, Client client, DeviceCode device, UserCode code) {
        String who = visitor.scope()
                .call(() -> directory.find(session.user()))
                .map(User::displayName)
                .orElse("");
        return Reply.page(pages.html(new AskPage(
                frames.card(call, visitor, Optional.empty()),
                call.csrfToken(),
                call.prefix() + PATH + "/answer",
                code.shown(),
                who,
                client.name(),
                device.address(),
                ownInterface.inWords(visitor.language(), device.scopes(), device.resources()))));
    }

    Reply allowed(Call call, Visitor visitor) {
        return done(
                call,
                visitor,
                visitor.language().text("oauth.device.allowed.title"),
                visitor.language().text("oauth.device.allowed"));
    }

    Reply denied(Call call, Visitor visitor) {
        return done(
                call,
                visitor,
                visitor.language().text("oauth.device.denied.title"),
                visitor.language().text("oauth.device.denied"));
    }

    private Reply done(Call call, Visitor visitor, String title, String sentence) {
        return Reply.page(pages.html(new DonePage(frames.card(call, visitor, Optional.empty()), title, sentence)));
    }
}
