package dev.keystead.platform.http;

import java.util.List;
import java.util.Optional;

/// One route as data. Made step by step, and no step that decides about safety can be left out:
///
/// ```java
/// Route.get("/v1/users", "List the users")
///         .tenant("read:user")
///         .query(STARTS_WITH)
///         .answers(Shape.page(UserView.class), this::list);
/// Route.post("/v1/users/{id}:suspend", "Suspend a user")
///         .tenant("write:user")
///         .audits("user.suspend")
///         .takesNothing()
///         .answers(200, Shape.of(UserView.class), this::suspend);
/// ```
public record Route(
        Method method,
        Template template,
        String summary,
        Access access,
        Audit audit,
        List<Param<?>> query,
        Traits traits,
        int status,
        Shape shape,
        Work work) {

    /// What else is special about a route.
    ///
    /// @param versioned whether If-Match is honoured
    /// @param always whether the route answers even when the server is at its limit of requests
    /// @param roleInside whether a role in the thing itself may be enough, which the work decides
    /// @param anyOrigin whether scripts of other sites may read the answer: nothing in it depends on a cookie
    public record Traits(boolean versioned, boolean always, boolean roleInside, boolean anyOrigin) {}

    public Route {
        query = List.copyOf(query);
    }

    public static ReadRoute.Start get(String template, String summary) {
        return new ReadRoute.Start(Template.of(template), summary);
    }

    public static WriteRoute.Start post(String template, String summary) {
        return new WriteRoute.Start(Method.POST, Template.of(template), summary);
    }

    public static WriteRoute.Start put(String template, String summary) {
        return new WriteRoute.Start(Method.PUT, Template.of(template), summary);
    }

    public static WriteRoute.Start patch(String template, String summary) {
        return new WriteRoute.Start(Method.PATCH, Template.of(template), summary);
    }

    public static WriteRoute.Start delete(String template, String summary) {
        return new WriteRoute.Start(Method.DELETE, Template.of(template), summary);
    }

    /// The record that a JSON body must be, if one is taken.
    public Optional<Class<? extends Record>> jsonBody() {
        return work.body().flatMap(taken -> switch (taken) {
            case Work.Taken.Json<?>(Class<? extends Record> type) -> Optional.of(type);
            case Work.Taken.Form<?> _, Work.Taken.Nothing _ -> Optional.empty();
        });
    }

    /// Whether people see the answer in a browser, refusals included.
    public boolean isPage() {
        return shape instanceof Shape.Html;
    }

    /// Whether it speaks a protocol that is not ours.
    public boolean isEndpoint() {
        return work instanceof Work.Endpoint;
    }

    /// Whether Idempotency-Key is honoured.
    public boolean isIdempotent() {
        return method == Method.POST && work instanceof Work.Change<?> && !isPage();
    }

    @Override
    public String toString() {
        return method + " " + template;
    }
}
