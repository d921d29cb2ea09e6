package dev.keystead.acceptance;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;

/// A phone or laptop that keeps passkeys and knows its owner: Chromium's virtual authenticator.
final class PasskeyDevice {
    private final CDPSession session;
    private final String id;

    private PasskeyDevice(CDPSession session, String id) {
        this.session = session;
        this.id = id;
    }

    /// Gives somebody one, for as long as they have their browser.
    static PasskeyDevice of(Person owner) {
        CDPSession session = owner.page().context().newCDPSession(owner.page());
        session.send("WebAuthn.enable");
        var options = new JsonObject();
        options.addProperty("protocol", "ctap2");
        options.addProperty("transport", "internal");
        options.addProperty("hasResidentKey", true);
        options.addProperty("hasUserVerification", true);
        options.addProperty("isUserVerified", true);
        options.addProperty("automaticPresenceSimulation", true);
        var wish = new JsonObject();
        wish.add("options", options);
        String id = session.send("WebAuthn.addVirtualAuthenticator", wish)
                .get("authenticatorId")
                .getAsString();
        return new PasskeyDevice(session, id);
    }

    /// How many passkeys it keeps.
    int passkeys() {
        var wish = new JsonObject();
        wish.addProperty("authenticatorId", id);
        return session.send("WebAuthn.getCredentials", wish)
                .getAsJsonArray("credentials")
                .size();
    }

    /// Whether its owner is recognised from now on.
    void recognises(boolean owner) {
        var wish = new JsonObject();
        wish.addProperty("authenticatorId", id);
        wish.addProperty("isUserVerified", owner);
        session.send("WebAuthn.setUserVerified", wish);
    }
}
