package dev.keystead.platform.http.site;

import dev.keystead.platform.http.Route;
import java.util.ArrayList;
import java.util.List;

/// The refusals that a route can answer with, as its own data tells.
final class Refusals {
    private Refusals() {}

    record Kind(int status, String about) {}

    static List<Kind> of(Route route) {
        var kinds = new ArrayList<Kind>();
        kinds.add(new Kind(400, "A parameter, header or member is wrong; fields says which"));
        if (route.access().neededRight().isPresent()) {
            kinds.add(new Kind(401, "No credential, or one that is not valid"));
            kinds.add(new Kind(403, "The credential lacks the scope"));
        }
        if (!route.template().variables().isEmpty()
                || route.access().neededRight().isPresent()) {
            kinds.add(new Kind(404, "Not there, or not in reach"));
        }
        if (route.method().isChanging()) {
            kinds.add(new Kind(409, "In conflict with what is stored"));
            kinds.add(new Kind(413, "The body is too long"));
        }
        if (route.traits().versioned()) {
            kinds.add(new Kind(412, "If-Match names an older version"));
        }
        if (route.jsonBody().isPresent()) {
            kinds.add(new Kind(415, "The body is not application/json"));
        }
        if (route.isIdempotent()) {
            kinds.add(new Kind(422, "The Idempotency-Key was used for another request"));
        }
        kinds.add(new Kind(503, "Busy or stopping; try again after Retry-After seconds"));
        return kinds;
    }
}
