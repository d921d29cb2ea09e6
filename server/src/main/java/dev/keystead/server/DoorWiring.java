package dev.keystead.server;

import dev.keystead.account.Accounts;
import dev.keystead.apikey.ApiKeys;
import dev.keystead.audit.AuditLog;
import dev.keystead.authevent.AuthEventRoutes;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.badge.Badges;
import dev.keystead.connection.Connections;
import dev.keystead.credential.AuthenticatorApps;
import dev.keystead.credential.Credentials;
import dev.keystead.credential.Passkeys;
import dev.keystead.credential.Passwords;
import dev.keystead.credential.RecoveryCodes;
import dev.keystead.credential.passkey.Ceremonies;
import dev.keystead.credential.passkey.RelyingParty;
import dev.keystead.credential.password.Parameters;
import dev.keystead.credential.password.PasswordHashes;
import dev.keystead.credential.password.PasswordRules;
import dev.keystead.directory.Directory;
import dev.keystead.directory.PersonalData;
import dev.keystead.domain.DomainOwners;
import dev.keystead.domain.DomainRouting;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.group.Groups;
import dev.keystead.handle.Handles;
import dev.keystead.invite.Invites;
import dev.keystead.job.Job;
import dev.keystead.job.Sweep;
import dev.keystead.lockout.Lockouts;
import dev.keystead.lockout.SourceLimits;
import dev.keystead.login.Aside;
import dev.keystead.login.Challenges;
import dev.keystead.login.CodeStep;
import dev.keystead.login.Door;
import dev.keystead.login.Enrolments;
import dev.keystead.login.FederatedStep;
import dev.keystead.login.FlowRoutes;
import dev.keystead.login.Flows;
import dev.keystead.login.Letters;
import dev.keystead.login.MailStep;
import dev.keystead.login.Passage;
import dev.keystead.login.PasskeyStep;
import dev.keystead.login.PasswordStep;
import dev.keystead.login.SignInPages;
import dev.keystead.login.SignInRoutes;
import dev.keystead.login.StepReplies;
import dev.keystead.login.Steps;
import dev.keystead.mail.Mails;
import dev.keystead.member.Members;
import dev.keystead.onetime.OneTimeTokens;
import dev.keystead.pat.PersonalTokens;
import dev.keystead.platform.config.ClientLimitConfig;
import dev.keystead.platform.config.InviteConfig;
import dev.keystead.platform.config.PasswordConfig;
import dev.keystead.platform.config.SignInConfig;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.PublicAddress;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.text.Texts;
import dev.keystead.policy.Policies;
import dev.keystead.profile.PublicProfiles;
import dev.keystead.session.Sessions;
import dev.keystead.signup.AddressProofs;
import dev.keystead.signup.NewPassword;
import dev.keystead.signup.PasswordResets;
import dev.keystead.signup.RedemptionRoutes;
import dev.keystead.signup.Redemptions;
import dev.keystead.signup.RegistrationRoutes;
import dev.keystead.signup.Registrations;
import dev.keystead.signup.SignUpPages;
import dev.keystead.signup.SignUpRoutes;
import dev.keystead.trust.Trust;
import dev.keystead.workspace.Workspaces;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Everything with which people get in, and what it is given, from the bottom up.
final class DoorWiring implements AutoCloseable {
    private final PasswordHashes hashes;
    private final Passwords passwords;
    private final NewPassword newPassword;
    private final PasswordResets resets;
    private final AuthEvents events;
    private final Lockouts lockouts;
    private final Door door;
    private final SourceLimits limits;
    private final SignInPages signInPages;
    private final StepReplies replies;
    private final FederationWiring federation;
    private final InviteWiring invitations;
    private final Badges badges;
    private final PublicProfiles profiles;
    private final List<Route> routes;

    /// What stands below the door.
    record Ground(
            Storage storage,
            PasswordConfig password,
            SignInConfig signIn,
            InviteConfig invites,
            ClientLimitConfig clientLimits,
            MasterKey master,
            AuditLog audit,
            Workspaces workspaces,
            Handles handles,
            DomainOwners owners,
            Connections connections,
            Groups groups,
            Directory directory,
            Members members,
            ApiKeys keys,
            PersonalTokens personalTokens,
            DeviceWiring devices,
            Policies policies,
            Sessions sessions,
            BrowserSessions browsers,
            OneTimeTokens tokens,
            Mails mails,
            PublicAddress address,
            Pages pages,
            Texts texts,
            Clock clock) {}

    DoorWiring(Ground ground) {
        var database = ground.storage().app();
        MasterKey master = ground.master();
        Clock clock = ground.clock();
        Directory directory = ground.directory();
        Policies policies = ground.policies();
        BrowserSessions browsers = ground.browsers();
        AuditLog audit = ground.audit();

        // What people prove themselves by.
        this.hashes = PasswordHashes.start(Parameters.of(ground.password()));
        this.passwords = new Passwords(database, hashes, clock);
        var apps = new AuthenticatorApps(database, master, clock);
        var recovery = new RecoveryCodes(database, hashes, clock);
        var ceremonies = new Ceremonies(
                () -> RelyingParty.at(ground.address().get(), "Keystead")
                        .withWorkspacesBelow(ground.address().workspaceDomain()),
                Set.of());
        var passkeys = new Passkeys(database, ceremonies, clock);

        // The machine of sign-ins.
        this.events = new AuthEvents(database, audit, clock);
        this.lockouts = new Lockouts(database, master, clock);
        this.limits = new SourceLimits(database, ground.signIn(), ground.clientLimits(), master, clock);
        Consumer<String> handleBrake = HandleWiring.brake(ground, limits);
        this.door = new Door(browsers, ground.workspaces(), policies, ground.address(), master);
        var routing = new DomainRouting(ground.owners(), policies, ground.workspaces());
        var flows = new Flows(database, directory, lockouts, limits, policies, routing, events, clock);
        var credentials = new Credentials(database);
        var passage = new Passage(
                database,
                flows,
                credentials,
                directory,
                ground.members(),
                policies,
                ground.sessions(),
                lockouts,
                events,
                ground.connections(),
                clock);
        var letters = new Letters(clock);
        var aside = new Aside();
        var challenges = new Challenges(master, clock);
        var enrolments = new Enrolments(credentials, directory, letters, ground.mails(), events);
        var steps = new Steps(
                new PasswordStep(flows, passage, passwords),
                new CodeStep(database, flows, passage, apps, recovery, enrolments, events),
                new PasskeyStep(
                        database, flows, passage, passkeys, challenges, directory, policies, enrolments, events),
                new MailStep(
                        database,
                        flows,
                        passage,
                        ground.tokens(),
                        letters,
                        ground.mails(),
                        directory,
                        events,
                        lockouts,
                        limits,
                        aside,
                        master,
                        clock),
                new FederatedStep(flows, passage));
        this.signInPages =
                new SignInPages(ground.pages(), passage, steps, policies, ground.workspaces(), ground.connections());
        this.replies = new StepReplies(door, signInPages, browsers, clock);
        this.federation = new FederationWiring(
                ground,
                new FederationWiring.Entry(
                        door, flows, passage, steps, replies, signInPages, credentials, letters, events));

        // The first time, and after forgetting.
        this.newPassword = new NewPassword(passwords, new PasswordRules(), policies);
        this.resets = new PasswordResets(
                database,
                flows,
                directory,
                passwords,
                newPassword,
                ground.tokens(),
                letters,
                ground.mails(),
                ground.sessions(),
                lockouts,
                limits,
                events,
                aside);
        var proofs = new AddressProofs(
                database, directory, passwords, newPassword, ground.tokens(), letters, ground.mails(), events);
        var registrations = new Registrations(
                database,
                directory,
                ground.handles(),
                passwords,
                newPassword,
                proofs,
                letters,
                ground.mails(),
                lockouts,
                limits,
                policies,
                routing,
                events,
                aside);
        var signUpPages = new SignUpPages(ground.pages(), signInPages, policies);

        // By invitation.
        this.invitations = new InviteWiring(ground, lockouts, limits);
        var redemptions = new Redemptions(new Redemptions.Parts(
                database,
                invitations.invites(),
                directory,
                registrations,
                passwords,
                proofs,
                lockouts,
                limits,
                policies,
                events,
                audit,
                clock));

        // What those who are inside do about their own account.
        this.badges = new Badges(database, clock);
        this.profiles = new PublicProfiles(database, ground.handles(), directory, clock);
        var accounts = new Accounts(
                new Accounts.Keyring(
                        credentials,
                        passwords,
                        passkeys,
                        apps,
                        recovery,
                        challenges,
                        newPassword,
                        ground.keys(),
                        ground.personalTokens(),
                        ground.devices().devices(),
                        ground.devices().certificates()),
                new Accounts.Entry(
                        door,
                        flows,
                        browsers,
                        ground.sessions(),
                        lockouts,
                        ground.tokens(),
                        events,
                        letters,
                        ground.mails(),
                        proofs,
                        resets),
                new Accounts.Place(
                        database,
                        directory,
                        ground.handles(),
                        handleBrake,
                        new PersonalData(ground.storage().worker(), clock),
                        ground.members(),
                        ground.workspaces(),
                        policies,
                        invitations.forAccounts(),
                        new Trust(database, ground.sessions(), clock),
                        new Accounts.Showing(badges, profiles),
                        audit,
                        ground.pages(),
                        clock),
                federation.forAccounts());

        this.routes = Stream.of(
                        accounts.routes(),
                        new FlowRoutes(door, flows, passage, steps, ground.texts(), clock).routes(),
                        new SignInRoutes(
                                        door,
                                        flows,
                                        passage,
                                        steps,
                                        signInPages,
                                        replies,
                                        browsers,
                                        ground.sessions(),
                                        federation.exits(),
                                        events,
                                        audit,
                                        clock)
                                .routes(),
                        new SignUpRoutes(door, registrations, proofs, resets, browsers, signUpPages, handleBrake, audit)
                                .routes(),
                        new RegistrationRoutes(door, registrations, proofs, resets, directory, lockouts, audit)
                                .routes(),
                        invitations.routes(),
                        new RedemptionRoutes(door, redemptions, signUpPages, audit).routes(),
                        new AuthEventRoutes(events).routes())
                .flatMap(List::stream)
                .toList();
    }

    List<Route> routes() {
        return routes;
    }

    Door door() {
        return door;
    }

    Lockouts lockouts() {
        return lockouts;
    }

    AuthEvents events() {
        return events;
    }

    Passwords passwords() {
        return passwords;
    }

    NewPassword newPassword() {
        return newPassword;
    }

    PasswordResets resets() {
        return resets;
    }

    SourceLimits limits() {
        return limits;
    }

    Invites invites() {
        return invitations.invites();
    }

    Badges badges() {
        return badges;
    }

    PublicProfiles profiles() {
        return profiles;
    }

    FederationWiring federation() {
        return federation;
    }

    SignInPages signInPages() {
        return signInPages;
    }

    /// What expires of all this.
    static List<Sweep.Expiring> expiring() {
        var own = List.of(OneTimeTokens.expiring(), Sessions.expiring(), Flows.expiring(), Challenges.expiring());
        return Stream.of(own, Lockouts.expiring(), FederationWiring.expiring())
                .flatMap(List::stream)
                .toList();
    }

    List<Job> jobs(Storage storage, AuditLog workerAudit) {
        return List.of(events.job(storage.worker(), workerAudit), InviteWiring.expiry(storage, workerAudit));
    }

    @Override
    public void close() {
        hashes.close();
    }
}
