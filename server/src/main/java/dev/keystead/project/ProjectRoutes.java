package dev.keystead.project;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The projects of the workspace over HTTP.
public final class ProjectRoutes {
    private final Projects projects;
    private final Answers<Project> answers;

    public ProjectRoutes(Projects projects, AuditLog audit) {
        this.projects = projects;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        Project::id,
                        Project::version,
                        ProjectView::of,
                        project -> "/v1/projects/" + project.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/projects", "List the projects of the workspace")
                        .tenant("read:project")
                        .answers(Shape.page(ProjectView.class), this::list),
                Route.post("/v1/projects", "Create a project")
                        .tenant("write:project")
                        .audits("project.create")
                        .takes(CreateProject.class)
                        .answers(201, Shape.of(ProjectView.class), this::create),
                Route.get("/v1/projects/{id}", "Read a project")
                        .tenant("read:project")
                        .answers(Shape.of(ProjectView.class), this::read),
                Route.patch("/v1/projects/{id}", "Rename or describe a project")
                        .tenant("write:project")
                        .audits("project.update")
                        .versioned()
                        .takes(ChangeProject.class)
                        .answers(Shape.of(ProjectView.class), this::update),
                Route.post("/v1/projects/{id}:archive", "Archive a project: kept, and not changed until it is restored")
                        .tenant("write:project")
                        .audits("project.archive")
                        .takesNothing()
                        .answers(Shape.of(ProjectView.class), this::archive),
                Route.post(
                                "/v1/projects/{id}:restore",
                                "Take a project out of the archive, or bring a deleted one back within 90 days")
                        .tenant("write:project")
                        .audits("project.restore")
                        .takesNothing()
                        .answers(Shape.of(ProjectView.class), this::restore),
                Route.delete("/v1/projects/{id}", "Delete a project; its slug is free again")
                        .tenant("write:project")
                        .audits("project.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete));
    }

    /// The wish for a new project.
    public record CreateProject(
            String slug, String name, @Nullable String description) {
        public CreateProject {
            var fields = new Fields();
            slug = fields.slug("slug", slug);
            name = fields.text("name", name, 1, 200);
            description = fields.optional(description, value -> fields.text("description", value, 1, 2000));
            fields.refuseIfAny();
        }
    }

    /// A change to a project: absent members stay, a null description is taken away. The slug stays, because
    /// addresses are made of it.
    public record ChangeProject(Change<String> name, Change<@Nullable String> description) {
        public ChangeProject {
            var fields = new Fields();
            name = fields.change(name, value -> fields.text("name", value, 1, 200));
            description = fields.clearableChange(description, value -> fields.text("description", value, 1, 2000));
            fields.refuseIfAny();
        }

        Project over(Project project) {
            return project.called(
                    name.over(project.name()),
                    Optional.ofNullable(description.over(project.description().orElse(null))));
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Project> found = projects.list(after, paging.fetch());
        return Reply.ok(Page.of(found, paging, project -> Cursor.of(project.id().value()), ProjectView::of));
    }

    private Reply create(Call call, CreateProject body, Transaction transaction) {
        Project made = projects.create(transaction, body.slug(), body.name(), Optional.ofNullable(body.description()));
        return answers.made(call, transaction, made);
    }

    private Reply read(Call call) {
        return answers.found(projects.find(id(call)));
    }

    private Reply update(Call call, ChangeProject body, Transaction transaction) {
        return answers.to(call, transaction, projects.change(transaction, id(call), call.ifMatch(), body::over));
    }

    private Reply archive(Call call, Transaction transaction) {
        return answers.to(call, transaction, projects.archive(transaction, id(call)));
    }

    private Reply restore(Call call, Transaction transaction) {
        return answers.back(call, transaction, projects.restore(transaction, id(call)));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers.to(call, transaction, projects.delete(transaction, id(call), call.ifMatch()));
    }

    private static ProjectId id(Call call) {
        return call.id("id", ProjectId::new, Prefix.PROJECT.text());
    }
}
