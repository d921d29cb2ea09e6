package dev.keystead.platform.http.site;

import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.RouteTable;
import dev.keystead.platform.http.Shape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Serves the OpenAPI document and the reference page of all routes, its own included.
public final class ReferenceRoutes {
    private final Pages pages;
    private final RouteTable table;
    private final String version;
    private volatile byte @Nullable [] document;

    private ReferenceRoutes(Pages pages, String version, List<Route> others) {
        this.pages = pages;
        var all = new ArrayList<>(others);
        all.addAll(routes());
        this.table = new RouteTable(all);
        this.version = version;
    }

    /// The whole table: the given routes and those that describe them.
    public static RouteTable complete(List<Route> others, Pages pages, String version) {
        return new ReferenceRoutes(pages, version, others).table;
    }

    private List<Route> routes() {
        return List.of(
                Route.get("/openapi.json", "This interface as an OpenAPI 3.1 document")
                        .open("the document says nothing that the source does not")
                        .answers(Shape.media("application/json"), _ -> document()),
                Route.get("/docs/api", "The reference of this interface")
                        .open("the reference says nothing that the source does not")
                        .page(this::reference));
    }

    /// Made when somebody first asks: a start need not wait for it, and making it twice does no harm.
    private Reply document() {
        byte[] made = document;
        if (made == null) {
            made = OpenApi.document(table, version);
            document = made;
        }
        return Reply.raw(200, List.of(), "application/json", made);
    }

    private Reply reference(Call call) {
        return Reply.page(pages.html(Reference.page(table, call.origin().baseUrl())));
    }
}
