package dev.keystead.tenancy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IdTextTest {
    /// The first eight are the vectors of the TypeID specification; the others were made by another program.
    @ParameterizedTest
    @CsvSource({
        "00000000-0000-0000-0000-000000000000, 00000000000000000000000000",
        "00000000-0000-0000-0000-000000000001, 00000000000000000000000001",
        "00000000-0000-0000-0000-00000000000a, 0000000000000000000000000a",
        "00000000-0000-0000-0000-000000000010, 0000000000000000000000000g",
        "00000000-0000-0000-0000-000000000020, 00000000000000000000000010",
        "ffffffff-ffff-ffff-ffff-ffffffffffff, 7zzzzzzzzzzzzzzzzzzzzzzzzz",
        "0110c853-1d09-52d8-d73e-1194e95b5f19, 0123456789abcdefghjkmnpqrs",
        "01890a5d-ac96-774b-bcce-b302099a8057, 01h455vb4pex5vsknk084sn02q",
        "6513270e-269e-0d37-f2a7-4de452e6b438, 352ckgw9my1mvz59tdwh9edd1r",
        "d23f0824-128b-2f33-0c5c-7fd0a6a3a450, 6j7w4284mb5wsgrq3zt2ka792g",
        "9531985d-5d9d-c9f8-1818-e811892f902b, 4n66c5tqcxs7w1g678264jz41b",
        "36f675cc-81e7-4ef5-e8e2-5d940ed90475, 1pystws0f79vtyhrjxjg7dj13n",
        "6b0d549b-6f03-675a-1600-a35a099950d8, 3b1na9pvr3cxd1c053b84sjm6r",
        "8d116ece-1738-f7d9-3d9c-172411e20b8f, 4d25qcw5sryzckv70q4g8y42wf",
        "90c192cf-d3ac-94af-0f21-ddb66cad4a26, 4gr69czmxcjjqgy8expspatjh6",
        "a170b338-3926-3059-f28c-105d1fb17c23, 51e2skge9661cz530gbmfv2z13",
        "0fd630f1-f29d-0da9-953f-48f1a09f76b5, 0ftrrf3wmx1pmsaft8y6g9yxnn",
        "0cb1e29c-658c-da14-95e6-0af593bd04cf, 0cp7h9rsccv8a9bsgayp9vt16f"
    })
    void knownIdsAreSpelledAsElsewhere(UUID id, String text) {
        assertThat(IdText.encode("usr", id)).isEqualTo("usr_" + text);
        assertThat(IdText.decode("usr", "usr_" + text)).contains(id);
    }

    @Test
    void everyIdComesBackAndSortsAsItsBytesDo() {
        var random = new Random(25);
        List<UUID> ids = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            ids.add(new UUID(random.nextLong(), random.nextLong()));
        }
        for (UUID id : ids) {
            assertThat(IdText.decode("k", IdText.encode("k", id))).contains(id);
        }
        Comparator<UUID> byBytes = Comparator.comparing(UUID::toString);
        assertThat(ids.stream().sorted(byBytes).map(id -> IdText.encode("k", id)))
                .isSorted();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "usr",
                "usr_",
                "01h455vb4pex5vsknk084sn02q",
                "usr01h455vb4pex5vsknk084sn02q",
                "usr-01h455vb4pex5vsknk084sn02q",
                "org_01h455vb4pex5vsknk084sn02q",
                "USR_01h455vb4pex5vsknk084sn02q",
                "usr_01H455VB4PEX5VSKNK084SN02Q",
                "usr_01h455vb4pex5vsknk084sn02",
                "usr_01h455vb4pex5vsknk084sn02qq",
                "usr_81h455vb4pex5vsknk084sn02q",
                "usr_z1h455vb4pex5vsknk084sn02q",
                "usr_/1h455vb4pex5vsknk084sn02q",
                "usr_01i455vb4pex5vsknk084sn02q",
                "usr_01l455vb4pex5vsknk084sn02q",
                "usr_01o455vb4pex5vsknk084sn02q",
                "usr_01u455vb4pex5vsknk084sn02q",
                "usr_01h455vb4pex5vsknk084sn02 ",
                " usr_01h455vb4pex5vsknk084sn02",
                "usr_01h455vb4pex5vsknk084sn0\u00b2q",
                "usr_\u0660\u0661h455vb4pex5vsknk084sn02q",
                "usr_01h455vb4pex5vsknk084sn0\u0000q",
                "usr_01890a5d-ac96-774b-bcce-b302099a8057"
            })
    void thereIsOneSpellingOnly(String text) {
        assertThat(IdText.decode("usr", text)).isEmpty();
    }
}
