package dev.keystead.setup;

import dev.keystead.apikey.ApiKeys;
import dev.keystead.audit.AuditLog;
import dev.keystead.credential.Passwords;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.member.Members;
import dev.keystead.member.Resource;
import dev.keystead.onetime.OneTimeTokens;
import dev.keystead.onetime.OneTimeTokens.Purpose;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.session.Session;
import dev.keystead.signup.NewPassword;
import dev.keystead.signup.PasswordResets;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.DatabaseFailure;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Orgs;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.Workspaces;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Makes the first administrator and lets them in.
public final class Setup {
    static final UserId FIRST_ADMINISTRATOR = new UserId(UUID.fromString("00000000-0000-7000-8000-000000000003"));

    /// What they sign in with.
    static final String HANDLE = "admin";

    private static final Workspaces.NewWorkspace SYSTEM = new Workspaces.NewWorkspace(
            Reserved.SYSTEM_WORKSPACE, Reserved.SYSTEM_ORG, "system", "System", Workspace.Kind.SYSTEM);

    private static final String UNIQUE_VIOLATION = "23505";

    private final Database database;
    private final OneTimeTokens tokens;
    private final Workspaces workspaces;
    private final Orgs orgs;
    private final Members members;
    private final Directory directory;
    private final ApiKeys keys;
    private final AuditLog audit;
    private final Passwords passwords;
    private final NewPassword rules;
    private final PasswordResets resets;

    public Setup(
            Database database,
            Workspaces workspaces,
            Orgs orgs,
            Directory directory,
            Members members,
            ApiKeys keys,
            AuditLog audit,
            OneTimeTokens tokens,
            Passwords passwords,
            NewPassword rules,
            PasswordResets resets) {
        this.database = database;
        this.tokens = tokens;
        this.workspaces = workspaces;
        this.orgs = orgs;
        this.members = members;
        this.directory = directory;
        this.keys = keys;
        this.audit = audit;
        this.passwords = passwords;
        this.rules = rules;
        this.resets = resets;
    }

    /// Makes what a new database lacks. Answers a link's secret for as long as nobody has used one.
    public Optional<Secret> prepare() {
        if (workspaces.bySlug("system").isEmpty()) {
            makeSystemWorkspace();
        }
        return isPending() ? Optional.of(newLink()) : Optional.empty();
    }

    private void makeSystemWorkspace() {
        try {
            systemScope()
                    .call(() -> database.write(transaction -> {
                        Workspace made = orgs.create(transaction, "System", SYSTEM);
                        User administrator = directory.createFirst(
                                transaction,
                                FIRST_ADMINISTRATOR,
                                directory.individual(HANDLE, "Administrator", "en", "UTC"));
                        members.addFounder(transaction, made.id(), administrator);
                        audit.writeInternal(
                                transaction, "setup", "workspace.create", made.id(), Map.of("reason", "first start"));
                        return made;
                    }));
        } catch (DatabaseFailure e) {
            // Another node starts at the same moment and was faster; what it made is what we wanted.
            if (!e.sqlState().equals(UNIQUE_VIOLATION)) {
                throw e;
            }
        }
    }

    /// Whether no administrator has come in yet.
    public boolean isPending() {
        return systemScope().call(() -> keys.list(Optional.empty(), 1).isEmpty());
    }

    /// A new one-time link for the first administrator, also after the first one was used: whoever can run
    /// this has the database anyway.
    public Secret newLink() {
        return systemScope().call(() -> {
            if (directory.find(FIRST_ADMINISTRATOR).isEmpty()) {
                throw new StartRefused("The first administrator was deleted; sign in as another one.");
            }
            return database.write(transaction -> {
                audit.writeInternal(transaction, "setup", "setup.link", FIRST_ADMINISTRATOR, Map.of());
                return tokens.make(
                        transaction,
                        Purpose.SETUP,
                        new OneTimeTokens.Held(
                                FIRST_ADMINISTRATOR, Optional.empty(), Optional.empty(), Optional.empty()));
            });
        });
    }

    /// Whether a link would work now, for showing its page.
    boolean isOpen(String token) {
        return administrator(token).isPresent();
    }

    private Optional<User> administrator(String token) {
        return tokens.find(Purpose.SETUP, Reserved.SYSTEM_WORKSPACE.value(), token)
                .map(OneTimeTokens.Held::user)
                .flatMap(user -> systemScope().call(() -> directory.find(user)));
    }

    /// Whether the administrator can sign in with a password already, and the link only replaces what was
    /// lost.
    boolean hasPassword() {
        return systemScope().call(() -> passwords.has(FIRST_ADMINISTRATOR));
    }

    /// What somebody brings to a link.
    ///
    /// @param contactEmail where mail to the administrator goes from now on
    /// @param password to sign in with from now on
    record Arrival(String token, Optional<String> contactEmail, Optional<String> password, Session.Client client) {}

    /// What became of a link.
    sealed interface Outcome {
        /// It is used up, and this is the administrator's key.
        record Inside(ApiKeys.Made made) implements Outcome {}

        /// The password will not do; the link still works.
        ///
        /// @param key of the text that says why
        record Bad(String key, int leastLength) implements Outcome {}

        /// The link does not work, or no longer.
        record Gone() implements Outcome {}
    }

    /// What to do once a link was consumed, in the same transaction.
    interface Entry {
        void made(Transaction transaction, UserId administrator, ApiKeys.Made made);
    }

    /// Uses up a link, makes the administrator's key and sets what they brought.
    Outcome redeem(Arrival arrival, Entry entry) {
        // Only whoever has a link gets a password judged and hashed, which takes its time.
        Optional<User> administrator = administrator(arrival.token());
        if (administrator.isEmpty()) {
            return new Outcome.Gone();
        }
        Optional<NewPassword.Judged> judged =
                arrival.password().map(password -> rules.judge(systemWorkspace(), administrator.get(), password));
        if (judged.isEmpty()) {
            return admit(arrival, Optional.empty(), entry);
        }
        return switch (judged.get()) {
            case NewPassword.Judged.Bad(String key, int least) -> new Outcome.Bad(key, least);
            case NewPassword.Judged.Good(Passwords.Prepared prepared) -> admit(arrival, Optional.of(prepared), entry);
        };
    }

    private Outcome admit(Arrival arrival, Optional<Passwords.Prepared> password, Entry entry) {
        return systemScope()
                .call(() -> database.write(transaction -> tokens.consume(transaction, Purpose.SETUP, arrival.token())
                        .map(OneTimeTokens.Held::user)
                        .<Outcome>map(user -> {
                            password.ifPresent(
                                    prepared -> resets.replace(transaction, arrival.client(), user, prepared));
                            arrival.contactEmail()
                                    .ifPresent(address -> directory.change(
                                            transaction,
                                            user,
                                            Optional.empty(),
                                            before -> before.withContactEmail(Optional.of(address))));
                            ApiKeys.Made made = makeKey(transaction, user);
                            entry.made(transaction, user, made);
                            return new Outcome.Inside(made);
                        })
                        .orElseGet(Outcome.Gone::new)));
    }

    private ApiKeys.Made makeKey(Transaction transaction, UserId user) {
        var wish = new ApiKeys.Wish(Optional.of(user), "First administrator", Resource.allRights(), Optional.empty());
        return keys.make(transaction, wish, "did:keystead:" + user.text());
    }

    private Workspace systemWorkspace() {
        return workspaces.standing(Reserved.SYSTEM_WORKSPACE).orElseThrow();
    }

    private static Scope systemScope() {
        return Scope.tenant(Reserved.SYSTEM_WORKSPACE.value()).and(Scope.org(Reserved.SYSTEM_ORG.value()));
    }
}
