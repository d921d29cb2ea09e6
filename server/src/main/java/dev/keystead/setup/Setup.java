package dev.keystead.setup;

import dev.keystead.apikey.ApiKeys;
import dev.keystead.audit.AuditLog;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.member.Members;
import dev.keystead.member.Resource;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.DatabaseFailure;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Orgs;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.Workspaces;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Makes the first administrator and lets them in.
public final class Setup {
    /// What a set-up secret begins with.
    public static final String PREFIX = "ksetup";

    static final UserId FIRST_ADMINISTRATOR = new UserId(UUID.fromString("00000000-0000-7000-8000-000000000003"));

    private static final Workspaces.NewWorkspace SYSTEM = new Workspaces.NewWorkspace(
            Reserved.SYSTEM_WORKSPACE, Reserved.SYSTEM_ORG, "system", "System", Workspace.Kind.SYSTEM);

    private static final String UNIQUE_VIOLATION = "23505";
    private static final Duration LINK_LIFE = Duration.ofDays(1);

    private final Database database;
    private final SetupTokenStore tokens;
    private final Workspaces workspaces;
    private final Orgs orgs;
    private final Members members;
    private final Directory directory;
    private final ApiKeys keys;
    private final AuditLog audit;
    private final Mac mac;
    private final Clock clock;

    public Setup(
            Database database,
            Workspaces workspaces,
            Orgs orgs,
            Directory directory,
            Members members,
            ApiKeys keys,
            AuditLog audit,
            MasterKey master,
            Clock clock) {
        this.database = database;
        this.tokens = new SetupTokenStore(database);
        this.workspaces = workspaces;
        this.orgs = orgs;
        this.members = members;
        this.directory = directory;
        this.keys = keys;
        this.audit = audit;
        this.mac = master.mac("setup-token");
        this.clock = clock;
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("auth.one_time_tokens", SetupTokenStore.TOKEN_SWEEP);
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
                        User administrator = directory.create(
                                transaction,
                                FIRST_ADMINISTRATOR,
                                directory.individual("admin", "Administrator", "en", "UTC"));
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

    /// A new one-time link for the first administrator, also after the first one was used: whoever can run this has the
    /// database anyway.
    public Secret newLink() {
        Secret secret = Secret.make(PREFIX, Reserved.SYSTEM_WORKSPACE.value());
        Instant now = clock.instant();
        systemScope().call(() -> {
            if (directory.find(FIRST_ADMINISTRATOR).isEmpty()) {
                throw new StartRefused("The first administrator was deleted; sign in as another one.");
            }
            return database.write(transaction -> {
                tokens.insert(transaction, FIRST_ADMINISTRATOR, mac.of(secret.text()), now, now.plus(LINK_LIFE));
                audit.writeInternal(transaction, "setup", "setup.link", FIRST_ADMINISTRATOR, Map.of());
                return true;
            });
        });
        return secret;
    }

    /// Whether a link would work now, for showing its page.
    boolean isOpen(String token) {
        return parse(token)
                .map(secret -> systemScope().call(() -> tokens.isOpen(mac.of(secret.text()), clock.instant())))
                .orElse(false);
    }

    /// What to do once a link was consumed, in the same transaction.
    interface Entry {
        void made(Transaction transaction, UserId administrator, ApiKeys.Made made);
    }

    /// Uses up a link and makes the administrator's key; nothing when the link does not work.
    Optional<ApiKeys.Made> redeem(String token, Entry entry) {
        return parse(token)
                .flatMap(secret -> systemScope()
                        .call(() -> database.write(transaction -> {
                            Optional<UserId> administrator =
                                    tokens.consume(transaction, mac.of(secret.text()), clock.instant());
                            return administrator.map(user -> {
                                var wish = new ApiKeys.Wish(
                                        Optional.of(user),
                                        "First administrator",
                                        Resource.allRights(),
                                        Optional.empty());
                                ApiKeys.Made made = keys.make(transaction, wish, "did:keystead:" + user.text());
                                entry.made(transaction, user, made);
                                return made;
                            });
                        })));
    }

    private static Optional<Secret> parse(String token) {
        return Secret.parse(PREFIX, token).filter(secret -> secret.tenant().equals(Reserved.SYSTEM_WORKSPACE.value()));
    }

    private static Scope systemScope() {
        return Scope.tenant(Reserved.SYSTEM_WORKSPACE.value()).and(Scope.org(Reserved.SYSTEM_ORG.value()));
    }
}
