package dev.keystead.cli.remote;

import dev.keystead.cli.ExitCode;
import dev.keystead.cli.Terminal;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.log.Printable;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Cascades at the command line: what one would do is counted and confirmed before it begins, and then it is watched
/// until its end. The work is the server's: whoever goes away loses sight of it and nothing else.
final class Cascading {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);
    private static final int BAR = 30;
    private static final String ERASE = "\r\u001b[2K";

    private final Api api;
    private final Terminal terminal;
    private final Output output;
    private final BiConsumer<String, String> confirm;

    /// @param confirm is given the name to be typed and what is about to happen, and stops the command if it is not
    /// typed
    Cascading(Api api, Terminal terminal, Output output, BiConsumer<String, String> confirm) {
        this.api = api;
        this.terminal = terminal;
        this.output = output;
        this.confirm = confirm;
    }

    /// Revokes somebody and everybody below.
    void begin(Call call, boolean lookOnly, boolean wait) {
        JsonNode seen = api.answer(with(call, true, Optional.empty()));
        JsonNode forecast = seen.path("forecast");
        if (lookOnly) {
            output.one(seen);
            return;
        }
        confirm.accept(name(seen.path("user_id").asString()), sentence(forecast));
        JsonNode begun = api.answer(with(call, false, call.idempotencyKey()));
        follow(
                job(begun.path("cascade_job_id").asString()),
                wait,
                forecast.path("found").asLong(0) + 1);
    }

    /// Watches a cascade until it has nothing more to do.
    void follow(JsonNode job, boolean wait) {
        follow(job, wait, 0);
    }

    private void follow(JsonNode begun, boolean wait, long expected) {
        String id = begun.path("id").asString();
        JsonNode job = begun;
        if (wait && underWay(job)) {
            terminal.say(
                    "The server is at work; 'keystead cascade watch " + Printable.line(id, 60) + "' shows it again.");
            long begunAt = System.nanoTime();
            String told = "";
            while (underWay(job)) {
                told = tell(told, new Sight(job, expected), begunAt);
                Api.pause(BETWEEN_LOOKS);
                job = job(id);
            }
            if (terminal.animated() && !terminal.quiet()) {
                terminal.err().print(ERASE);
                terminal.err().flush();
            }
        }
        output.one(job);
    }

    private String tell(String before, Sight sight, long begunAt) {
        if (terminal.animated() && !terminal.quiet()) {
            double seconds = Math.max(1e-3, (System.nanoTime() - begunAt) / 1e9);
            terminal.err().print(ERASE + sight.bar() + sight.text() + sight.pace(seconds));
            terminal.err().flush();
        } else if (!sight.text().equals(before)) {
            terminal.say(sight.text());
        }
        return sight.text();
    }

    /// How far a job is.
    private record Sight(JsonNode job, long expected) {
        private boolean undoing() {
            return "reversing".equals(job.path("status").asString());
        }

        private long done() {
            return job.path(undoing() ? "restored" : "found").asLong(0);
        }

        private long all() {
            return undoing() ? job.path("suspended").asLong(0) : expected;
        }

        String text() {
            String of = all() > 0 ? " of " + Math.max(all(), done()) : "";
            return undoing()
                    ? done() + of + " people let in again"
                    : done() + of + " people found, " + job.path("suspended").asLong(0) + " suspended, "
                            + job.path("flagged").asLong(0) + " flagged";
        }

        String bar() {
            if (all() <= 0) {
                return "";
            }
            int full = (int) Math.min(BAR, BAR * done() / all());
            return "[" + "#".repeat(full) + ".".repeat(BAR - full) + "] ";
        }

        /// How many in a second, and how long the rest takes at that.
        String pace(double seconds) {
            double rate = done() / seconds;
            if (rate < 1) {
                return "";
            }
            String left = all() > done() ? ", " + Math.round((all() - done()) / rate) + " s left" : "";
            return " (" + Math.round(rate) + "/s" + left + ")";
        }
    }

    private static boolean underWay(JsonNode job) {
        return switch (job.path("status").asString("")) {
            case "pending", "running", "reversing" -> true;
            default -> false;
        };
    }

    private static Call with(Call call, boolean dryRun, Optional<String> key) {
        ObjectNode body = (ObjectNode) call.body().map(JsonNode::deepCopy).orElseGet(() -> Json.treeOf(Map.of()));
        body.put("cascade", true);
        body.put("dry_run", dryRun);
        return new Call(call.method(), call.path(), call.query(), Optional.of(body), key);
    }

    private static String sentence(JsonNode forecast) {
        return "This revokes " + count(forecast, "found") + " below this person, besides them: "
                + forecast.path("suspended").asLong(0) + " are suspended, "
                + forecast.path("flagged").asLong(0) + " are left for a review.";
    }

    private static String count(JsonNode forecast, String member) {
        long people = forecast.path(member).asLong(0);
        return people == 1 ? "1 person" : people + " people";
    }

    /// A person is confirmed by their handle, which people know, and by their id if they have none.
    private String name(String user) {
        try {
            return read("/v1/users/" + Route.encoded(user)).path("handle").asString(user);
        } catch (Stop stop) {
            if (stop.code() == ExitCode.NOT_FOUND || stop.code() == ExitCode.DENIED) {
                return user;
            }
            throw stop;
        }
    }

    private JsonNode job(String id) {
        return read("/v1/cascade-jobs/" + Route.encoded(id));
    }

    private JsonNode read(String path) {
        return api.answer(new Call("GET", path, Map.of(), Optional.empty(), Optional.empty()));
    }
}
