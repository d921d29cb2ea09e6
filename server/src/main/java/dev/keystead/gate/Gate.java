package dev.keystead.gate;

import dev.keystead.apikey.ApiKey;
import dev.keystead.apikey.WorkingKeys;
import dev.keystead.device.Devices;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.member.Members;
import dev.keystead.member.Resource;
import dev.keystead.member.Role;
import dev.keystead.pat.PersonalToken;
import dev.keystead.pat.PersonalTokens;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.platform.http.Admission;
import dev.keystead.platform.http.Authenticator;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.http.Reply;
import dev.keystead.role.HeldRights;
import dev.keystead.session.Session;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.AccessScope.Verb;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Lets a request in: by an API key, a personal access token, the access token of a session or of an
/// application, or the session of a browser.
///
/// The path decides the workspace (`/t/{slug}`, `/v1/workspaces/{id}`); without that, it is the credential's
/// own. A person can do what their role there allows, and the roles of the workspace's own that they hold
/// beside it; a key that belongs to nobody acts in its own workspace. A right on the organisation reaches
/// into all of its workspaces.
public final class Gate implements Authenticator {
    private final WorkingKeys keys;
    private final PersonalTokens tokens;
    private final Sessions sessions;
    private final Devices devices;
    private final BrowserSessions browsers;
    private final Workspaces workspaces;
    private final Directory directory;
    private final Members members;
    private final HeldRights held;
    private final Rank rank;
    private final Delegation.Judge delegations;

    public Gate(
            WorkingKeys keys,
            PersonalTokens tokens,
            Sessions sessions,
            Devices devices,
            BrowserSessions browsers,
            Workspaces workspaces,
            Directory directory,
            Members members,
            HeldRights held,
            Delegation.Judge delegations) {
        this.keys = keys;
        this.tokens = tokens;
        this.sessions = sessions;
        this.devices = devices;
        this.browsers = browsers;
        this.workspaces = workspaces;
        this.directory = directory;
        this.members = members;
        this.held = held;
        this.rank = new Rank(members, held);
        this.delegations = delegations;
    }

    /// What was presented, once it is known to work.
    ///
    /// @param home the workspace that it was made in
    private record Credential(
            WorkspaceId home,
            Optional<UserId> user,
            String actor,
            Set<AccessScope> scopes,
            Optional<Caller.SignIn> session) {
        static Credential of(WorkspaceId home, ApiKey key) {
            return new Credential(home, key.user(), key.actor(), Set.copyOf(key.scopes()), Optional.empty());
        }

        static Credential of(WorkspaceId home, PersonalToken token) {
            return new Credential(
                    home, Optional.of(token.user()), token.actor(), Set.copyOf(token.scopes()), Optional.empty());
        }

        static Credential of(Delegation.Working delegated) {
            return new Credential(
                    delegated.home(), delegated.user(), delegated.actor(), delegated.scopes(), Optional.empty());
        }

        /// A session may do whatever its person may.
        static Credential of(Session session) {
            return new Credential(
                    session.tenant(),
                    Optional.of(session.user()),
                    "did:keystead:" + session.user().text(),
                    Set.copyOf(Resource.allRights()),
                    Optional.of(new Caller.SignIn(
                            session.id().value(), session.tenant().value(), session.provenAt())));
        }
    }

    @Override
    public Admission admit(Call call, Optional<Presented> presented, Wanted wanted) {
        if (presented.isEmpty()) {
            return new Admission.NoCredential();
        }
        Optional<Credential> own = presented.get().proven()
                ? Optional.empty()
                : credential(presented.get().token());
        if (own.isPresent()) {
            return judge(call, own, wanted);
        }
        return switch (delegations.judge(call, presented.get())) {
            case Delegation.Working working -> judge(call, Optional.of(Credential.of(working)), wanted);
            case Delegation.Unproven(Reply reply) -> new Admission.Unproven(reply);
            case Delegation.NotWorking() -> new Admission.InvalidCredential();
        };
    }

    private Admission judge(Call call, Optional<Credential> credential, Wanted wanted) {
        Optional<Workspace> home = credential.flatMap(this::activeHome);
        if (credential.isEmpty() || home.isEmpty()) {
            return new Admission.InvalidCredential();
        }
        return find(home.get(), wanted)
                .map(workspace -> admit(call, credential.get(), home.get(), workspace))
                .orElseGet(Admission.Unreachable::new);
    }

    @Override
    public Admission admitBrowser(Call call) {
        Optional<Credential> credential = browsers.find(call).map(this::seen);
        Optional<Workspace> home = credential.flatMap(this::activeHome);
        return credential.isPresent() && home.isPresent()
                ? new Admission.Admitted(caller(credential.get(), home.get(), home.get()))
                : new Admission.SignInFirst(browsers.signInAddress(call));
    }

    private Optional<Credential> credential(String token) {
        if (Sessions.isAccessToken(token)) {
            return sessions.byAccessToken(token).map(this::seen);
        }
        return Secret.parse(SecretPrefix.PERSONAL_TOKEN, token)
                .flatMap(this::personal)
                .or(() -> Secret.parse(SecretPrefix.API_KEY, token).flatMap(this::key));
    }

    private Credential seen(Session session) {
        session.device().ifPresent(device -> devices.noteUse(session.tenant(), device));
        return Credential.of(session);
    }

    private Optional<Credential> personal(Secret secret) {
        return tokens.use(secret).map(token -> Credential.of(new WorkspaceId(secret.tenant()), token));
    }

    private Optional<Credential> key(Secret secret) {
        var home = new WorkspaceId(secret.tenant());
        Optional<ApiKey> key = keys.find(secret);
        key.ifPresent(found -> keys.noteUse(home, found));
        return key.map(found -> Credential.of(home, found));
    }

    /// Where a credential comes from, if people get in there and its owner does.
    private Optional<Workspace> activeHome(Credential credential) {
        return workspaces
                .standing(credential.home())
                .filter(Workspace::isActive)
                .filter(home -> credential
                        .user()
                        .map(user -> directory.isActive(home.id().value(), user))
                        .orElse(true));
    }

    private Optional<Workspace> find(Workspace home, Wanted wanted) {
        return switch (wanted) {
            case Wanted.Own() -> Optional.of(home);
            case Wanted.BySlug(String slug) -> workspaces.bySlug(slug).flatMap(workspaces::standing);
            case Wanted.ById(UUID id) -> workspaces.standing(new WorkspaceId(id));
            case Wanted.Nowhere() -> Optional.empty();
        };
    }

    private Admission admit(Call call, Credential credential, Workspace home, Workspace wanted) {
        Caller caller = caller(credential, home, wanted);
        if (!caller.ceiling().isEmpty()) {
            return new Admission.Admitted(rank.within(call, caller, wanted));
        }
        return credential.user().isPresent()
                ? new Admission.Stranger(atHome(caller, home))
                : new Admission.Unreachable();
    }

    private Caller caller(Credential credential, Workspace home, Workspace wanted) {
        Set<AccessScope> own = ownRights(credential, home, wanted);
        Set<AccessScope> ceiling = new HashSet<>(own);
        ceiling.addAll(rightsByOrg(credential, home, wanted));
        // Who has no place of their own in the workspace holds nothing beside it.
        if (!own.isEmpty() && credential.user().isPresent()) {
            ceiling.addAll(held.of(wanted.id(), credential.user().get()));
        }
        return new Caller(
                credential.actor(),
                credential.user().map(UserId::value),
                wanted.id().value(),
                wanted.org().value(),
                credential.scopes(),
                ceiling,
                credential.session());
    }

    /// What the credential's own place in a workspace allows: a person's role, or, for a machine,
    /// everything in its own workspace and nothing elsewhere.
    private Set<AccessScope> ownRights(Credential credential, Workspace home, Workspace wanted) {
        if (credential.user().isPresent()) {
            return wanted.isActive()
                    ? members.rightsOf(wanted, credential.user().get())
                    : Set.of();
        }
        return wanted.id().equals(home.id()) ? Role.OWNER.rightsIn(wanted) : Set.of();
    }

    /// What a right on the organisation allows in each of its workspaces. Such rights come from the
    /// organisation's home alone.
    private Set<AccessScope> rightsByOrg(Credential credential, Workspace home, Workspace wanted) {
        Optional<Verb> held = highestOnOrg(credential.scopes());
        if (held.isEmpty()) {
            return Set.of();
        }
        return workspaces
                .standingHome(wanted.org())
                .flatMap(orgsHome -> highestOnOrg(ownRights(credential, home, orgsHome)))
                .map(verb -> verb.compareTo(held.get()) < 0 ? verb : held.get())
                .map(Role::rightsByOrg)
                .orElse(Set.of());
    }

    private static Optional<Verb> highestOnOrg(Collection<AccessScope> rights) {
        return rights.stream()
                .filter(right -> right.resource().equals(Resource.ORG.word())
                        && right.modifier().isEmpty())
                .map(AccessScope::verb)
                .max(Comparator.naturalOrder());
    }

    /// A stranger acts on what is their own, and that is at home.
    private static Caller atHome(Caller caller, Workspace home) {
        return new Caller(
                caller.actor(),
                caller.user(),
                home.id().value(),
                home.org().value(),
                caller.rights(),
                Set.of(),
                caller.session());
    }
}
