package dev.keystead.contract.text;

import dev.keystead.contract.Finding;
import dev.keystead.contract.Rule;
import dev.keystead.contract.Settings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The rules that a file's text alone can break.
public final class TextRules {
    private TextRules() {}

    public static List<Rule> all() {
        return Stream.of(FolderRules.all(), HeaderRules.all(), LayoutRules.all(), StatementRules.all())
                .flatMap(List::stream)
                .toList();
    }

    public static List<Finding> check(List<MigrationText> files, Settings settings) {
        Set<String> personal = tablesWithPersonalData(files);
        var found = new ArrayList<Finding>();
        for (MigrationText file : files) {
            FolderRules.summary(file.migration().name()).ifPresent(found::add);
            found.addAll(HeaderRules.check(file, settings));
            found.addAll(LayoutRules.check(file, settings));
            found.addAll(StatementRules.check(file, settings, personal));
        }
        return found;
    }

    /// 004 tells them by the names of their columns: email, name, password*, key*.
    private static Set<String> tablesWithPersonalData(List<MigrationText> files) {
        var personal = new HashSet<String>();
        for (MigrationText file : files) {
            for (SqlStatement statement : file.text().statements()) {
                boolean holds = Definition.columns(statement).stream().anyMatch(TextRules::isPersonal);
                Optional<Definition> definition = Definition.of(statement).filter(_ -> holds);
                definition.ifPresent(
                        it -> personal.add(it.name().substring(it.name().lastIndexOf('.') + 1)));
            }
        }
        return personal;
    }

    private static boolean isPersonal(SqlToken column) {
        String name = column.name();
        return name.equals("email") || name.equals("name") || name.startsWith("password") || name.startsWith("key");
    }
}
