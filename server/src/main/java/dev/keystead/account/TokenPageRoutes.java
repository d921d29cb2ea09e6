package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.account.TokenPages.Choice;
import dev.keystead.account.TokenPages.Reach;
import dev.keystead.account.TokenPages.TokenRow;
import dev.keystead.audit.AuditLog;
import dev.keystead.member.Resource;
import dev.keystead.pat.PersonalToken;
import dev.keystead.pat.PersonalTokenId;
import dev.keystead.pat.PersonalTokenView;
import dev.keystead.pat.PersonalTokens;
import dev.keystead.pat.PersonalTokens.Rotation;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.FormFields;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WishedLanguage;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.policy.TokenPolicy;
import dev.keystead.tenancy.AccessScope.Verb;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// The page with a person's own access tokens.
final class TokenPageRoutes {
    private static final int LENGTH = 20;
    private static final String PATH = Tab.TOKENS.path();
    private static final String SECONDS_OF_NONE = "0";

    private final Readers readers;
    private final RecentProof proof;
    private final OwnTokens tokens;
    private final AccountPages pages;
    private final AuditLog audit;
    private final Clock clock;

    TokenPageRoutes(
            Readers readers, RecentProof proof, OwnTokens tokens, AccountPages pages, AuditLog audit, Clock clock) {
        this.readers = readers;
        this.proof = proof;
        this.tokens = tokens;
        this.pages = pages;
        this.audit = audit;
        this.clock = clock;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/account/tokens", "The page with your personal access tokens")
                        .signedIn()
                        .query(AccountPages.DONE, WishedLanguage.UI_LOCALES, Paging.CURSOR)
                        .page(call -> overview(call, Map.of()).show(FormErrors.none(), 200)),
                Route.post("/account/tokens", "Make a personal access token, which is shown once")
                        .signedIn()
                        .audits("personal_access_token.create")
                        .preparedForm(FormFields::values, this::make),
                Route.post("/account/tokens/{id}/rotate", "Replace a personal access token by a new one, shown once")
                        .signedIn()
                        .audits("personal_access_token.rotate")
                        .preparedForm(FormFields::values, this::rotate),
                Route.post("/account/tokens/{id}/revoke", "Revoke a personal access token")
                        .signedIn()
                        .audits("personal_access_token.revoke")
                        .preparedForm(FormFields::values, (call, _) -> revoke(call)));
    }

    /// The page with everything, read before a transaction is opened.
    private final class Overview {
        private final Reader reader;
        private final Page<PersonalToken> page;
        private final TokenPolicy policy;
        private final boolean open;
        private final Map<String, String> typed;

        private Overview(Call call, Map<String, String> typed) {
            this.reader = readers.of(call);
            this.policy = tokens.policy(reader.me());
            this.open = proof.isGiven(call);
            this.typed = typed;
            Optional<Cursor> cursor = call.route().query().contains(Paging.CURSOR)
                    ? call.find(Paging.CURSOR).map(Cursor::parse)
                    : Optional.empty();
            var paging = new Paging(cursor, LENGTH);
            var before = paging.after().map(last -> last.expect(1).uuid(0));
            List<PersonalToken> found = tokens.list(reader.me(), before, paging.fetch());
            this.page = Page.of(found, paging, token -> Cursor.of(token.id().value()), Function.identity());
        }

        Reply show(FormErrors errors, int status) {
            return pages.show(
                    reader,
                    Tab.TOKENS,
                    errors,
                    status,
                    around -> new TokenPages.TokenList(
                            around,
                            page.items().stream()
                                    .map(token -> row(around, token))
                                    .toList(),
                            Optional.ofNullable(page.nextCursor()).map(next -> reader.at(PATH) + "?cursor=" + next),
                            open,
                            RecentProof.address(reader.call(), PATH),
                            reaches(reader),
                            lives(),
                            Long.toString(policy.usualLife().toDays()),
                            overlaps(),
                            typed));
        }

        Reply refuse(String key) {
            return show(FormErrors.whole(reader.text(key)), 409);
        }

        private TokenRow row(Around around, PersonalToken token) {
            return new TokenRow(
                    token.id().text(),
                    token.name(),
                    token.shown(),
                    token.scopes().stream()
                            .map(scope -> TokenWords.of(scope, reader::text))
                            .toList(),
                    around.moment(token.createdAt()),
                    token.lastUsedAt().map(around::moment),
                    token.expiresAt().map(around::moment),
                    token.isExpiredAt(clock.instant()),
                    token.revokedAt().map(around::moment));
        }

        private List<Choice> lives() {
            Stream<Choice> ends = TokenForm.days(policy)
                    .map(days -> new Choice(Long.toString(days), reader.text("account.tokens.days", days)));
            Stream<Choice> never = Stream.of(new Choice(TokenForm.NEVER, reader.text("account.tokens.never")))
                    .filter(_ -> policy.allowsForever());
            return Stream.concat(ends, never).toList();
        }

        private List<Choice> overlaps() {
            return List.of(
                    new Choice(SECONDS_OF_NONE, reader.text("account.tokens.overlap.none")),
                    new Choice("3600", reader.text("account.tokens.overlap.hour")),
                    new Choice("86400", reader.text("account.tokens.overlap.day")));
        }
    }

    private Overview overview(Call call, Map<String, String> typed) {
        return new Overview(call, typed);
    }

    private static List<Reach> reaches(Reader reader) {
        Stream<Reach> own = Stream.of(new Reach(
                TokenWords.SELF, reader.text(TokenWords.selfKey()), verbs(reader, List.of(Verb.READ, Verb.WRITE))));
        Stream<Reach> others = Arrays.stream(Resource.values())
                .map(resource -> new Reach(
                        resource.word(), reader.text(TokenWords.key(resource)), verbs(reader, List.of(Verb.values()))));
        return Stream.concat(own, others).toList();
    }

    private static List<Choice> verbs(Reader reader, List<Verb> verbs) {
        return verbs.stream()
                .map(verb -> new Choice(verb.word(), reader.text(TokenWords.key(verb))))
                .toList();
    }

    private Work.ChangingBare make(Call call, Map<String, String> fields) {
        if (!proof.isGiven(call)) {
            return Work.instead(Reply.seeOther(RecentProof.address(call, PATH)));
        }
        Overview page = overview(call, fields);
        var form = new TokenForm(fields, page.policy);
        FormErrors errors = form.errors(page.reader::text);
        if (!errors.isEmpty()) {
            return Work.instead(page.show(errors, AccountPages.UNPROCESSABLE));
        }
        if (tokens.isFull(page.reader.me())) {
            return Work.instead(page.refuse("account.tokens.full"));
        }
        Instant now = clock.instant();
        var wish = new PersonalTokens.Wish(
                page.reader.me().user(), form.name(), form.scopes(), form.life().map(now::plus));
        return (_, transaction) -> {
            PersonalTokens.Made made = tokens.make(transaction, page.reader.me(), page.reader.user(), wish);
            audit.write(transaction, call, made.token().id(), AuditLog.Change.made(PersonalTokenView.of(made.token())));
            return showNew(page.reader, made);
        };
    }

    private Reply showNew(Reader reader, PersonalTokens.Made made) {
        return pages.showOnce(
                reader,
                Tab.TOKENS,
                FormErrors.none(),
                200,
                around -> new TokenPages.NewToken(
                        around, made.token().name(), made.secret().text()));
    }

    private Work.ChangingBare rotate(Call call, Map<String, String> fields) {
        if (!proof.isGiven(call)) {
            return Work.instead(Reply.seeOther(RecentProof.address(call, PATH)));
        }
        Overview page = overview(call, Map.of());
        String wished = fields.getOrDefault("overlap", SECONDS_OF_NONE);
        if (page.overlaps().stream().noneMatch(choice -> choice.value().equals(wished))) {
            return Work.instead(page.refuse("account.tokens.overlap.unknown"));
        }
        Duration overlap = Duration.ofSeconds(Long.parseLong(wished));
        return (_, transaction) -> rotated(call, transaction, page, overlap);
    }

    private Reply rotated(Call call, Transaction transaction, Overview page, Duration overlap) {
        Reader reader = page.reader;
        return switch (tokens.rotate(transaction, reader.me(), reader.user(), id(call), overlap, page.policy)) {
            case Rotation.Rotated rotated -> {
                audit.write(transaction, call, rotated.old().id(), TokenRoutes.change(rotated));
                yield showNew(reader, rotated.made());
            }
            case Rotation.AlreadyRotated() -> page.refuse("account.tokens.already-rotated");
            case Rotation.Expired() -> page.refuse("account.tokens.expired.make");
            case Rotation.NotFound() -> Reply.notFound();
        };
    }

    private Work.ChangingBare revoke(Call call) {
        Reader reader = readers.of(call);
        return (_, transaction) -> {
            Optional<PersonalToken> revoked = tokens.revoke(transaction, reader.me(), reader.user(), id(call));
            if (revoked.isEmpty()) {
                return Reply.notFound();
            }
            audit.write(
                    transaction,
                    call,
                    revoked.get().id(),
                    AuditLog.Change.removed(PersonalTokenView.of(revoked.get())));
            return Reply.seeOther(Done.REVOKED.at(reader.at(PATH)));
        };
    }

    private static PersonalTokenId id(Call call) {
        return call.id("id", PersonalTokenId::new, Prefix.PERSONAL_ACCESS_TOKEN.text());
    }
}
