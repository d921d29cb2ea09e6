package dev.keystead.bench;

import java.io.IOException;

/// A device of a person that Keystead trusts, and the session that registered it.
///
/// @param base the address of the server, without a slash at its end
/// @param path of the device below the server's address
record HeldDevice(String base, String session, HolderKey key, String path, String request) {
    /// How many valid certificates a device can have.
    static final int CERTIFICATES = 10;

    /// Registers a new key and proves it.
    static HeldDevice trusted(String base, Connections connections, String session) throws IOException {
        HolderKey key = new HolderKey();
        String wish = "{\"name\":\"Bench\",\"jwk\":" + key.jwk() + "}";
        HttpAnswer made = connections.send(HttpRequest.postJson(HttpUrl.parse(base + "/v1/me/devices"), wish)
                .withHeader("Authorization", session));
        String id = KeysteadPeople.member(made, 201, "id", "registering a device");
        HeldDevice device = new HeldDevice(base, session, key, "/v1/me/devices/" + id, key.certificationRequest());
        device.answer(connections, ":verify", new JsonLine(), 200);
        return device;
    }

    /// Asks for a challenge and for a certificate with the answer to it.
    void certify(Connections connections) throws IOException {
        answer(connections, "/certificates", new JsonLine().with("csr", request), 201);
    }

    private void answer(Connections connections, String where, JsonLine body, int right) throws IOException {
        HttpAnswer challenge = connections.send(HttpRequest.postJson(HttpUrl.parse(base + path + ":challenge"), "")
                .withHeader("Authorization", session));
        String message = KeysteadPeople.member(challenge, 200, "message", "asking for a challenge");
        String nonce = KeysteadPeople.member(challenge, 200, "nonce", "asking for a challenge");
        String proven = body.with("nonce", nonce)
                .with("signature", key.signText(message))
                .toString();
        HttpAnswer answer = connections.send(
                HttpRequest.postJson(HttpUrl.parse(base + path + where), proven).withHeader("Authorization", session));
        KeysteadPeople.expect(answer, right, "POST " + where + " of a device");
    }
}
