package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.account.IdentityPages.IdentityRow;
import dev.keystead.account.IdentityPages.Linkable;
import dev.keystead.audit.AuditLog;
import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionId;
import dev.keystead.federation.Arrival;
import dev.keystead.federation.ArrivalReplies;
import dev.keystead.federation.Arrivals;
import dev.keystead.federation.ExternalIdentity;
import dev.keystead.federation.Identities;
import dev.keystead.federation.Identities.Unlinking;
import dev.keystead.federation.IdentityView;
import dev.keystead.federation.Upstream;
import dev.keystead.federation.Upstreams;
import dev.keystead.federation.Why;
import dev.keystead.federation.journey.Journey;
import dev.keystead.login.Door;
import dev.keystead.login.Visitor;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.http.Work;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The page with a person's own links to identities at other providers, where links are made and taken away.
final class IdentityPageRoutes {
    private static final String PATH = Tab.IDENTITIES.path();

    private final Parts parts;

    /// What it works with.
    record Parts(
            Door door,
            Readers readers,
            RecentProof proof,
            OwnIdentities identities,
            Upstreams upstreams,
            Arrivals arrivals,
            ArrivalReplies replies,
            AccountPages pages,
            AuditLog audit) {}

    IdentityPageRoutes(Parts parts) {
        this.parts = parts;
    }

    List<Route> routes() {
        return List.of(
                Route.get(PATH, "The page with your identities at other providers")
                        .signedIn()
                        .query(AccountPages.DONE, WishedLanguage.UI_LOCALES)
                        .page(call -> new Overview(call).show(FormErrors.none(), 200)),
                Route.post(PATH + "/link", "Begin to link an identity at another provider")
                        .signedIn()
                        .auditsNothing("nothing is linked before the provider's word is there")
                        .preparedForm(FormFields::values, this::link),
                Route.post(PATH + "/{id}/unlink", "Unlink an identity at another provider")
                        .signedIn()
                        .audits("identity.unlink")
                        .preparedForm(FormFields::values, (call, _) -> unlink(call)));
    }

    /// The page with everything, read before a transaction is opened.
    private final class Overview {
        private final Reader reader;
        private final List<ExternalIdentity> links;
        private final List<Connection> linkable;
        private final Map<ConnectionId, String> names;
        private final boolean open;

        private Overview(Call call) {
            this.reader = parts.readers().of(call);
            this.links = parts.identities().of(reader.me());
            this.linkable = parts.identities().connections(reader.me());
            this.names = parts.identities().all(reader.me()).stream()
                    .collect(Collectors.toMap(Connection::id, Connection::name));
            this.open = parts.proof().isGiven(call);
        }

        Reply show(FormErrors errors, int status) {
            return parts.pages()
                    .show(
                            reader,
                            Tab.IDENTITIES,
                            errors,
                            status,
                            around -> new IdentityPages.IdentityList(
                                    around,
                                    links.stream()
                                            .map(link -> row(around, link))
                                            .toList(),
                                    linkable.stream()
                                            .map(found ->
                                                    new Linkable(found.id().text(), found.name()))
                                            .toList(),
                                    open,
                                    RecentProof.address(reader.call(), PATH)));
        }

        private IdentityRow row(Around around, ExternalIdentity link) {
            return new IdentityRow(
                    link.id().text(),
                    names.getOrDefault(link.connection(), link.issuer()),
                    link.email().orElse(link.subject()),
                    around.moment(link.linkedAt()),
                    link.lastUsedAt().map(around::moment));
        }
    }

    private Work.ChangingBare link(Call call, Map<String, String> form) {
        if (!parts.proof().isGiven(call)) {
            return Work.instead(Reply.seeOther(RecentProof.address(call, PATH)));
        }
        Reader reader = parts.readers().of(call);
        Visitor visitor = parts.door().browser(call);
        Connection connection = parts.identities().connections(reader.me()).stream()
                .filter(found -> found.id().text().equals(form.getOrDefault("connection", "")))
                .findFirst()
                .orElseThrow(Refusal::notFound);
        var aim = new Journey.Aim.Link(reader.me().user(), reader.me().session().orElseThrow(Refusal::notFound));
        var traveller = new Upstream.Traveller(
                visitor, parts.door().address(call), connection, aim, Optional.empty(), Optional.empty());
        return Work.instead(
                switch (parts.upstreams().depart(traveller)) {
                    case Upstream.Departure.To(String address) ->
                        parts.pages()
                                .showOnce(
                                        reader,
                                        Tab.IDENTITIES,
                                        FormErrors.none(),
                                        200,
                                        around -> new IdentityPages.GoPage(around, connection.name(), address));
                    case Upstream.Departure.Refused(Why why) -> {
                        Arrival.Refused refused = parts.arrivals().refuse(visitor, connection.id(), aim, why);
                        yield parts.replies().to(call, visitor, refused);
                    }
                });
    }

    private Work.ChangingBare unlink(Call call) {
        if (!parts.proof().isGiven(call)) {
            return Work.instead(Reply.seeOther(RecentProof.address(call, PATH)));
        }
        var page = new Overview(call);
        Identities.WaysIn ways = parts.identities().waysIn(page.reader.me());
        return (asked, transaction) -> {
            Reader reader = page.reader;
            return switch (parts.identities()
                    .unlink(transaction, reader.me(), reader.user(), IdentityRoutes.id(asked), ways)) {
                case Unlinking.NotFound() -> Reply.notFound();
                case Unlinking.OnlyWayIn() -> page.show(FormErrors.whole(reader.text("account.identities.only")), 409);
                case Unlinking.Unlinked(ExternalIdentity gone) -> {
                    parts.audit().write(transaction, asked, gone.id(), AuditLog.Change.removed(IdentityView.of(gone)));
                    yield Reply.seeOther(Done.UNLINKED.at(reader.at(PATH)));
                }
            };
        };
    }
}
