package dev.keystead.event;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which actions of the audit trail are events, and under which subject: `user.create` is
/// `identity.user.created.v1`. By a rule, so that an action which a feature adds has its event at once.
public final class Subjects {
    /// An action is a path of nouns and a verb; the verb may carry the part that it is about.
    private static final Pattern ACTION = Pattern.compile("([a-z_.]+)\\.([a-z]+)(?:_([a-z_]+))?");

    /// Reads, refusals and housekeeping: nothing that anybody outside would act on.
    private static final Set<String> NOT_EVENTS = Set.of(
            "access.refuse",
            "expiry.sweep",
            "outbox.retry",
            "retention.cut",
            "retention.months",
            "retention.sweep",
            "trust.explain",
            "webhook.redeliver",
            "webhook.test");

    /// Actions that the rule would name badly.
    private static final Map<String, String> NAMED = Map.of(
            // What people do with their own account happens to a user like any other.
            "account.delete", "user.deleted",
            "account.update", "user.updated",
            // Whoever hears of deletions must hear of these.
            "user.release_dormant", "user.deleted",
            "user.release_unproven", "user.deleted",
            "client.register_update", "client.registration_updated",
            "recovery_codes.make", "recovery_codes.made",
            "session.reuse", "session.reuse_detected",
            "setup.link", "setup.link_made",
            "signing_key.turn", "signing_key.activated");

    private static final Map<String, String> IRREGULAR = Map.of(
            "give", "given",
            "leave", "left",
            "make", "made",
            "withdraw", "withdrawn",
            "begin", "begun",
            "transfer", "transferred");

    private Subjects() {}

    /// The subject of an action's event; nothing when it is none.
    public static Optional<String> of(String action) {
        if (NOT_EVENTS.contains(action)) {
            return Optional.empty();
        }
        return Optional.of("identity." + Optional.ofNullable(NAMED.get(action)).orElseGet(() -> named(action)) + ".v1");
    }

    private static String named(String action) {
        Matcher parts = ACTION.matcher(action);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + action + "' is no audit action such as user.suspend");
        }
        String about = parts.group(3);
        String aggregate = parts.group(1).replace('.', '_');
        String event = past(parts.group(2));
        return aggregate + "." + (about == null ? event : about + "_" + event);
    }

    private static String past(String verb) {
        String irregular = IRREGULAR.get(verb);
        if (irregular != null) {
            return irregular;
        }
        if (verb.endsWith("e")) {
            return verb + "d";
        }
        return verb.matches(".*[^aeou]y") ? verb.substring(0, verb.length() - 1) + "ied" : verb + "ed";
    }
}
