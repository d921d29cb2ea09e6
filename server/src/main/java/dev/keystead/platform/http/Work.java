package dev.keystead.platform.http;

import dev.keystead.platform.json.JsonBody;
import dev.keystead.tenancy.Transaction;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// What a route does once a request was let in.
public sealed interface Work {
    /// Reads and answers.
    record Read(Reading reading) implements Work {}

    /// Changes something in the caller's tenant, inside one transaction, after what must not hold one up.
    record Change<B>(Taken<B> taken, Preparing<B> preparing) implements Work {}

    /// Changes something that has no caller yet; binds its own scope.
    record Accept<B>(Taken<B> taken, Accepting<B> accepting) implements Work {}

    /// Speaks a protocol that is not ours, such as OAuth: reads what was sent by the protocol's rules,
    /// passes over parameters that it does not know, and binds its own scope.
    record Endpoint(Speaking speaking) implements Work {}

    @FunctionalInterface
    interface Speaking {
        Reply answer(Call call, ProtocolMessage message);
    }

    @FunctionalInterface
    interface Reading {
        Reply answer(Call call);
    }

    @FunctionalInterface
    interface Changing<B> {
        Reply answer(Call call, B body, Transaction transaction);
    }

    /// Does what must not hold a transaction up, such as hashing or reading what is on another connection,
    /// and says what is to be done inside one. The scope is bound already.
    @FunctionalInterface
    interface Preparing<B> {
        ChangingBare prepare(Call call, B body);
    }

    /// Nothing will be changed, and this is the answer.
    static ChangingBare instead(Reply reply) {
        return (call, _) -> {
            call.markUnchanged();
            return reply;
        };
    }

    /// A change that takes no body.
    @FunctionalInterface
    interface ChangingBare {
        Reply answer(Call call, Transaction transaction);
    }

    @FunctionalInterface
    interface Accepting<B> {
        Reply answer(Call call, B body);
    }

    /// The body that a route takes.
    sealed interface Taken<B> {
        /// Reads the body from bytes whose media type was checked.
        ///
        /// @param formCheck run on the fields of a form before it is read
        B read(byte[] bytes, Consumer<FormFields> formCheck);

        record Json<B extends Record>(Class<B> type) implements Taken<B> {
            @Override
            public B read(byte[] bytes, Consumer<FormFields> formCheck) {
                return JsonBody.read(type, bytes);
            }
        }

        record Form<B>(Function<FormFields, B> reader) implements Taken<B> {
            @Override
            public B read(byte[] bytes, Consumer<FormFields> formCheck) {
                var fields = new FormFields(UrlEncoded.parse(JsonBody.decode(bytes), "field"));
                formCheck.accept(fields);
                return reader.apply(fields);
            }
        }

        record Nothing() implements Taken<Absent> {
            @Override
            public Absent read(byte[] bytes, Consumer<FormFields> formCheck) {
                return Absent.ABSENT;
            }
        }
    }

    /// Stands for the body where none is taken.
    enum Absent {
        ABSENT
    }

    /// The body that the work takes, if it is of a kind that takes one.
    default Optional<Taken<?>> body() {
        return switch (this) {
            case Read _, Endpoint _ -> Optional.empty();
            case Change<?> change -> Optional.of(change.taken());
            case Accept<?> accept -> Optional.of(accept.taken());
        };
    }
}
