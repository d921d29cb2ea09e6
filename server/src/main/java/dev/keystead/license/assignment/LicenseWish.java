package dev.keystead.license.assignment;

import dev.keystead.license.assignment.License.Limits;
import dev.keystead.license.assignment.License.Reach;
import dev.keystead.license.assignment.License.Terms;
import dev.keystead.node.NodeId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the bodies of requests about licences have in common.
public final class LicenseWish {
    private static final int MOST_SEATS = 1_000_000;
    private static final long MOST_USAGE = 1_000_000_000_000_000L;

    /// Before and after these, dates are mistakes.
    private static final LocalDate EARLIEST = LocalDate.of(2000, 1, 1);

    private static final LocalDate LATEST = LocalDate.of(2999, 12, 31);

    static final List<String> SCOPES =
            Arrays.stream(Reach.values()).map(Reach::word).toList();

    private LicenseWish() {}

    /// How much may be used.
    public record WantedConstraints(
            @Nullable Integer seats,
            @Nullable Long usageCap,
            @Nullable Instant expiresAt) {
        public WantedConstraints {
            var fields = new Fields();
            seats = fields.optional(seats, many -> checkedSeats(fields, many));
            usageCap = fields.optional(usageCap, much -> checkedCap(fields, much));
            expiresAt = fields.optional(expiresAt, moment -> checkedMoment(fields, moment));
            fields.refuseIfAny();
        }

        Limits limits() {
            return new Limits(
                    Optional.ofNullable(seats), Optional.ofNullable(usageCap), Optional.ofNullable(expiresAt));
        }
    }

    /// The terms of a wish; what is not told is as usual.
    public static Terms terms(
            @Nullable String scope,
            @Nullable LocalDate from,
            @Nullable LocalDate to,
            @Nullable Boolean converts,
            @Nullable WantedConstraints constraints,
            LocalDate today) {
        return new Terms(
                scope == null ? Reach.INHERIT_DOWN : Reach.of(scope),
                from == null ? today : from,
                Optional.ofNullable(to),
                converts != null && converts,
                constraints == null ? Limits.NONE : constraints.limits());
    }

    public static LocalDate checkedDay(Fields fields, String member, LocalDate day) {
        fields.refuseIf(
                day.isBefore(EARLIEST) || day.isAfter(LATEST), member, "must be a day of the years 2000 to 2999");
        return day;
    }

    static Instant checkedMoment(Fields fields, Instant moment) {
        fields.refuseIf(
                moment.getEpochSecond() < 946_684_800L || moment.getEpochSecond() > 32_503_680_000L,
                "expires_at",
                "must be a time of the years 2000 to 2999");
        return moment;
    }

    public static String checkedScope(Fields fields, String word) {
        return fields.oneOf("scope", word, SCOPES);
    }

    static int checkedSeats(Fields fields, int many) {
        return fields.number("seats", many, 1, MOST_SEATS);
    }

    static long checkedCap(Fields fields, long much) {
        fields.refuseIf(much < 1 || much > MOST_USAGE, "usage_cap", "must be a number from 1 to " + MOST_USAGE);
        return much;
    }

    public static void checkNode(Fields fields, String member, String text) {
        fields.refuseIf(Prefix.NODE.parse(text, NodeId::new).isEmpty(), member, "must be a node's id");
    }

    public static NodeId node(String member, String text) {
        return Prefix.NODE.parse(text, NodeId::new).orElseThrow(() -> BadInput.member(member, "must be a node's id"));
    }
}
