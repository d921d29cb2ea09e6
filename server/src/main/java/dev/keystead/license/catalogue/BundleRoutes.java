package dev.keystead.license.catalogue;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;

/// Bundles of modules over HTTP: everybody reads them, operators change them.
public final class BundleRoutes {
    private static final int MOST_MODULES = 100;
    private static final String ONE = "/v1/module-bundles/{code}";

    private final Catalogue catalogue;
    private final Answers<Bundle> answers;

    public BundleRoutes(Catalogue catalogue, AuditLog audit) {
        this.catalogue = catalogue;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        Bundle::id, Bundle::version, BundleView::of, bundle -> "/v1/module-bundles/" + bundle.code()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/module-bundles", "List the bundles of modules")
                        .tenant("read:module")
                        .answers(Shape.page(BundleView.class), this::list),
                Route.post("/v1/module-bundles", "Add a bundle of modules to the catalogue")
                        .tenant("write:module")
                        .audits("module_bundle.create")
                        .takes(CreateBundle.class)
                        .answers(201, Shape.of(BundleView.class), this::create),
                Route.get(ONE, "Read a bundle of modules")
                        .tenant("read:module")
                        .answers(Shape.of(BundleView.class), this::read),
                Route.patch(ONE, "Change a bundle of modules; its code stays, and so do licences that came by it")
                        .tenant("write:module")
                        .audits("module_bundle.update")
                        .versioned()
                        .takes(ChangeBundle.class)
                        .answers(Shape.of(BundleView.class), this::change),
                Route.delete(ONE, "Delete a bundle of modules; licences that came by it stay")
                        .tenant("write:module")
                        .audits("module_bundle.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete));
    }

    /// The wish for a bundle.
    ///
    /// @param modules their codes
    public record CreateBundle(String code, String name, List<String> modules) {
        public CreateBundle {
            var fields = new Fields();
            code = fields.matching("code", code, ModuleRoutes.CODE, ModuleRoutes.CODE_RULE);
            name = fields.text("name", name, 1, 255);
            modules = checked(fields, modules);
            fields.refuseIfAny();
        }
    }

    public record ChangeBundle(Change<String> name, Change<List<String>> modules) {
        public ChangeBundle {
            var fields = new Fields();
            name = fields.change(name, text -> fields.text("name", text, 1, 255));
            modules = fields.change(modules, codes -> checked(fields, codes));
            fields.refuseIfAny();
        }
    }

    /// A bundle as clients and the audit trail see it.
    public record BundleView(
            String id,
            String code,
            String name,
            List<String> modules,
            int version,
            Instant createdAt,
            Instant updatedAt) {
        public BundleView {
            modules = List.copyOf(modules);
        }

        static BundleView of(Bundle bundle) {
            return new BundleView(
                    bundle.id().text(),
                    bundle.code(),
                    bundle.name(),
                    bundle.modules(),
                    bundle.version(),
                    bundle.createdAt(),
                    bundle.updatedAt());
        }
    }

    private static List<String> checked(Fields fields, List<String> modules) {
        fields.refuseIf(
                modules.isEmpty() || modules.size() > MOST_MODULES,
                "modules",
                "must have 1 to " + MOST_MODULES + " items");
        return modules;
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        String after = ModuleRoutes.after(paging);
        return Reply.ok(Page.of(
                catalogue.listBundles(after, paging.fetch()),
                paging,
                bundle -> Cursor.of(bundle.code()),
                BundleView::of));
    }

    private Reply create(Call call, CreateBundle body, Transaction transaction) {
        return answers.to(
                call, transaction, catalogue.createBundle(transaction, body.code(), body.name(), body.modules()));
    }

    private Reply read(Call call) {
        return answers.found(catalogue.findBundle(ModuleRoutes.code(call)));
    }

    private Reply change(Call call, ChangeBundle body, Transaction transaction) {
        return answers.to(
                call,
                transaction,
                catalogue.changeBundle(
                        transaction,
                        ModuleRoutes.code(call),
                        call.ifMatch(),
                        bundle -> bundle.as(
                                body.name().over(bundle.name()), body.modules().over(bundle.modules()))));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers.to(
                call, transaction, catalogue.deleteBundle(transaction, ModuleRoutes.code(call), call.ifMatch()));
    }
}
