package dev.keystead.license.catalogue;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.node.Node;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Modules over HTTP: everybody reads them, operators change them.
public final class ModuleRoutes {
    static final Pattern CODE = Pattern.compile("(?=.{2,100}$)[a-z][a-z0-9]*([._-][a-z0-9]+)*");
    static final String CODE_RULE =
            "must be 2 to 100 characters of a-z, 0-9 and single inner dots, dashes or underscores, from a letter on";

    private static final int MOST_DEPENDENCIES = 50;
    private static final Pattern CATEGORY = Pattern.compile("(?=.{2,40}$)[a-z][a-z0-9]*([._-][a-z0-9]+)*");

    private final Catalogue catalogue;
    private final Answers<Module> answers;

    public ModuleRoutes(Catalogue catalogue, AuditLog audit) {
        this.catalogue = catalogue;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        Module::id, Module::version, ModuleView::of, module -> "/v1/modules/" + module.code()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/modules", "List the modules that can be licensed")
                        .tenant("read:module")
                        .answers(Shape.page(ModuleView.class), this::list),
                Route.post("/v1/modules", "Add a module to the catalogue")
                        .tenant("write:module")
                        .audits("module.create")
                        .takes(CreateModule.class)
                        .answers(201, Shape.of(ModuleView.class), this::create),
                Route.get("/v1/modules/{code}", "Read a module")
                        .tenant("read:module")
                        .answers(Shape.of(ModuleView.class), this::read),
                Route.patch("/v1/modules/{code}", "Change a module; its code stays")
                        .tenant("write:module")
                        .audits("module.update")
                        .versioned()
                        .takes(ChangeModule.class)
                        .answers(Shape.of(ModuleView.class), this::change),
                Route.delete("/v1/modules/{code}", "Delete a module that nothing needs and nobody was ever given")
                        .tenant("write:module")
                        .audits("module.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete));
    }

    /// The wish for a module.
    ///
    /// @param dependencies the codes of modules without which it is of no use
    /// @param minNodeTypes the kinds of nodes where it can be used; all unless told
    public record CreateModule(
            String code,
            String name,
            @Nullable String description,
            String category,
            @Nullable List<String> dependencies,
            @Nullable List<Node.Kind> minNodeTypes,
            @Nullable Boolean alwaysOn) {
        public CreateModule {
            var fields = new Fields();
            code = fields.matching("code", code, CODE, CODE_RULE);
            name = fields.text("name", name, 1, 255);
            description = fields.optional(description, text -> fields.text("description", text, 1, 2000));
            category = checkedCategory(fields, category);
            checkDependencies(fields, dependencies);
            fields.refuseIfAny();
        }

        private Module.Wish wish() {
            return new Module.Wish(
                    name,
                    Optional.ofNullable(description),
                    category,
                    dependencies == null ? List.of() : dependencies,
                    minNodeTypes == null ? Set.of() : Set.copyOf(minNodeTypes),
                    alwaysOn != null && alwaysOn);
        }
    }

    public record ChangeModule(
            Change<String> name,
            Change<@Nullable String> description,
            Change<String> category,
            Change<List<String>> dependencies,
            Change<List<Node.Kind>> minNodeTypes,
            Change<Boolean> alwaysOn) {
        public ChangeModule {
            var fields = new Fields();
            name = fields.change(name, text -> fields.text("name", text, 1, 255));
            description = fields.clearableChange(description, text -> fields.text("description", text, 1, 2000));
            category = fields.change(category, word -> checkedCategory(fields, word));
            dependencies = fields.change(dependencies, codes -> {
                checkDependencies(fields, codes);
                return codes;
            });
            fields.refuseIfAny();
        }

        private Module.Wish over(Module.Wish wish) {
            return new Module.Wish(
                    name.over(wish.name()),
                    Optional.ofNullable(description.over(wish.description().orElse(null))),
                    category.over(wish.category()),
                    dependencies.over(wish.dependencies()),
                    Set.copyOf(minNodeTypes.over(List.copyOf(wish.nodeTypes()))),
                    alwaysOn.over(wish.alwaysOn()));
        }
    }

    /// A module as clients and the audit trail see it.
    public record ModuleView(
            String id,
            String code,
            String name,
            @Nullable String description,
            String category,
            List<String> dependencies,
            List<String> minNodeTypes,
            boolean alwaysOn,
            int version,
            Instant createdAt,
            Instant updatedAt) {
        public ModuleView {
            dependencies = List.copyOf(dependencies);
            minNodeTypes = List.copyOf(minNodeTypes);
        }

        static ModuleView of(Module module) {
            return new ModuleView(
                    module.id().text(),
                    module.code(),
                    module.name(),
                    module.description().orElse(null),
                    module.category(),
                    module.dependencies(),
                    module.nodeTypes().stream().sorted().map(Words::of).toList(),
                    module.alwaysOn(),
                    module.version(),
                    module.createdAt(),
                    module.updatedAt());
        }
    }

    private static String checkedCategory(Fields fields, String word) {
        return fields.matching(
                "category", word, CATEGORY, "must be a word of 2 to 40 characters of a-z, 0-9 and inner dashes");
    }

    private static void checkDependencies(Fields fields, @Nullable List<String> codes) {
        fields.refuseIf(
                codes != null && codes.size() > MOST_DEPENDENCIES,
                "dependencies",
                "must have at most " + MOST_DEPENDENCIES + " items");
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        String after = after(paging);
        return Reply.ok(Page.of(
                catalogue.list(after, paging.fetch()), paging, module -> Cursor.of(module.code()), ModuleView::of));
    }

    /// The code after which a page begins.
    static String after(Paging paging) {
        String after = paging.after().map(cursor -> cursor.expect(1).text(0)).orElse("");
        if (!after.isEmpty() && !CODE.matcher(after).matches()) {
            throw BadInput.member("cursor", "must be the next_cursor of an earlier page of this list");
        }
        return after;
    }

    private Reply create(Call call, CreateModule body, Transaction transaction) {
        return answers.to(call, transaction, catalogue.create(transaction, body.code(), body.wish()));
    }

    private Reply read(Call call) {
        return answers.found(catalogue.find(code(call)));
    }

    private Reply change(Call call, ChangeModule body, Transaction transaction) {
        return answers.to(call, transaction, catalogue.change(transaction, code(call), call.ifMatch(), body::over));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers.to(call, transaction, catalogue.delete(transaction, code(call), call.ifMatch()));
    }

    /// What could not be a code is none.
    public static String code(Call call) {
        return Optional.of(call.variable("code"))
                .filter(code -> CODE.matcher(code).matches())
                .orElseThrow(Refusal::notFound);
    }
}
