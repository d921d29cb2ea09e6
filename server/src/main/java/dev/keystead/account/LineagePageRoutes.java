package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.account.InvitationPages.PersonRow;
import dev.keystead.directory.UserId;
import dev.keystead.invite.Lineage;
import dev.keystead.invite.Lineage.Kin;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.id.Prefix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// The page with those who came by somebody's invitations. It shows two generations at a time; each person
/// of it leads to the page of their own.
final class LineagePageRoutes {
    private static final int LENGTH = 20;
    private static final int CHILDREN = 10;
    private static final String PATH = "/account/invitations/people";
    private static final Param<String> UNDER =
            Param.text("under", "The one of your descendants whose people are shown", 1, 40);

    private final Readers readers;
    private final Lineage lineage;
    private final AccountPages pages;

    LineagePageRoutes(Readers readers, Lineage lineage, AccountPages pages) {
        this.readers = readers;
        this.lineage = lineage;
        this.pages = pages;
    }

    List<Route> routes() {
        return List.of(Route.get("/account/invitations/people", "The page with those who came by your invitations")
                .signedIn()
                .query(UNDER, WishedLanguage.UI_LOCALES, Paging.CURSOR)
                .page(this::show));
    }

    private Reply show(Call call) {
        Reader reader = readers.of(call);
        if (!Tab.of(reader.me().workspace()).contains(Tab.INVITATIONS)) {
            throw Refusal.notFound();
        }
        UserId me = reader.me().user();
        UserId top = call.find(UNDER)
                .map(text -> Prefix.USER.parse(text, UserId::new).orElseThrow(Refusal::notFound))
                .orElse(me);
        int generations = lineage.distance(top, me).orElseThrow(Refusal::notFound);
        var paging = new Paging(call.find(Paging.CURSOR).map(Cursor::parse), LENGTH);
        Optional<UserId> after =
                paging.after().map(cursor -> new UserId(cursor.expect(1).uuid(0)));
        Page<Kin> page = Page.of(
                lineage.children(top, after, paging.fetch()),
                paging,
                kin -> Cursor.of(kin.id().value()),
                Function.identity());
        List<Kin> above = lineage.ancestors(me, 0, Lineage.MOST_GENERATIONS);
        Map<UserId, List<Kin>> below =
                lineage.children(page.items().stream().map(Kin::id).toList(), CHILDREN + 1);
        Optional<String> of =
                Optional.of(top).filter(one -> !one.equals(me)).map(one -> name(reader, lineage.handle(one)));
        return pages.show(reader, Tab.INVITATIONS, FormErrors.none(), 200, around -> {
            String inviter = of.orElseGet(() -> reader.text("account.invitations.you"));
            List<PersonRow> tree = page.items().stream()
                    .map(kin ->
                            row(reader, around, kin, inviter, generations + 1, below.getOrDefault(kin.id(), List.of())))
                    .toList();
            return new InvitationPages.People(
                    around,
                    of,
                    above.stream().map(kin -> name(reader, kin.handle())).toList(),
                    tree,
                    tree.stream()
                            .flatMap(person -> Stream.concat(Stream.of(person), person.children().stream()))
                            .toList(),
                    Optional.ofNullable(page.nextCursor())
                            .map(next -> reader.at(PATH) + "?under=" + top.text() + "&cursor=" + next));
        });
    }

    private static PersonRow row(
            Reader reader, Around around, Kin kin, String inviter, int generation, List<Kin> children) {
        return row(
                reader,
                around,
                kin,
                inviter,
                generation,
                children.stream()
                        .limit(CHILDREN)
                        .map(child -> row(
                                reader, around, child, name(reader, kin.handle()), generation + 1, List.of(), false))
                        .toList(),
                children.size() > CHILDREN);
    }

    private static PersonRow row(
            Reader reader,
            Around around,
            Kin kin,
            String inviter,
            int generation,
            List<PersonRow> children,
            boolean more) {
        return new PersonRow(
                name(reader, kin.handle()),
                inviter,
                generation,
                kin.edge().map(edge -> around.moment(edge.arrival().redeemedAt())),
                reader.at(PATH) + "?under=" + kin.id().text(),
                children,
                more);
    }

    private static String name(Reader reader, Optional<String> handle) {
        return handle.orElseGet(() -> reader.text("account.invitations.gone"));
    }
}
