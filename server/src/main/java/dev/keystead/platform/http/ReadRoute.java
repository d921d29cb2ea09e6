package dev.keystead.platform.http;

import dev.keystead.tenancy.AccessScope;
import java.util.ArrayList;
import java.util.List;

/// The steps to a route that reads: who may call, what is asked, what is answered.
public final class ReadRoute {
    private final Template template;
    private final String summary;
    private final Access access;
    private final List<Param<?>> query;
    private final boolean always;
    private final boolean anyOrigin;
    private final Audit audit;

    private ReadRoute(
            Template template,
            String summary,
            Access access,
            List<Param<?>> query,
            boolean always,
            boolean anyOrigin,
            Audit audit) {
        this.template = template;
        this.summary = summary;
        this.access = access;
        this.query = query;
        this.always = always;
        this.anyOrigin = anyOrigin;
        this.audit = audit;
    }

    /// Who may call: one of these must be chosen.
    public record Start(Template template, String summary) {
        private ReadRoute begin(Access access) {
            return new ReadRoute(template, summary, access, List.of(), false, false, new Audit.Nothing("reads"));
        }

        /// Anyone may call, for the reason given.
        public ReadRoute open(String why) {
            return begin(new Access.Open(why));
        }

        /// Callers who hold the right; the tenant is bound.
        public ReadRoute tenant(String right) {
            return begin(new Access.Tenant(AccessScope.of(right)));
        }

        /// Callers who hold the right; the tenant and its organisation are bound.
        public ReadRoute org(String right) {
            return begin(new Access.Org(AccessScope.of(right)));
        }

        /// Callers who hold the right in the workspace that `{id}` of the path names; it is the tenant bound.
        public ReadRoute workspace(String right) {
            return begin(new Access.Workspace(AccessScope.of(right)));
        }

        /// People who hold the right on what is their own; the user is bound.
        public ReadRoute self(String right) {
            return begin(new Access.Self(AccessScope.of(right)));
        }

        /// The person who is signed in with this browser; the user is bound.
        public ReadRoute signedIn() {
            return begin(new Access.SignedIn());
        }
    }

    public ReadRoute query(Param<?>... params) {
        return new ReadRoute(template, summary, access, List.of(params), always, anyOrigin, audit);
    }

    /// Leaves an entry for every answer: for what is about others and not for everybody's eyes.
    public ReadRoute audits(String action) {
        return new ReadRoute(template, summary, access, query, always, anyOrigin, new Audit.Action(action));
    }

    /// Answers even when the server is at its limit of requests: for probes, which must tell load from death.
    public ReadRoute always() {
        return new ReadRoute(template, summary, access, query, true, anyOrigin, audit);
    }

    /// Lets scripts of any site read the answer.
    public ReadRoute anyOrigin() {
        return new ReadRoute(template, summary, access, query, always, true, audit);
    }

    /// Answers by the rules of a protocol that is not ours.
    public Route endpoint(Shape shape, Work.Speaking speaking) {
        return route(List.of(), shape, new Work.Endpoint(speaking));
    }

    public Route answers(Shape shape, Work.Reading reading) {
        var params = new ArrayList<>(query);
        if (shape instanceof Shape.PageOf) {
            params.addAll(Paging.PARAMS);
        }
        return route(params, shape, new Work.Read(reading));
    }

    private Route route(List<Param<?>> params, Shape shape, Work work) {
        var traits = new Route.Traits(false, always, false, anyOrigin);
        return new Route(Method.GET, template, summary, access, audit, params, traits, 200, shape, work);
    }

    /// Answers with a page for people.
    public Route page(Work.Reading reading) {
        return answers(new Shape.Html(), reading);
    }
}
