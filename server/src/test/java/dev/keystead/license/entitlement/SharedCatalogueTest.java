package dev.keystead.license.entitlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.license.catalogue.Module;
import dev.keystead.license.catalogue.ModuleId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SharedCatalogueTest {
    private final SharedCatalogue shared = new SharedCatalogue();
    private final ModuleId id = ModuleId.make();

    /// As it comes of every read: other objects each time.
    private Map<String, Module> read(String... needs) {
        return new TreeMap<>(Map.of(
                "payroll",
                new Module(
                        id,
                        "payroll",
                        "payroll",
                        Optional.empty(),
                        "",
                        List.of(needs),
                        Set.of(),
                        false,
                        1,
                        Instant.EPOCH,
                        Instant.EPOCH)));
    }

    @Test
    void whatIsTheSameIsKeptOnce() {
        Map<String, Module> first = shared.of(read());
        assertThat(shared.of(read())).isSameAs(first);
    }

    @Test
    void whatHasChangedTakesItsPlace() {
        Map<String, Module> first = shared.of(read());
        Map<String, Module> changed = read("people");
        assertThat(shared.of(changed)).isSameAs(changed).isNotEqualTo(first);
        assertThat(shared.of(read("people"))).isSameAs(changed);
    }
}
