package dev.keystead.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/// How much of what operations cost is signatures, round by round.
///
/// @param provider who made the bare signatures
record SignatureShares(String provider, List<Round> rounds) {
    /// What is done, and the signatures without which it cannot be done.
    enum Deed {
        /// The request and the answer to the challenge are checked, the certificate is signed.
        ISSUE("issue a certificate", 2, 1),
        /// The token and the proof beside it are checked.
        USERINFO("bound token at userinfo", 2, 0),
        /// The token is checked; the application proves itself by its secret.
        INTROSPECT("bound token at introspection", 1, 0);

        private final String title;
        private final int verified;
        private final int signed;

        Deed(String title, int verified, int signed) {
            this.title = title;
            this.verified = verified;
            this.signed = signed;
        }

        double signatures(BareSignatures.Cost bare) {
            return verified * bare.verify() + signed * bare.sign();
        }

        private String described() {
            return verified + " checked" + (signed == 0 ? "" : ", " + signed + " made");
        }
    }

    /// CPU milliseconds of one operation.
    record Cost(double server, double postgres) {
        double both() {
            return server + postgres;
        }
    }

    /// @param deeds what each of them cost
    record Round(Map<Deed, Cost> deeds, BareSignatures.Cost bare, double othersPercent) {
        Cost cost(Deed deed) {
            return Objects.requireNonNull(deeds.get(deed));
        }

        double sharePercent(Deed deed) {
            return 100 * deed.signatures(bare) / cost(deed).both();
        }
    }

    private double median(ToDoubleFunction<Round> figure) {
        return Numbers.median(rounds.stream().mapToDouble(figure).toArray());
    }

    private double most(ToDoubleFunction<Round> figure) {
        return rounds.stream().mapToDouble(figure).max().orElse(Double.NaN);
    }

    private double least(ToDoubleFunction<Round> figure) {
        return rounds.stream().mapToDouble(figure).min().orElse(Double.NaN);
    }

    /// The table for people.
    String text() {
        Table table = new Table(List.of(
                "CPU ms/op, median of " + rounds.size() + " rounds",
                "server",
                "PG",
                "both",
                "its signatures",
                "CPU ms",
                "share",
                "of rounds"));
        for (Deed deed : Deed.values()) {
            table.add(List.of(
                    deed.title,
                    Numbers.brief(median(round -> round.cost(deed).server())),
                    Numbers.brief(median(round -> round.cost(deed).postgres())),
                    Numbers.brief(median(round -> round.cost(deed).both())),
                    deed.described(),
                    Numbers.brief(median(round -> deed.signatures(round.bare()))),
                    Numbers.brief(median(round -> round.sharePercent(deed))) + " %",
                    Numbers.brief(least(round -> round.sharePercent(deed))) + " to "
                            + Numbers.brief(most(round -> round.sharePercent(deed))) + " %"));
        }
        return table + "\nA bare signature by P-256 costs "
                + Numbers.brief(median(round -> round.bare().verify())) + " ms to check and "
                + Numbers.brief(median(round -> round.bare().sign())) + " ms to make by " + provider
                + ". Others used up to " + Numbers.brief(most(Round::othersPercent)) + " % of the machine.\n";
    }

    /// One JSON object for each operation of each round.
    List<String> jsonLines() {
        List<String> lines = new ArrayList<>();
        for (int number = 1; number <= rounds.size(); number++) {
            Round round = rounds.get(number - 1);
            for (Deed deed : Deed.values()) {
                lines.add(new JsonLine()
                        .with("kind", "signatures")
                        .with("name", deed.title)
                        .with("round", number)
                        .with("provider", provider)
                        .with("server_cpu_ms_per_op", round.cost(deed).server())
                        .with("pg_cpu_ms_per_op", round.cost(deed).postgres())
                        .with("signatures_cpu_ms_per_op", deed.signatures(round.bare()))
                        .with("share_pct", round.sharePercent(deed))
                        .with("others_pct", round.othersPercent())
                        .toString());
            }
        }
        return lines;
    }
}
