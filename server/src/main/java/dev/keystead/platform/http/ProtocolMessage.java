package dev.keystead.platform.http;

import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.JsonBody;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What was sent to an endpoint whose protocol is not ours: parameters as they came, unknown and repeated
/// ones included.
public final class ProtocolMessage {
    private final String query;
    private final String contentType;
    private final byte[] body;

    /// @param query the raw query
    /// @param contentType of the body, or empty
    ProtocolMessage(String query, String contentType, byte[] body) {
        this.query = query;
        this.contentType = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        this.body = body;
    }

    /// The parameters of the address as they were spelled, for signatures over them.
    public String rawQuery() {
        return query;
    }

    /// The parameters of the address.
    ///
    /// @throws BadInput when they are not well-formed
    public Map<String, List<String>> query() {
        return UrlEncoded.all(query, "parameter");
    }

    public boolean isForm() {
        return contentType.equals("application/x-www-form-urlencoded");
    }

    /// The fields of the form that was sent; none when nothing was sent.
    ///
    /// @throws BadInput when something else than a form was sent, or one that is not well-formed
    public Map<String, List<String>> form() {
        if (body.length > 0 && !isForm()) {
            throw BadInput.whole("the body must be sent as application/x-www-form-urlencoded");
        }
        return UrlEncoded.all(JsonBody.decode(body), "parameter");
    }

    /// The text of a JSON body.
    ///
    /// @throws BadInput when something else was sent
    public String json() {
        if (!contentType.equals("application/json")) {
            throw BadInput.whole("the body must be sent as application/json");
        }
        return JsonBody.decode(body);
    }
}
