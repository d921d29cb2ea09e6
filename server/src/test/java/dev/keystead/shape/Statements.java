package dev.keystead.shape;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.keystead.tenancy.Sql;
import java.lang.reflect.Field;
import java.util.Comparator;
import java.util.List;

/// Every statement constant of the product, found in its classes so that none is forgotten.
public final class Statements {
    private static final List<Declared> ALL = find();

    private Statements() {}

    /// A statement and where it is declared.
    ///
    /// @param feature the package, by its last word
    /// @param family the package of one word below the product's that this is a part of, or the same
    public record Declared(String feature, String family, Sql sql) {
        public Declared(String feature, Sql sql) {
            this(feature, feature, sql);
        }

        @Override
        public String toString() {
            return sql.id();
        }
    }

    public static List<Sql> all() {
        return declared().stream().map(Declared::sql).toList();
    }

    public static List<Declared> declared() {
        return ALL;
    }

    private static List<Declared> find() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.keystead").stream()
                        .flatMap(type -> type.getFields().stream())
                        .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                        .filter(field -> field.getRawType().isAssignableTo(Sql.class))
                        .map(field -> new Declared(feature(field), family(field), value(field)))
                        .sorted(Comparator.comparing(declared -> declared.sql().id()))
                        .toList();
    }

    private static String feature(JavaField field) {
        String name = field.getOwner().getPackageName();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static String family(JavaField field) {
        String name = field.getOwner().getPackageName().replaceFirst("dev\\.keystead\\.(platform\\.)?", "");
        return name.replaceFirst("\\..*", "");
    }

    private static Sql value(JavaField found) {
        try {
            Field field = found.reflect();
            field.setAccessible(true);
            return (Sql) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
