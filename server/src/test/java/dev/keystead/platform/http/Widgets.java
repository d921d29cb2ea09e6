package dev.keystead.platform.http;

import dev.keystead.platform.html.Assets;
import dev.keystead.platform.html.Brand;
import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.ErrorPage;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.html.Gallery;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.setup.SetupPage;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A small feature with one route of each kind, for tests of what all features share.
final class Widgets {
    static final UUID KNOWN = UUID.fromString("0199f7a2-5b00-7c3e-8a51-6d1f0e2b9c47");
    private static final Param<String> STARTS_WITH = Param.text("q", "Start of a name", 1, 20);
    private static final Param<Colour> COLOUR = Param.word("colour", "Only this colour", Colour.class);

    /// Released by a test to let `GET /v1/slow` go on.
    final CountDownLatch slowMayEnd = new CountDownLatch(1);

    final CountDownLatch slowBegan = new CountDownLatch(1);
    private final Pages pages;

    Widgets(Pages pages) {
        this.pages = pages;
    }

    record WidgetId(UUID value) implements TypedId {
        @Override
        public String prefix() {
            return "wdg";
        }
    }

    enum Colour {
        RED,
        DARK_BLUE
    }

    record WidgetView(WidgetId id, String name, @Nullable Colour colour, Instant createdAt, List<String> tags) {}

    record Size(int width, long depth) {}

    record CreateWidget(
            String name,
            @Nullable Colour colour,
            @Nullable Size size,
            @Nullable List<String> tags,
            @Nullable Boolean shiny) {
        CreateWidget {
            var fields = new Fields();
            name = fields.text("name", name, 1, 10);
            fields.refuseIfAny();
        }
    }

    record ChangeWidget(Change<String> name, Change<@Nullable Colour> colour) {}

    record Echo(String text) {}

    record Form(String answer) {
        Form(FormFields fields) {
            this(fields.require("answer"));
        }
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/widgets", "List widgets")
                        .tenant("read:widget")
                        .query(STARTS_WITH, COLOUR)
                        .answers(Shape.page(WidgetView.class), this::list),
                Route.get("/v1/widgets/{id}", "Read a widget")
                        .tenant("read:widget")
                        .answers(Shape.of(WidgetView.class), this::read),
                Route.get("/v1/widgets/newest", "Read the newest widget")
                        .org("read:widget")
                        .answers(
                                Shape.of(Echo.class),
                                call -> Reply.ok(new Echo(call.caller().actor()))),
                Route.post("/v1/widgets", "Create a widget")
                        .tenant("write:widget")
                        .audits("widget.create")
                        .takes(CreateWidget.class)
                        .answers(201, Shape.of(WidgetView.class), this::create),
                Route.patch("/v1/widgets/{id}", "Change a widget")
                        .tenant("write:widget")
                        .audits("widget.change")
                        .versioned()
                        .takes(ChangeWidget.class)
                        .answers(Shape.of(WidgetView.class), this::change),
                Route.post("/v1/widgets/{id}:polish", "Polish a widget")
                        .tenant("write:widget")
                        .audits("widget.polish")
                        .takesNothing()
                        .answers(Shape.nothing(), (call, _) -> {
                            call.id("id", WidgetId::new, "wdg");
                            return Reply.empty();
                        }),
                Route.post("/v1/echo", "Give a text back")
                        .open("tests send it all kinds of bodies")
                        .auditsNothing("nothing changes")
                        .takes(CreateWidget.class)
                        .answers(200, Shape.of(Echo.class), (_, body) -> Reply.ok(new Echo(body.name()))),
                Route.patch("/v1/echo", "Tell what would change")
                        .open("tests send it all kinds of bodies")
                        .auditsNothing("nothing changes")
                        .takes(ChangeWidget.class)
                        .answers(200, Shape.of(Echo.class), (_, body) -> Reply.ok(new Echo(body.toString()))),
                Route.post("/v1/forgetful", "Succeed without an audit entry")
                        .open("a bug that the router must find")
                        .audits("widget.forget")
                        .takes(Echo.class)
                        .answers(200, Shape.of(Echo.class), (_, body) -> Reply.ok(body)),
                Route.get("/v1/slow", "Answer when told to")
                        .open("tests hold it")
                        .answers(Shape.of(Echo.class), this::slow),
                Route.get("/v1/broken", "Fail").open("a bug that must not show").answers(Shape.of(Echo.class), _ -> {
                    throw new IllegalStateException("secret detail");
                }),
                Route.get("/v1/origin", "Tell who asks")
                        .open("tests look at forwarding")
                        .answers(
                                Shape.of(Echo.class),
                                call -> Reply.ok(new Echo(call.remoteAddress() + " "
                                        + call.origin().baseUrl()))),
                Route.get("/v1/place", "Tell which workspace is meant, and where it is")
                        .open("tests look at hosts")
                        .answers(
                                Shape.of(Echo.class),
                                call -> Reply.ok(new Echo(call.workspaceSlug().orElse("none") + " '" + call.prefix()
                                        + "' " + call.issuer()))),
                Route.get("/v1/certificate", "Tell which certificate the client showed")
                        .open("tests show some")
                        .answers(
                                Shape.of(Echo.class),
                                call -> Reply.ok(new Echo(call.clientCertificate()
                                        .map(shown -> shown.certificate().getSubjectX500Principal() + " "
                                                + (shown.trusted() ? "trusted" : "not trusted"))
                                        .orElse("none")))),
                Route.get("/v1/long", "A long answer")
                        .open("tests look at compression")
                        .answers(Shape.of(Echo.class), _ -> Reply.ok(new Echo("long ".repeat(1000)))),
                Route.get("/gallery", "Every part of which pages are made")
                        .open("tests look at it")
                        .query(WishedLanguage.UI_LOCALES)
                        .page(call -> Reply.page(
                                Gallery.page(Assets.ofProduct(), call.language(Optional.of("es")), call.csrfToken()))),
                Route.get("/question", "A page with a form")
                        .open("anyone may ask")
                        .page(call -> Reply.page(pages.html(question(call)))),
                Route.post("/question", "The form's answer")
                        .open("the page's own token is the guard")
                        .auditsNothing("nothing changes")
                        .form(
                                Form::new,
                                (call, form) -> Reply.page(pages.html(new ErrorPage(
                                        200,
                                        form.answer(),
                                        Map.of(),
                                        call.requestId(),
                                        call.language(Optional.empty()))))));
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        int from = paging.after()
                .map(cursor -> (int) cursor.expect(1).number(0) + 1)
                .orElse(0);
        List<Integer> rows =
                IntStream.range(from, 120).limit(paging.fetch()).boxed().toList();
        String start = call.find(STARTS_WITH).orElse("w");
        return Reply.ok(Page.of(rows, paging, Cursor::of, n -> new Echo(start + n)));
    }

    private Reply read(Call call) {
        WidgetId id = call.id("id", WidgetId::new, "wdg");
        return id.value().equals(KNOWN) ? Reply.ok(view("a")).withVersion(7) : Reply.notFound();
    }

    private Reply create(Call call, CreateWidget body, Transaction transaction) {
        call.markAudited();
        return Reply.created("/v1/widgets/" + new WidgetId(KNOWN).text(), view(body.name()));
    }

    private Reply change(Call call, ChangeWidget body, Transaction transaction) {
        if (call.requireIfMatch() != 7) {
            return Reply.versionMismatch();
        }
        call.markAudited();
        return Reply.ok(view(body.name().over("a"))).withVersion(8);
    }

    private static SetupPage question(Call call) {
        var brand = new Brand("A & B", Optional.empty(), Optional.empty(), Optional.empty());
        var card = new Card(call.language(Optional.empty()), brand, Optional.empty());
        return new SetupPage(card, "<tok>", call.csrfToken(), false, FormErrors.none(), "", 12);
    }

    private Reply slow(Call call) {
        slowBegan.countDown();
        try {
            slowMayEnd.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BadInput.whole("interrupted");
        }
        return Reply.ok(new Echo("done"));
    }

    static WidgetView view(String name) {
        return new WidgetView(new WidgetId(KNOWN), name, Colour.DARK_BLUE, Instant.EPOCH, List.of());
    }
}
