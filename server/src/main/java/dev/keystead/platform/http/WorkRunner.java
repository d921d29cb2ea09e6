package dev.keystead.platform.http;

import dev.keystead.platform.html.ErrorPage;
import dev.keystead.platform.json.BadInput;
import dev.keystead.tenancy.Database;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/// Runs the work of a route for a caller who was let in: checks what was sent, binds the scope, opens the
/// transaction.
final class WorkRunner {
    private final Database database;
    private final Idempotency idempotency;
    private final ReadLog reads;

    WorkRunner(Database database, Idempotency idempotency, ReadLog reads) {
        this.database = database;
        this.idempotency = idempotency;
        this.reads = reads;
    }

    Reply run(Call call, BodySource source) {
        if (call.route().work() instanceof Work.Endpoint(Work.Speaking speaking)) {
            return accountedFor(call, speaking.answer(call, message(call, source)));
        }
        call.asked(checkedQuery(call));
        checkPrecondition(call);
        return switch (call.route().work()) {
            case Work.Read(Work.Reading reading) -> inScope(call, () -> noted(call, reading.answer(call)));
            case Work.Change<?> change -> change(call, change, source);
            case Work.Accept<?> accept -> accept(call, accept, source);
            case Work.Endpoint _ -> throw new IllegalStateException("an endpoint was answered before");
        };
    }

    private static ProtocolMessage message(Call call, BodySource source) {
        return new ProtocolMessage(
                call.head().query(), call.header("Content-Type").orElse(""), source.read());
    }

    private <B> Reply change(Call call, Work.Change<B> work, BodySource source) {
        Optional<String> key = call.idempotencyKey();
        byte[] bytes = source.read();
        B body = read(call, work.taken(), bytes);
        return inScope(call, () -> {
            Work.ChangingBare changing = work.preparing().prepare(call, body);
            return database.write(transaction -> {
                Supplier<Reply> run = () -> accountedFor(call, changing.answer(call, transaction));
                return key.isPresent() ? idempotency.replayOrRun(call, bytes, transaction, run) : run.get();
            });
        });
    }

    private <B> Reply accept(Call call, Work.Accept<B> work, BodySource source) {
        B body = read(call, work.taken(), source.read());
        return accountedFor(call, work.accepting().answer(call, body));
    }

    private static Reply inScope(Call call, Supplier<Reply> work) {
        return call.findCaller()
                .map(caller -> call.route().access().scopeOf(caller).<Reply, RuntimeException>call(work::get))
                .orElseGet(work);
    }

    /// Who looks at what is not their own leaves a trace, or does not get to see it.
    private Reply noted(Call call, Reply reply) {
        if (reply.isSuccess() && call.route().audit() instanceof Audit.Action) {
            reads.read(call, call.caller());
        }
        return reply;
    }

    /// A change that succeeded without an audit entry is a bug, and is undone by this throw.
    private static Reply accountedFor(Call call, Reply reply) {
        if (reply.isSuccess() && !call.isAccountedFor()) {
            throw new IllegalStateException(call.route() + " succeeded without an audit entry");
        }
        return reply;
    }

    private static <B> B read(Call call, Work.Taken<B> taken, byte[] bytes) {
        switch (taken) {
            case Work.Taken.Json<?> _ -> requireType(call, "application/json");
            case Work.Taken.Form<?> _ -> requireType(call, "application/x-www-form-urlencoded");
            case Work.Taken.Nothing _ -> requireNothing(bytes);
        }
        return taken.read(bytes, form -> requireOwnForm(call, form));
    }

    private static void requireOwnForm(Call call, FormFields form) {
        if (!call.csrf().accepts(form)) {
            throw new Refusal(Reply.refused(403, ErrorPage.STRANGE_FORM));
        }
    }

    private static void requireNothing(byte[] bytes) {
        if (bytes.length > 0) {
            throw BadInput.whole("this route takes no body");
        }
    }

    private static void requireType(Call call, String wanted) {
        String sent = call.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        String[] parts = sent.split(";", 2);
        String charset = parts.length == 2 ? parts[1].strip().replace("\"", "") : "charset=utf-8";
        if (!parts[0].strip().equals(wanted) || !charset.equals("charset=utf-8")) {
            throw new Refusal(Reply.refused(415, "the body must be sent as " + wanted + " in UTF-8"));
        }
    }

    private static void checkPrecondition(Call call) {
        Route route = call.route();
        if (route.method().isChanging()
                && !route.traits().versioned()
                && call.header("If-Match").isPresent()) {
            throw BadInput.whole("this route does not check If-Match; send the request without it");
        }
    }

    private static Map<String, String> checkedQuery(Call call) {
        Map<String, String> sent = UrlEncoded.parse(call.head().query(), "parameter");
        var wrong = new LinkedHashMap<String, String>();
        for (String name : sent.keySet()) {
            if (call.route().query().stream().noneMatch(param -> param.name().equals(name))) {
                wrong.put(UrlEncoded.printable(name), "is an unknown parameter");
            }
        }
        for (Param<?> param : call.route().query()) {
            check(param, sent, wrong);
        }
        if (!wrong.isEmpty()) {
            throw BadInput.members(wrong);
        }
        return sent;
    }

    private static void check(Param<?> param, Map<String, String> sent, Map<String, String> wrong) {
        String value = sent.get(param.name());
        try {
            if (value != null) {
                Objects.requireNonNull(param.parse().apply(value), "a parameter's reader answers a value or throws");
            }
        } catch (BadInput e) {
            wrong.putAll(e.fields());
        }
    }
}
