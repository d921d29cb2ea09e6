package dev.keystead.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.bench.SignatureShares.Cost;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class SignatureSharesTest {
    private static SignatureShares.Round round(double server) {
        return new SignatureShares.Round(
                Arrays.stream(SignatureShares.Deed.values())
                        .collect(Collectors.toMap(Function.identity(), _ -> new Cost(server, 0.1))),
                new BareSignatures.Cost(0.04, 0.1),
                3);
    }

    private final SignatureShares shares =
            new SignatureShares("a provider", List.of(round(0.3), round(0.7), round(0.4)));

    @Test
    void theShareIsThatOfTheSignaturesInTheCpuOfServerAndDatabase() {
        assertThat(shares.text())
                .containsPattern("issue a certificate +0\\.400 +0\\.100 +0\\.500 +2 checked, 1 made +0\\.240 +48\\.0 %")
                .contains("30.0 to 60.0 %", "by a provider", "Others used up to 3.00 %")
                .containsPattern("bound token at introspection .* 1 checked +0\\.100 +20\\.0 %");
    }

    @Test
    void everyRoundOfEveryOperationIsALine() {
        assertThat(shares.jsonLines()).hasSize(9).first().asString().contains("\"share_pct\":60");
    }

    @Test
    void withoutTheLibrariesOfTheServerTheJdkSigns() throws InterruptedException {
        BareSignatures bare = BareSignatures.of(Path.of("there", "is", "no", "such", "folder"));
        BareSignatures.Cost cost = bare.measure(20, 2);
        assertThat(cost.sign()).isPositive();
        assertThat(cost.verify()).isPositive();
        assertThat(bare.provider()).startsWith("SunEC");
    }
}
