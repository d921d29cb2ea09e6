package dev.keystead.platform.http;

import dev.keystead.tenancy.AccessScope;
import java.util.List;
import java.util.function.Function;

/// The steps to a route that changes something: who may call, what is audited, what is taken, what is
/// answered.
public final class WriteRoute {
    private WriteRoute() {}

    /// What all steps carry on.
    private record Draft(
            Method method,
            Template template,
            String summary,
            Access access,
            Audit audit,
            List<Param<?>> query,
            boolean versioned,
            boolean roleInside,
            boolean anyOrigin) {
        Route route(int status, Shape shape, Work work) {
            var traits = new Route.Traits(versioned, false, roleInside, anyOrigin);
            return new Route(method, template, summary, access, audit, query, traits, status, shape, work);
        }

        Draft asking(Param<?>... params) {
            return new Draft(
                    method, template, summary, access, audit, List.of(params), versioned, roleInside, anyOrigin);
        }

        Draft checkingVersion() {
            return new Draft(method, template, summary, access, audit, query, true, roleInside, anyOrigin);
        }

        Draft takingRoleInside() {
            return new Draft(method, template, summary, access, audit, query, versioned, true, anyOrigin);
        }

        Draft openToScripts() {
            return new Draft(method, template, summary, access, audit, query, versioned, roleInside, true);
        }
    }

    /// Who may call: one of these must be chosen.
    public record Start(Method method, Template template, String summary) {
        /// Anyone may call, for the reason given. The route gets no transaction and binds its own scope.
        public OpenUnaudited open(String why) {
            return new OpenUnaudited(this, new Access.Open(why));
        }

        /// Callers who hold the right; the tenant is bound.
        public Unaudited tenant(String right) {
            return new Unaudited(this, new Access.Tenant(AccessScope.of(right)));
        }

        /// Callers who hold the right; the tenant and its organisation are bound.
        public Unaudited org(String right) {
            return new Unaudited(this, new Access.Org(AccessScope.of(right)));
        }

        /// Callers who hold the right in the workspace that `{id}` of the path names; it is the tenant bound.
        public Unaudited workspace(String right) {
            return new Unaudited(this, new Access.Workspace(AccessScope.of(right)));
        }

        /// People who hold the right on what is their own; the user is bound.
        public Unaudited self(String right) {
            return new Unaudited(this, new Access.Self(AccessScope.of(right)));
        }

        /// The person who is signed in with this browser; the user is bound.
        public Unaudited signedIn() {
            return new Unaudited(this, new Access.SignedIn());
        }

        private Draft draft(Access access, Audit audit) {
            return new Draft(method, template, summary, access, audit, List.of(), false, false, false);
        }
    }

    /// What is audited: one of these must be chosen.
    public record Unaudited(Start start, Access access) {
        /// Each success writes an entry with this action, in the same transaction.
        public Scoped audits(String action) {
            return new Scoped(start.draft(access, new Audit.Action(action)));
        }

        /// Nothing is audited because nothing changes, for the reason given: a check that needs a body, for
        /// example.
        public Scoped auditsNothing(String why) {
            return new Scoped(start.draft(access, new Audit.Nothing(why)));
        }
    }

    /// A change inside the caller's tenant: what is taken.
    public static final class Scoped {
        private final Draft draft;

        private Scoped(Draft draft) {
            this.draft = draft;
        }

        public Scoped query(Param<?>... params) {
            return new Scoped(draft.asking(params));
        }

        /// Honours If-Match: the handler reads [Call#ifMatch].
        public Scoped versioned() {
            return new Scoped(draft.checkingVersion());
        }

        /// Lets callers in whose credential carries the right, though their place in the workspace does
        /// not: a role in the thing itself may be enough. The work must decide, and refuses with
        /// [Refusal#insufficientRole].
        public Scoped orRoleInside() {
            return new Scoped(draft.takingRoleInside());
        }

        /// Takes a JSON object that is this record.
        public <B extends Record> Taking<B> takes(Class<B> body) {
            return new Taking<>(draft, new Work.Taken.Json<>(body));
        }

        public TakingNothing takesNothing() {
            return new TakingNothing(draft);
        }

        /// Takes a form from a page of ours, guarded against forgery, and leads to the next page.
        public <F> Route form(Function<FormFields, F> reader, Work.Changing<F> changing) {
            return preparedForm(reader, unprepared(changing));
        }

        /// The same where something must be done before the transaction is opened.
        public <F> Route preparedForm(Function<FormFields, F> reader, Work.Preparing<F> preparing) {
            return draft.route(303, new Shape.Html(), new Work.Change<>(new Work.Taken.Form<>(reader), preparing));
        }
    }

    /// A change with a body: what is answered.
    public static final class Taking<B> {
        private final Draft draft;
        private final Work.Taken<B> taken;

        private Taking(Draft draft, Work.Taken<B> taken) {
            this.draft = draft;
            this.taken = taken;
        }

        public Route answers(int status, Shape shape, Work.Changing<B> changing) {
            return prepares(status, shape, unprepared(changing));
        }

        /// The same where something must be done before the transaction is opened.
        public Route prepares(int status, Shape shape, Work.Preparing<B> preparing) {
            return draft.route(status, shape, new Work.Change<>(taken, preparing));
        }

        public Route answers(Shape shape, Work.Changing<B> changing) {
            return answers(usualStatus(shape), shape, changing);
        }
    }

    /// A change without a body: what is answered.
    public static final class TakingNothing {
        private final Draft draft;

        private TakingNothing(Draft draft) {
            this.draft = draft;
        }

        public Route answers(int status, Shape shape, Work.ChangingBare changing) {
            return prepares(status, shape, _ -> changing);
        }

        /// The same where something must be done before the transaction is opened.
        public Route prepares(int status, Shape shape, Function<Call, Work.ChangingBare> preparing) {
            Work.Preparing<Work.Absent> bare = (call, _) -> preparing.apply(call);
            return draft.route(status, shape, new Work.Change<>(new Work.Taken.Nothing(), bare));
        }

        public Route answers(Shape shape, Work.ChangingBare changing) {
            return answers(usualStatus(shape), shape, changing);
        }
    }

    /// What an open route audits: one of these must be chosen.
    public record OpenUnaudited(Start start, Access access) {
        public Open audits(String action) {
            return new Open(start.draft(access, new Audit.Action(action)));
        }

        public Open auditsNothing(String why) {
            return new Open(start.draft(access, new Audit.Nothing(why)));
        }
    }

    /// A change by someone without a credential: what is taken and answered.
    public static final class Open {
        private final Draft draft;

        private Open(Draft draft) {
            this.draft = draft;
        }

        public Open query(Param<?>... params) {
            return new Open(draft.asking(params));
        }

        /// Lets scripts of any site send this and read the answer.
        public Open anyOrigin() {
            return new Open(draft.openToScripts());
        }

        /// Takes and answers what a protocol that is not ours says.
        public Route endpoint(int status, Shape shape, Work.Speaking speaking) {
            return draft.route(status, shape, new Work.Endpoint(speaking));
        }

        /// Takes a JSON object that is this record.
        public <B extends Record> OpenTaking<B> takes(Class<B> body) {
            return new OpenTaking<>(draft, new Work.Taken.Json<>(body));
        }

        /// Takes a form from a page of ours, guarded against forgery, and answers with a page.
        public <F> Route form(Function<FormFields, F> reader, Work.Accepting<F> accepting) {
            var work = new Work.Accept<>(new Work.Taken.Form<>(reader), accepting);
            return draft.route(200, new Shape.Html(), work);
        }
    }

    public static final class OpenTaking<B> {
        private final Draft draft;
        private final Work.Taken<B> taken;

        private OpenTaking(Draft draft, Work.Taken<B> taken) {
            this.draft = draft;
            this.taken = taken;
        }

        public Route answers(int status, Shape shape, Work.Accepting<B> accepting) {
            return draft.route(status, shape, new Work.Accept<>(taken, accepting));
        }
    }

    private static <B> Work.Preparing<B> unprepared(Work.Changing<B> changing) {
        return (_, body) -> (call, transaction) -> changing.answer(call, body, transaction);
    }

    private static int usualStatus(Shape shape) {
        return shape instanceof Shape.Nothing ? 204 : 200;
    }
}
