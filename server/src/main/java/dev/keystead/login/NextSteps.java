package dev.keystead.login;

import dev.keystead.credential.Credentials;
import dev.keystead.credential.Means;
import dev.keystead.directory.UserId;
import dev.keystead.member.Members;
import dev.keystead.member.Role;
import dev.keystead.policy.MfaPolicy;
import dev.keystead.policy.Policies;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// What somebody at the door can do next.
final class NextSteps {
    private final Credentials credentials;
    private final Members members;
    private final Policies policies;
    private final Providers providers;

    NextSteps(Credentials credentials, Members members, Policies policies, Providers providers) {
        this.credentials = credentials;
        this.members = members;
        this.policies = policies;
        this.providers = providers;
    }

    /// What can be done next. Before anything is proven it is the same for every account and for none.
    Set<Step> of(Visitor visitor, Flow flow) {
        Set<Step> steps = everywhere(visitor, flow);
        if (visitor.passkeysWork() || steps.isEmpty()) {
            return steps;
        }
        Set<Step> here = EnumSet.copyOf(steps);
        here.removeAll(Set.of(Step.WEBAUTHN, Step.ENROL_WEBAUTHN));
        return here;
    }

    /// The same at a host where passkeys work.
    private Set<Step> everywhere(Visitor visitor, Flow flow) {
        return switch (flow.status()) {
            case PENDING -> {
                Set<Step> steps = first(visitor, flow);
                if (steps.contains(Step.MAGIC_LINK) && flow.code().isPresent()) {
                    steps.add(Step.OTP);
                }
                yield steps;
            }
            case MFA_REQUIRED -> second(meansOf(visitor, flow.user().orElseThrow()));
            case PASSWORD_OK ->
                needsEnrolment(visitor, flow.user().orElseThrow(), flow.done())
                        ? enrolment(visitor, meansOf(visitor, flow.user().orElseThrow()))
                        : EnumSet.of(Step.SELECT_WORKSPACE);
            case COMPLETED, FAILED -> Set.of();
        };
    }

    private Set<Step> first(Visitor visitor, Flow flow) {
        if (flow.kind() == Flow.Kind.STEP_UP) {
            return stepUp(meansOf(visitor, flow.account().orElseThrow()));
        }
        Set<Step> steps = flow.identifier().isEmpty()
                ? EnumSet.of(Step.IDENTIFY, Step.WEBAUTHN)
                : EnumSet.of(Step.IDENTIFY, Step.PASSWORD, Step.WEBAUTHN, Step.MAGIC_LINK);
        if (providers.areThere(visitor)) {
            steps.add(Step.FEDERATED);
        }
        if (providers.onlyWay(visitor, flow).isPresent()) {
            steps.remove(Step.MAGIC_LINK);
        }
        return steps;
    }

    /// What somebody can set up who has no second factor. Whoever has one by now begins again, and proves that.
    private Set<Step> enrolment(Visitor visitor, Means means) {
        Set<Step> steps = EnumSet.noneOf(Step.class);
        if (means.secondFactor()) {
            return steps;
        }
        MfaPolicy policy = policies.mfa(visitor.workspace().id().value());
        if (policy.allows(MfaPolicy.Factor.TOTP)) {
            steps.add(Step.ENROL_TOTP);
        }
        if (policy.allows(MfaPolicy.Factor.PASSKEY)) {
            steps.add(Step.ENROL_WEBAUTHN);
        }
        return steps;
    }

    private static Set<Step> second(Means means) {
        Set<Step> steps = EnumSet.noneOf(Step.class);
        if (means.app()) {
            steps.add(Step.TOTP);
        }
        if (means.passkeys() > 0) {
            steps.add(Step.WEBAUTHN);
        }
        if (means.recoveryCodes() > 0) {
            steps.add(Step.RECOVERY_CODE);
        }
        return steps;
    }

    /// Somebody inside proves themselves by the strongest they have: otherwise a found password would be enough to
    /// take the other factors away.
    private static Set<Step> stepUp(Means means) {
        if (means.secondFactor()) {
            Set<Step> steps = second(means);
            steps.remove(Step.RECOVERY_CODE);
            return steps;
        }
        return means.password() ? EnumSet.of(Step.PASSWORD) : EnumSet.of(Step.MAGIC_LINK);
    }

    Means meansOf(Visitor visitor, UserId user) {
        return visitor.scope().call(() -> credentials.of(user));
    }

    /// Whether the policy wants a second factor of somebody who has none.
    boolean needsEnrolment(Visitor visitor, UserId user, List<Step> done) {
        MfaPolicy policy = policies.mfa(visitor.workspace().id().value());
        // Most policies demand nothing of anybody, and then nobody's role has to be read.
        return policy.requiresOf(true)
                && !Step.methods(done).contains("mfa")
                && policy.requiresOf(administrates(visitor, user));
    }

    private boolean administrates(Visitor visitor, UserId user) {
        return members.roleOf(visitor.workspace().id(), user)
                .filter(role -> role.compareTo(Role.ADMIN) <= 0)
                .isPresent();
    }
}
