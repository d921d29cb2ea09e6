package dev.keystead.audit;

import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.ReasonCode;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/// The answers about one kind of thing: what changed is audited and shown, what was refused is told.
public final class Answers<T> {
    private final AuditLog audit;
    private final Kind<T> kind;

    public Answers(AuditLog audit, Kind<T> kind) {
        this.audit = audit;
        this.kind = kind;
    }

    /// How a kind of thing is named, numbered, shown and found.
    public record Kind<T>(
            Function<T, TypedId> id,
            ToIntFunction<T> version,
            Function<T, ? extends Record> view,
            Function<T, String> path) {}

    /// The thing as it is, or that there is none.
    public Reply found(Optional<T> found) {
        return found.map(this::shown).orElseGet(Reply::notFound);
    }

    /// A new thing, audited.
    public Reply made(Call call, Transaction transaction, T made) {
        Record view = kind.view().apply(made);
        audit.write(transaction, call, kind.id().apply(made), AuditLog.Change.made(view));
        return Reply.created(kind.path().apply(made), view)
                .withVersion(kind.version().applyAsInt(made));
    }

    /// What became of a wish.
    ///
    /// @param transaction of the change, in the scope whose trail the entry belongs to
    public Reply to(Call call, Transaction transaction, Outcome<T> outcome) {
        return switch (outcome) {
            case Outcome.Made<T>(T made) -> made(call, transaction, made);
            case Outcome.Changed<T>(T before, T after) -> {
                var change = new AuditLog.Change(
                        kind.view().apply(before), kind.view().apply(after));
                audit.write(transaction, call, kind.id().apply(after), change);
                yield shown(after);
            }
            case Outcome.Unchanged<T>(T same) -> {
                call.markUnchanged();
                yield shown(same);
            }
            case Outcome.Deleted<T>(T gone) -> {
                var change = AuditLog.Change.removed(kind.view().apply(gone));
                audit.write(transaction, call, kind.id().apply(gone), change);
                yield Reply.empty();
            }
            case Outcome.NotFound<T>() -> Reply.notFound();
            case Outcome.Stale<T>() -> Reply.versionMismatch();
            case Outcome.Wrong<T>(String member, String reason, Optional<ReasonCode> code) ->
                coded(Reply.refused(BadInput.member(member, reason)), code);
            case Outcome.Refused<T>(String reason, Optional<ReasonCode> code) -> coded(Reply.conflict(reason), code);
            case Outcome.Kept<T>(String reason) -> throw Refusal.recorded(Reply.conflict(reason));
            case Outcome.NotAllowed<T>() -> throw Refusal.insufficientRole();
        };
    }

    /// What became of the wish to have something back. It was there before: whoever reads the trail finds what came
    /// back, and the caller no new address.
    public Reply back(Call call, Transaction transaction, Outcome<T> outcome) {
        if (outcome instanceof Outcome.Made<T>(T thing)) {
            var change = AuditLog.Change.made(kind.view().apply(thing));
            audit.write(transaction, call, kind.id().apply(thing), change);
            return shown(thing);
        }
        return to(call, transaction, outcome);
    }

    private static Reply coded(Reply refusal, Optional<ReasonCode> code) {
        return code.map(refusal::because).orElse(refusal);
    }

    private Reply shown(T thing) {
        return Reply.ok(kind.view().apply(thing)).withVersion(kind.version().applyAsInt(thing));
    }
}
