package dev.keystead.lockout;

import dev.keystead.platform.config.ClientLimitConfig;
import dev.keystead.platform.config.SignInConfig;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.tenancy.Answer;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Questions;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;

/// How much anybody may begin at a workspace's door from one network, an application that proves itself from
/// wherever it likes, and a branch of the lineage by its invitations, whichever node they ask.
public final class SourceLimits {
    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final Duration DAY = Duration.ofDays(1);
    private static final int NOTED_REFUSALS = 20;

    private final LockoutStore store;
    private final SignInConfig config;
    private final ClientLimitConfig clients;
    private final Mac mac;
    private final Clock clock;

    public SourceLimits(
            Database database, SignInConfig config, ClientLimitConfig clients, MasterKey master, Clock clock) {
        this.store = new LockoutStore(database);
        this.config = config;
        this.clients = clients;
        this.mac = master.mac("source-limit");
        this.clock = clock;
    }

    /// Counts a sign-in that begins.
    ///
    /// @param others are asked in the same round trip
    /// @throws Refusal when too many began in these ten minutes
    public void takeStart(Transaction transaction, String address, Questions others) {
        refuseIfFull(take(transaction, Bucket.Kind.START, Network.of(address), config.startsPerSource(), others));
    }

    /// Counts a wish after which somebody may be written to: for an account, a link or a code.
    ///
    /// @throws Refusal when there were too many in these ten minutes
    public void takeAsk(Transaction transaction, String address) {
        refuseIfFull(take(transaction, Bucket.Kind.ASK, Network.of(address), config.asksPerSource()));
    }

    /// Counts a question whether a handle is free; these have a count of their own.
    ///
    /// @param most how many are answered in ten minutes
    /// @throws Refusal when there were too many
    public void takeHandleCheck(Transaction transaction, String address, int most) {
        refuseIfFull(take(transaction, Bucket.Kind.ASK, "handle " + Network.of(address), most));
    }

    /// Whether a refusal is worth an event and an entry in the audit trail, which anybody can bring about as often as
    /// they like.
    public enum Note {
        WRITE,
        /// The last one for a while.
        WRITE_AS_LAST,
        SKIP
    }

    /// Counts a refusal. The first ones of ten minutes are noted and the others are not: what happens again and again
    /// is told by them, and no stranger fills the tables.
    ///
    /// @param what was refused, as far as it is counted apart from other refusals of the same network
    public Note takeRefusal(Transaction transaction, String what, String address) {
        var questions = new Questions();
        Instant now = clock.instant();
        var bucket = new Bucket(Bucket.Kind.ASK, mac.digest("refusal " + what + " " + Network.of(address)));
        var taken = store.takeInWindow(questions, bucket, NOTED_REFUSALS, now, now.plus(WINDOW));
        transaction.ask(questions);
        return taken.find()
                .map(standing -> standing.lockedUntil().isPresent() ? Note.WRITE_AS_LAST : Note.WRITE)
                .orElse(Note.SKIP);
    }

    private static void refuseIfFull(OptionalInt seconds) {
        if (seconds.isPresent()) {
            throw new Refusal(
                    Reply.tooManyRequests("too many requests from your network; try again later", seconds.getAsInt()));
        }
    }

    /// Counts an application that registers itself.
    ///
    /// @return after how many seconds to try again, when too many did in these ten minutes
    public OptionalInt takeRegistration(Transaction transaction, String address) {
        return take(transaction, Bucket.Kind.REGISTER, Network.of(address), clients.registrationsPerSource());
    }

    /// Counts a request of an application that cannot prove itself. Anybody can speak in its name, so that
    /// the network counts: otherwise one visitor could use up what all others may ask for.
    ///
    /// @return after how many seconds to try again, when there were too many in these ten minutes
    public OptionalInt takeRequestFrom(Transaction transaction, String address) {
        return take(transaction, Bucket.Kind.REQUEST, Network.of(address), clients.requestsPerSource());
    }

    /// Counts a request that a browser brings in an application's name and that is kept until somebody has signed in.
    /// Nobody proved anything, whichever application it is.
    ///
    /// @throws Refusal when there were too many in these ten minutes
    public void takeBrought(Transaction transaction, String address) {
        refuseIfFull(takeRequestFrom(transaction, address));
    }

    /// Counts a request of an application that proved itself, which may ask from a few addresses for all of
    /// its people.
    ///
    /// @param client its id
    /// @return after how many seconds to try again, when there were too many in these ten minutes
    public OptionalInt takeRequestOf(Transaction transaction, TypedId client) {
        return take(transaction, Bucket.Kind.CLIENT, client.text(), clients.requestsPerClient());
    }

    /// Counts an account that comes by an invitation.
    ///
    /// @param branch whoever stands at the top of the inviter's branch
    /// @param most how many may come by it in a day
    /// @throws Refusal when more did
    public void takeInBranch(Transaction transaction, TypedId branch, int most) {
        OptionalInt seconds = take(transaction, Bucket.Kind.BRANCH, branch.text(), most, DAY, new Questions());
        if (seconds.isPresent()) {
            throw new Refusal(Reply.tooManyRequests(
                    "this invitation cannot be used at the moment; try again later", seconds.getAsInt()));
        }
    }

    private OptionalInt take(Transaction transaction, Bucket.Kind kind, String subject, int most) {
        return take(transaction, kind, subject, most, new Questions());
    }

    private OptionalInt take(Transaction transaction, Bucket.Kind kind, String subject, int most, Questions questions) {
        return take(transaction, kind, subject, most, WINDOW, questions);
    }

    private OptionalInt take(
            Transaction transaction, Bucket.Kind kind, String subject, int most, Duration window, Questions questions) {
        Instant now = clock.instant();
        var bucket = new Bucket(kind, mac.digest(subject));
        Answer<?> taken = store.takeInWindow(questions, bucket, most, now, now.plus(window));
        transaction.ask(questions);
        if (taken.find().isPresent()) {
            return OptionalInt.empty();
        }
        Instant until = store.find(transaction, bucket, now)
                .flatMap(LockoutStore.Standing::lockedUntil)
                .orElse(now);
        return OptionalInt.of((int) Math.max(1, Duration.between(now, until).toSeconds() + 1));
    }
}
