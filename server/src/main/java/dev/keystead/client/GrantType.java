package dev.keystead.client;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// How a client may come by tokens.
public enum GrantType {
    AUTHORIZATION_CODE("authorization_code"),
    /// Tokens in the answer of the authorization endpoint, where the workspace allows it; never at the token
    /// endpoint.
    IMPLICIT("implicit"),
    REFRESH_TOKEN("refresh_token"),
    CLIENT_CREDENTIALS("client_credentials"),
    DEVICE_CODE("urn:ietf:params:oauth:grant-type:device_code"),
    TOKEN_EXCHANGE("urn:ietf:params:oauth:grant-type:token-exchange");

    private final String wire;

    GrantType(String wire) {
        this.wire = wire;
    }

    /// The value of `grant_type` in a request.
    public String wire() {
        return wire;
    }

    public static Optional<GrantType> find(String wire) {
        return Arrays.stream(values()).filter(type -> type.wire.equals(wire)).findFirst();
    }

    static List<String> wires() {
        return Arrays.stream(values()).map(GrantType::wire).toList();
    }
}
