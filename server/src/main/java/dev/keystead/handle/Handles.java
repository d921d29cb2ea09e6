package dev.keystead.handle;

import dev.keystead.job.Sweep;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.config.HandleConfig;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The rules of handles.
public final class Handles {
    private static final Duration CACHED = Duration.ofSeconds(30);
    private static final int MOST_CACHED = 100_000;

    private final HandleStore store;
    private final DictionaryStore dictionary;
    private final Confusables confusables = Confusables.ofProduct();
    private final HandleConfig config;
    private final Scope system;
    private final SharedCache<Optional<Holding>> known;
    private final Clock clock;

    /// @param systemWorkspace what the keys of the cache are scoped by, as handles are nobody's tenant
    public Handles(Database database, SharedCaches caches, HandleConfig config, TypedId systemWorkspace, Clock clock) {
        this.store = new HandleStore(database);
        this.dictionary = new DictionaryStore(database);
        this.config = config;
        this.system = Scope.tenant(systemWorkspace.value());
        this.known = caches.make(CACHED, MOST_CACHED);
        this.clock = clock;
    }

    /// How long handles stay with those who have or had them.
    public HandleConfig config() {
        return config;
    }

    /// What is released and goes 90 days later.
    public static Sweep.Expiring ended() {
        return new Sweep.Expiring("identity.handle_registry", HandleStore.HANDLES_SWEEP);
    }

    /// Gives a handle to somebody in the transaction that makes them, unless it is not to be had.
    ///
    /// @param kind what they are: a person or a machine
    public Availability take(Transaction transaction, String handle, Owner owner, Holding.Kind kind) {
        return reserved(transaction, handle)
                // A machine that is called like a reserved word would pass for what the word is reserved for.
                .or(() -> Optional.of(handle)
                        .filter(Handle::isBot)
                        .flatMap(bot -> reserved(transaction, Handle.botName(bot))))
                .orElseGet(() -> takeWord(transaction, handle, owner, kind));
    }

    /// The same for whoever may have a reserved word, such as the first administrator.
    public Availability takeWord(Transaction transaction, String handle, Owner owner, Holding.Kind kind) {
        Availability found = judge(transaction, handle, kind, handle);
        return found.isFree() ? take(transaction, taking(handle, owner, kind, clock.instant())) : found;
    }

    /// Gives somebody another handle, and lets nobody have the old one until its time is over.
    ///
    /// @throws Refusal when another transaction was faster
    public Availability change(Transaction transaction, String from, String to, Owner owner, Holding.Kind kind) {
        // Their new handle may look like their old one.
        Availability found = reserved(transaction, to).orElseGet(() -> judge(transaction, to, kind, from));
        if (!found.isFree()) {
            return found;
        }
        Instant now = clock.instant();
        if (confusables.skeleton(from).equals(confusables.skeleton(to))) {
            store.setSkeleton(transaction, from, null, confusables.version());
        }
        freeze(transaction, from, owner, Optional.of(now.plus(config.freeze())));
        Availability taken = take(transaction, taking(to, owner, kind, now));
        if (!taken.isFree()) {
            throw new Refusal(Reply.conflict(taken.sentence()));
        }
        return taken;
    }

    private Availability take(Transaction transaction, HandleStore.Taking wish) {
        if (!store.take(transaction, wish, confusables.skeleton(wish.handle()), confusables.version())) {
            return new Availability.Taken();
        }
        forget(transaction, wish.handle());
        return new Availability.Free();
    }

    /// @param own the handle that it may look like
    private Availability judge(Transaction transaction, String handle, Holding.Kind kind, String own) {
        Availability shape = ofShape(handle, kind);
        if (!shape.isFree()) {
            return shape;
        }
        Optional<HandleStore.Alike> alike =
                store.alike(transaction, confusables.skeleton(handle), confusables.version());
        return obstacle(
                        handle,
                        store.find(transaction, handle),
                        alike.filter(other -> !other.handle().equals(own)))
                .orElseGet(Availability.Free::new);
    }

    private Optional<Availability> reserved(Transaction transaction, String handle) {
        return dictionary
                .find(transaction, handle, confusables.skeleton(handle), confusables.version())
                .map(word -> new Availability.Reserved(word.handle(), word.category()));
    }

    private HandleStore.Taking taking(String handle, Owner owner, Holding.Kind kind, Instant at) {
        Optional<Instant> dueAt =
                kind == Holding.Kind.INDIVIDUAL ? Optional.of(at.plus(config.firstLook())) : Optional.empty();
        return new HandleStore.Taking(handle, kind, owner, at, dueAt);
    }

    private static Availability ofShape(String handle, Holding.Kind kind) {
        if (!Handle.isHandle(handle)) {
            return new Availability.Malformed();
        }
        boolean bot = kind == Holding.Kind.SERVICE;
        return Handle.isBot(handle) == bot ? new Availability.Free() : new Availability.WrongKind();
    }

    private static Optional<Availability> obstacle(
            String handle, Optional<Holding> same, Optional<HandleStore.Alike> alike) {
        return same.filter(holding -> !holding.isReleased())
                .<Availability>map(holding ->
                        holding.kind() == Holding.Kind.FROZEN ? new Availability.Frozen() : new Availability.Taken())
                .or(() -> alike.filter(other -> !other.handle().equals(handle))
                        .map(other -> new Availability.Alike(other.handle())));
    }

    /// Whether a person could have a handle at this moment. Not for use inside a transaction.
    public Availability judge(String handle) {
        Availability shape = ofShape(handle, Holding.Kind.INDIVIDUAL);
        if (!shape.isFree()) {
            return shape;
        }
        String skeleton = confusables.skeleton(handle);
        return dictionary
                .find(handle, skeleton, confusables.version())
                .<Availability>map(word -> new Availability.Reserved(word.handle(), word.category()))
                .or(() -> obstacle(handle, lookup(handle), store.alike(skeleton, confusables.version())))
                .orElseGet(Availability.Free::new);
    }

    /// Who has a handle, or had it. As it was at most 30 seconds ago, and changes are heard of within one. Not for
    /// use inside a transaction.
    public Optional<Holding> lookup(String handle) {
        return Handle.isHandle(handle) ? known.read(key(handle), () -> store.find(handle)) : Optional.empty();
    }

    /// The same as it is, inside a transaction.
    public Optional<Holding> find(Transaction transaction, String handle) {
        return store.find(transaction, handle);
    }

    /// Lets nobody have the handle of somebody who was deleted, until an operator releases it.
    public void freeze(Transaction transaction, String handle, Owner owner) {
        freeze(transaction, handle, owner, Optional.empty());
    }

    private void freeze(Transaction transaction, String handle, Owner owner, Optional<Instant> thawsAt) {
        if (store.freeze(transaction, handle, owner, thawsAt.orElse(null))) {
            forget(transaction, handle);
        }
    }

    /// Lets nobody have the handles of machines of a workspace that is erased, and forgets whose they were.
    public static void freezeMachinesOf(Transaction transaction, TypedId workspace) {
        HandleStore.freezeMachinesOf(transaction, workspace);
    }

    /// Gives somebody who was deleted the handle back that is frozen for their sake, or is nobody's.
    ///
    /// @throws Refusal when another transaction was faster
    public Availability giveBack(Transaction transaction, String handle, Owner owner, Holding.Kind kind) {
        if (store.giveBack(transaction, taking(handle, owner, kind, clock.instant()))) {
            forget(transaction, handle);
            return new Availability.Free();
        }
        return takeWord(transaction, handle, owner, kind);
    }

    /// Lets anybody have a handle that its owner gives up.
    public void release(Transaction transaction, String handle, Owner owner) {
        if (store.release(transaction, handle, owner.user(), clock.instant())) {
            forget(transaction, handle);
        }
    }

    /// Lets anybody have a frozen handle; false when it is not frozen.
    public boolean releaseFrozen(Transaction transaction, String handle) {
        boolean released = store.release(transaction, handle, null, clock.instant());
        if (released) {
            forget(transaction, handle);
        }
        return released;
    }

    /// Notes that somebody whose account slept is back.
    public void wake(Transaction transaction, String handle, Owner owner) {
        Instant now = clock.instant();
        store.wake(transaction, owner, now, now.plus(config.firstLook()));
        forget(transaction, handle);
    }

    /// Forgets somebody who is erased. Their handle stays nobody's.
    public static void erase(Transaction transaction, Owner owner) {
        HandleStore.forget(transaction, owner);
    }

    /// Enters somebody who has their handle already and is not in the registry.
    ///
    /// @return whether they are now; somebody else may stand there
    public boolean adopt(Transaction transaction, String handle, Owner owner, Holding.Kind kind) {
        boolean adopted = store.adopt(transaction, taking(handle, owner, kind, clock.instant()));
        if (adopted) {
            forget(transaction, handle);
        }
        return adopted;
    }

    /// Those of the handles that somebody has by the registry.
    public List<String> known(List<String> handles) {
        return store.known(handles);
    }

    /// Releases handles of a shard whose time is over, and answers which.
    ///
    /// @param shard the first character
    public List<String> thaw(Transaction transaction, char shard, int limit) {
        List<String> thawed = store.thaw(transaction, String.valueOf(shard), clock.instant(), limit);
        thawed.forEach(handle -> forget(transaction, handle));
        return thawed;
    }

    /// Works out what handles and reserved words look like that were taken before this table of look-alikes, and
    /// answers how many there were. Of two that look alike, both stay.
    public int refreshSkeletons(Transaction transaction, int limit) {
        int version = confusables.version();
        List<String> stale = store.stale(transaction, version, limit);
        for (String handle : stale) {
            String skeleton = confusables.skeleton(handle);
            boolean first = store.alike(transaction, skeleton, version).isEmpty();
            store.setSkeleton(transaction, handle, first ? skeleton : null, version);
        }
        List<String> words = dictionary.stale(transaction, version, limit);
        words.forEach(word -> dictionary.setSkeleton(transaction, word, confusables.skeleton(word), version));
        return stale.size() + words.size();
    }

    void forget(Transaction transaction, String handle) {
        known.changed(transaction, key(handle));
    }

    private String key(String handle) {
        return ScopedKey.cache("handle", Axis.TENANT, system, handle);
    }
}
