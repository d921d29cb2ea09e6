package dev.keystead.client;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a client may ask of the authorization endpoint (RFC 6749 section 3.1.1, OAuth 2.0 Multiple Response
/// Types).
public enum ResponseType {
    CODE("code"),
    ID_TOKEN("id_token"),
    ID_TOKEN_TOKEN("id_token token");

    private final String wire;

    ResponseType(String wire) {
        this.wire = wire;
    }

    /// The value of `response_type` in a request.
    public String wire() {
        return wire;
    }

    /// Whether tokens are in the answer itself, which a browser carries (OpenID Connect Core section 3.2).
    public boolean isImplicit() {
        return switch (this) {
            case CODE -> false;
            case ID_TOKEN, ID_TOKEN_TOKEN -> true;
        };
    }

    /// The type of these words, whose order does not matter.
    public static Optional<ResponseType> find(String text) {
        List<String> words = List.of(text.split(" ", -1));
        return Arrays.stream(values())
                .filter(type -> {
                    List<String> own = List.of(type.wire.split(" ", -1));
                    return own.size() == words.size() && Set.copyOf(words).containsAll(own);
                })
                .findFirst();
    }

    static List<String> wires() {
        return Arrays.stream(values()).map(ResponseType::wire).toList();
    }
}
