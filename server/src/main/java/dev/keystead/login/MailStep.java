package dev.keystead.login;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.lockout.Lockouts;
import dev.keystead.lockout.SourceLimits;
import dev.keystead.login.Passage.Proof;
import dev.keystead.mail.Mails;
import dev.keystead.onetime.OneTimeTokens;
import dev.keystead.onetime.OneTimeTokens.Purpose;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A mail as the first proof: a link to open in the same browser, and a code to type there when the mail is
/// read elsewhere.
public final class MailStep {
    private static final int CODE_RANGE = 100_000_000;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Database database;
    private final Flows flows;
    private final Passage passage;
    private final OneTimeTokens tokens;
    private final Letters letters;
    private final Mails mails;
    private final Directory directory;
    private final AuthEvents events;
    private final Lockouts lockouts;
    private final SourceLimits limits;
    private final Aside aside;
    private final Mac mac;
    private final Clock clock;

    public MailStep(
            Database database,
            Flows flows,
            Passage passage,
            OneTimeTokens tokens,
            Letters letters,
            Mails mails,
            Directory directory,
            AuthEvents events,
            Lockouts lockouts,
            SourceLimits limits,
            Aside aside,
            MasterKey master,
            Clock clock) {
        this.database = database;
        this.flows = flows;
        this.passage = passage;
        this.tokens = tokens;
        this.letters = letters;
        this.mails = mails;
        this.directory = directory;
        this.events = events;
        this.lockouts = lockouts;
        this.limits = limits;
        this.aside = aside;
        this.mac = master.mac("mail-code");
        this.clock = clock;
    }

    /// Sends the mail, if there is somebody to send it to. The answer is the same, and as fast, if there is
    /// nobody: what depends on the account happens after it.
    ///
    /// @param door the address under which the workspace's pages are found
    public StepOutcome send(Visitor visitor, FlowId id, String door) {
        Optional<StepOutcome> barred = passage.barred(visitor, id, Step.MAGIC_LINK);
        if (barred.isPresent()) {
            return barred.get();
        }
        String code = "%08d".formatted(RANDOM.nextInt(CODE_RANGE));
        Optional<Flow> flow = visitor.scope()
                .call(() -> database.write(transaction -> {
                    limits.takeAsk(transaction, visitor.client().address());
                    return flows.store().setCode(transaction, id, visitor.browser(), digest(id, code), clock.instant());
                }));
        flow.filter(found -> found.account().isPresent())
                .ifPresent(found -> aside.run(visitor.scope(), () -> mail(visitor, found, code, door)));
        return flow.<StepOutcome>map(StepOutcome.Onward::new).orElseGet(StepOutcome.Over::new);
    }

    private void mail(Visitor visitor, Flow flow, String code, String door) {
        UserId account = flow.account().orElseThrow();
        Optional<User> user = directory.find(account).filter(User::isActive);
        if (user.isEmpty()) {
            return;
        }
        database.write(transaction -> {
            String address = user.get().mailbox();
            if (!lockouts.takeMail(transaction, Optional.of(account), address)) {
                return false;
            }
            var held = new OneTimeTokens.Held(
                    account, Optional.of(address), Optional.of(flow.id().value()), Optional.empty());
            String token = tokens.make(transaction, Purpose.MAGIC_LINK, held).text();
            mails.send(transaction, letters.magicLink(visitor, user.get(), door, token, code));
            events.write(transaction, AuthEvent.Type.LINK_SENT, Flows.about(flow), visitor.client(), Map.of());
            return true;
        });
    }

    /// The code, typed in the browser where the sign-in began.
    public StepOutcome takeCode(Visitor visitor, FlowId id, String typed) {
        Optional<StepOutcome> barred = passage.barred(visitor, id, Step.OTP);
        if (barred.isPresent()) {
            return barred.get();
        }
        return switch (flows.take(visitor, id, Flow.Status.PENDING)) {
            case Flows.Turn.Refused(StepOutcome outcome) -> outcome;
            case Flows.Turn.Taken taken -> {
                Digest sent = digest(id, typed.replaceAll("[\\s-]", ""));
                boolean right = taken.flow()
                        .code()
                        .filter(code -> MessageDigest.isEqual(code.bytes(), sent.bytes()))
                        .isPresent();
                Optional<User> user = right
                        ? visitor.scope()
                                .call(() -> taken.flow().account().flatMap(directory::find))
                                .filter(User::isActive)
                        : Optional.empty();
                yield user.isEmpty()
                        ? flows.refuse(visitor, taken, Step.OTP, CodeStep.WRONG)
                        : passage.proven(
                                visitor,
                                taken.flow(),
                                new Proof(Step.OTP, user.get().id(), false, taken.counted()),
                                transaction -> tokens.findOf(
                                                transaction,
                                                Purpose.MAGIC_LINK,
                                                user.get().id(),
                                                id.value())
                                        .filter(held -> confirm(transaction, held))
                                        .isPresent());
            }
        };
    }

    /// The flow that a link belongs to, if this is the browser where it began and the link works. A flow
    /// that means somebody else by now is not the link's any more, nor is an account that has another mailbox: the
    /// link proves the one that it was sent to.
    public Optional<Flow> flowOf(Visitor visitor, String token) {
        return tokens.find(Purpose.MAGIC_LINK, visitor.workspace().id().value(), token)
                .flatMap(held -> held.flow()
                        .flatMap(flow -> flows.find(visitor, new FlowId(flow)))
                        .filter(flow -> isFor(held, flow))
                        .filter(_ -> visitor.scope()
                                .call(() -> directory.find(held.user()))
                                .filter(user -> isMailedTo(held, user))
                                .isPresent()));
    }

    private static boolean isFor(OneTimeTokens.Held held, Flow flow) {
        return held.flow().equals(Optional.of(flow.id().value()))
                && flow.account().equals(Optional.of(held.user()));
    }

    /// The link, opened in the browser where the sign-in began.
    public StepOutcome takeLink(Visitor visitor, String token) {
        Optional<Flow> flow = flowOf(visitor, token).filter(found -> found.status() == Flow.Status.PENDING);
        Optional<User> user = visitor.scope()
                .call(() -> flow.flatMap(Flow::account).flatMap(directory::find))
                .filter(User::isActive);
        if (flow.isEmpty() || user.isEmpty()) {
            return new StepOutcome.Over();
        }
        return passage.proven(
                visitor,
                flow.get(),
                new Proof(Step.MAGIC_LINK, user.get().id(), false, List.of()),
                transaction -> tokens.consume(transaction, Purpose.MAGIC_LINK, token)
                        .filter(held -> isFor(held, flow.get()))
                        .filter(held -> confirm(transaction, held))
                        .isPresent());
    }

    /// Whoever has the mail reads the mailbox that it went to. That lets in, and proves the address, as long as it is
    /// the account's own: a mail to an address that was left behind says nothing about the one that it has now.
    private boolean confirm(Transaction transaction, OneTimeTokens.Held held) {
        return directory
                .find(transaction, held.user())
                .filter(user -> isMailedTo(held, user))
                .filter(user -> user.emailVerifiedAt().isPresent()
                        || directory
                                .confirmMailbox(transaction, user.id(), user.mailbox())
                                .isPresent())
                .isPresent();
    }

    private static boolean isMailedTo(OneTimeTokens.Held held, User user) {
        return held.address().equals(Optional.of(user.mailbox()));
    }

    private Digest digest(FlowId flow, String code) {
        return mac.digest(flow.text() + "/" + code.toLowerCase(Locale.ROOT));
    }
}
