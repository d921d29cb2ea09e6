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

    private ReadRoute(
            Template template, String summary, Access access, List<Param<?>> query, boolean always, boolean anyOrigin) {
        this.template = template;
        this.summary = summary;
        this.access = access;
        this.query = query;
        this.always = always;
        this.anyOrigin = anyOrigin;
    }

    /// Who may call: one of these must be chosen.
    public record Start(Template template, String summary) {
        /// Anyone may call, for the reason given.
        public ReadRoute open(String why) {
            return new ReadRoute(template, summary, new Access.Open(why), List.of(), false, false);
        }

        /// Callers who hold the right; the tenant is bound.
        public ReadRoute tenant(String right) {
            return new ReadRoute(template, summary, new Access.Tenant(AccessScope.of(right)), List.of(), false, false);
        }

        /// Callers who hold the right; the tenant and its organisation are bound.
        public ReadRoute org(String right) {
            return new ReadRoute(template, summary, new Access.Org(AccessScope.of(right)), List.of(), false, false);
        }

        /// Callers who hold the right in the workspace that `{id}` of the path names; it is the tenant bound.
        public ReadRoute workspace(String right) {
            return new ReadRoute(
                    template, summary, new Access.Workspace(AccessScope.of(right)), List.of(), false, false);
        }

        /// People who hold the right on what is their own; the user is bound.
        public ReadRoute self(String right) {
            return new ReadRoute(template, summary, new Access.Self(AccessScope.of(right)), List.of(), false, false);
        }

        /// The person who is signed in with this browser; the user is bound.
        public ReadRoute signedIn() {
            return new ReadRoute(template, summary, new Access.SignedIn(), List.of(), false, false);
        }
    }

    public ReadRoute query(Param<?>... params) {
        return new ReadRoute(template, summary, access, List.of(params), always, anyOrigin);
    }

    /// Answers even when the server is at its limit of requests: for probes, which must tell load from death.
    public ReadRoute always() {
        return new ReadRoute(template, summary, access, query, true, anyOrigin);
    }

    /// Lets scripts of any site read the answer.
    public ReadRoute anyOrigin() {
        return new ReadRoute(template, summary, access, query, always, true);
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
        var nothing = new Audit.Nothing("reads");
        var traits = new Route.Traits(false, always, false, anyOrigin);
        return new Route(Method.GET, template, summary, access, nothing, params, traits, 200, shape, work);
    }

    /// Answers with a page for people.
    public Route page(Work.Reading reading) {
        return answers(new Shape.Html(), reading);
    }
}
