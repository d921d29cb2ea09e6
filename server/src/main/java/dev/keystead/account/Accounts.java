package dev.keystead.account;

import dev.keystead.apikey.ApiKeys;
import dev.keystead.audit.AuditLog;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.badge.Badges;
import dev.keystead.credential.AuthenticatorApps;
import dev.keystead.credential.Credentials;
import dev.keystead.credential.Passkeys;
import dev.keystead.credential.Passwords;
import dev.keystead.credential.RecoveryCodes;
import dev.keystead.device.Devices;
import dev.keystead.device.authority.Certificates;
import dev.keystead.directory.Directory;
import dev.keystead.directory.PersonalData;
import dev.keystead.federation.ArrivalReplies;
import dev.keystead.federation.Arrivals;
import dev.keystead.federation.Identities;
import dev.keystead.federation.Upstreams;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.handle.Handles;
import dev.keystead.invite.Invites;
import dev.keystead.invite.Lineage;
import dev.keystead.invite.Quotas;
import dev.keystead.lockout.Lockouts;
import dev.keystead.login.Challenges;
import dev.keystead.login.Door;
import dev.keystead.login.Flows;
import dev.keystead.login.Letters;
import dev.keystead.mail.Mails;
import dev.keystead.member.Members;
import dev.keystead.onetime.OneTimeTokens;
import dev.keystead.pat.PersonalTokens;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Route;
import dev.keystead.policy.Policies;
import dev.keystead.profile.PublicProfiles;
import dev.keystead.session.Sessions;
import dev.keystead.signup.AddressProofs;
import dev.keystead.signup.NewPassword;
import dev.keystead.signup.PasswordResets;
import dev.keystead.tenancy.Database;
import dev.keystead.trust.Trust;
import dev.keystead.workspace.Workspaces;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Everything with which people look after their own account, put together.
public final class Accounts {
    private final List<Route> routes;

    /// What people get in with.
    public record Keyring(
            Credentials credentials,
            Passwords passwords,
            Passkeys passkeys,
            AuthenticatorApps apps,
            RecoveryCodes codes,
            Challenges challenges,
            NewPassword newPassword,
            ApiKeys keys,
            PersonalTokens tokens,
            Devices devices,
            Certificates certificates) {}

    /// What stands at the door.
    public record Entry(
            Door door,
            Flows flows,
            BrowserSessions browsers,
            Sessions sessions,
            Lockouts lockouts,
            OneTimeTokens tokens,
            AuthEvents events,
            Letters letters,
            Mails mails,
            AddressProofs proofs,
            PasswordResets resets) {}

    /// Who and where people are, and what workspaces have decided.
    ///
    /// @param handleBrake refuses whoever asks too often from an address whether handles are free
    public record Place(
            Database database,
            Directory directory,
            Handles handles,
            Consumer<String> handleBrake,
            PersonalData data,
            Members members,
            Workspaces workspaces,
            Policies policies,
            Invitations invitations,
            Trust trust,
            Showing showing,
            AuditLog audit,
            Pages pages,
            Clock clock) {}

    /// What people link their accounts by.
    public record Federation(
            Identities identities,
            dev.keystead.connection.Connections connections,
            Upstreams upstreams,
            Arrivals arrivals,
            ArrivalReplies replies) {}

    /// What people can show of themselves.
    public record Showing(Badges badges, PublicProfiles profiles) {}

    /// What people invite others with.
    public record Invitations(Invites invites, Quotas quotas, Lineage lineage) {}

    public Accounts(Keyring keyring, Entry entry, Place place, Federation federation) {
        var proof = new RecentProof(place.policies(), place.clock());
        var notices = new Notices(entry.events(), entry.letters(), entry.mails());
        var profile = new OwnProfile(place.directory(), entry.proofs(), entry.lockouts(), notices);
        var password = new OwnPassword(
                place.database(),
                place.directory(),
                keyring.passwords(),
                keyring.newPassword(),
                place.policies(),
                entry.lockouts(),
                entry.tokens(),
                entry.flows(),
                entry.sessions(),
                notices);
        var factors = new OwnFactors(
                keyring.credentials(),
                keyring.passkeys(),
                keyring.apps(),
                keyring.codes(),
                keyring.challenges(),
                place.members(),
                place.policies(),
                notices);
        var account = new OwnAccount(place.directory(), place.members(), place.workspaces(), entry.sessions(), notices);
        var tokens = new OwnTokens(keyring.tokens(), place.policies(), notices);
        var devices = new OwnDevices(keyring.devices(), keyring.certificates(), entry.sessions(), notices);
        var endings = new SessionEndings(entry.sessions(), entry.events(), place.audit());
        var handle = new OwnHandle(place.directory(), place.handles(), entry.proofs(), notices);
        var identities = new OwnIdentities(federation.identities(), federation.connections(), notices);
        var rules = new Rules(
                proof, profile, handle, password, factors, account, tokens, devices, identities, place.data(), endings);
        this.routes = Stream.concat(programs(keyring, entry, place, rules), pages(entry, place, rules, federation))
                .toList();
    }

    /// What pages and programs share.
    private record Rules(
            RecentProof proof,
            OwnProfile profile,
            OwnHandle handle,
            OwnPassword password,
            OwnFactors factors,
            OwnAccount account,
            OwnTokens tokens,
            OwnDevices devices,
            OwnIdentities identities,
            PersonalData data,
            SessionEndings endings) {}

    private static Stream<Route> programs(Keyring keyring, Entry entry, Place place, Rules rules) {
        return Stream.of(
                        new MeRoutes(
                                        entry.door(),
                                        rules.proof(),
                                        rules.profile(),
                                        rules.password(),
                                        rules.account(),
                                        rules.data(),
                                        place.audit(),
                                        place.clock())
                                .routes(),
                        new FactorRoutes(entry.door(), rules.proof(), rules.factors(), place.directory(), place.audit())
                                .routes(),
                        new TokenRoutes(
                                        entry.door(),
                                        rules.proof(),
                                        rules.tokens(),
                                        place.directory(),
                                        place.audit(),
                                        place.clock())
                                .routes(),
                        new OwnDeviceRoutes(
                                        entry.door(),
                                        rules.proof(),
                                        rules.devices(),
                                        place.directory(),
                                        place.audit(),
                                        place.clock())
                                .routes(),
                        new SessionRoutes(entry.sessions(), place.directory(), rules.endings()).routes(),
                        new IdentityRoutes(
                                        entry.door(),
                                        rules.proof(),
                                        rules.identities(),
                                        place.directory(),
                                        place.audit())
                                .routes(),
                        new UserCredentialRoutes(
                                        entry.door(),
                                        place.directory(),
                                        rules.factors(),
                                        keyring.passwords(),
                                        entry.lockouts(),
                                        entry.resets(),
                                        place.audit())
                                .routes())
                .flatMap(List::stream);
    }

    private static Stream<Route> pages(Entry entry, Place place, Rules rules, Federation federation) {
        var readers = new Readers(entry.door(), place.directory(), place.policies());
        var pages = new AccountPages(place.pages());
        var passwordForm = new PasswordForm(rules.password(), place.audit(), place.clock());
        var profile = new ProfilePages(pages, rules.handle());
        return Stream.of(
                        new AccountRoutes(readers, rules.proof(), rules.profile(), profile, place.audit()).routes(),
                        new OwnHandleRoutes(new OwnHandleRoutes.Parts(
                                        entry.door(),
                                        readers,
                                        rules.proof(),
                                        rules.handle(),
                                        profile,
                                        place.handleBrake(),
                                        place.pages(),
                                        place.audit()))
                                .routes(),
                        new SecurityRoutes(
                                        readers,
                                        rules.proof(),
                                        passwordForm,
                                        rules.factors(),
                                        place.policies(),
                                        place.database(),
                                        pages,
                                        place.audit())
                                .routes(),
                        new IdentityPageRoutes(new IdentityPageRoutes.Parts(
                                        entry.door(),
                                        readers,
                                        rules.proof(),
                                        rules.identities(),
                                        federation.upstreams(),
                                        federation.arrivals(),
                                        federation.replies(),
                                        pages,
                                        place.audit()))
                                .routes(),
                        new ListRoutes(readers, entry.sessions(), rules.endings(), entry.events(), pages).routes(),
                        new DevicePageRoutes(readers, rules.devices(), pages, place.audit(), place.clock()).routes(),
                        new WorkspacePageRoutes(readers, place.members(), place.workspaces(), pages, place.audit())
                                .routes(),
                        new TrustPageRoutes(readers, place.trust(), pages).routes(),
                        new BadgePageRoutes(readers, place.showing(), pages, place.audit()).routes(),
                        new TokenPageRoutes(readers, rules.proof(), rules.tokens(), pages, place.audit(), place.clock())
                                .routes(),
                        new InvitationPageRoutes(readers, place.invitations(), place.policies(), pages, place.audit())
                                .routes(),
                        new LineagePageRoutes(readers, place.invitations().lineage(), pages).routes(),
                        new DataRoutes(
                                        readers,
                                        rules.proof(),
                                        rules.data(),
                                        rules.account(),
                                        entry.browsers(),
                                        pages,
                                        place.audit())
                                .routes())
                .flatMap(List::stream);
    }

    public List<Route> routes() {
        return routes;
    }
}
