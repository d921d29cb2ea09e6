package dev.keystead.oauth.authorize;

import dev.keystead.client.ClientId;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.platform.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// A request that was checked and waits: for the browser that brings its reference, or for a person to
/// answer.
///
/// @param createdAt when it came; what a person proved before that is not new
record WaitingRequest(RequestId id, ClientId client, Parameters parameters, Instant createdAt) {
    String parametersJson() {
        return Json.text(parameters.all());
    }

    static WaitingRequest read(RequestId id, ClientId client, String json, Instant createdAt) {
        var all = new LinkedHashMap<String, List<String>>();
        Json.tree(json).properties().forEach(member -> {
            var values = new ArrayList<String>();
            member.getValue().forEach(value -> values.add(value.asString()));
            all.put(member.getKey(), values);
        });
        return new WaitingRequest(id, client, new Parameters(all), createdAt);
    }
}
