package dev.keystead.platform.json;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The members of a record as JSON has them, in declared order. Reader and schema are made from the same list.
public final class Members {
    private static final ClassValue<Members> KNOWN = new ClassValue<>() {
        @Override
        protected Members computeValue(Class<?> type) {
            return new Members(type);
        }
    };

    /// One member: its name outside, its type, and whether null and absence are allowed.
    public record Member(String name, AnnotatedType type, boolean required, boolean nullable) {}

    private final List<Member> members;
    private final Constructor<?> constructor;

    private Members(Class<?> type) {
        if (!type.isRecord()) {
            throw new IllegalArgumentException(type.getName() + " is not a record");
        }
        RecordComponent[] components = type.getRecordComponents();
        this.members = Arrays.stream(components).map(Members::member).toList();
        try {
            this.constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record has its canonical constructor", e);
        }
    }

    public static Members of(Class<?> record) {
        return KNOWN.get(record);
    }

    public List<Member> list() {
        return members;
    }

    /// The value that a changeable member carries: `T` of `Change<T>`.
    public static AnnotatedType argument(AnnotatedType type, int index) {
        if (type instanceof AnnotatedParameterizedType parameterized) {
            return parameterized.getAnnotatedActualTypeArguments()[index];
        }
        throw new IllegalArgumentException(type + " must say of what it is");
    }

    public static boolean isNullable(AnnotatedType type) {
        return type.isAnnotationPresent(Nullable.class);
    }

    /// `displayName` and `DISPLAY_NAME` become `display_name`.
    public static String snakeCase(String name) {
        if (name.equals(name.toUpperCase(Locale.ROOT))) {
            return name.toLowerCase(Locale.ROOT);
        }
        var snake = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isUpperCase(c)) {
                snake.append('_');
            }
            snake.append(Character.toLowerCase(c));
        }
        return snake.toString();
    }

    /// Makes the record. What its constructor throws comes through as it is.
    Object construct(@Nullable Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Member member(RecordComponent component) {
        AnnotatedType type = component.getAnnotatedType();
        boolean change = component.getType() == Change.class;
        boolean nullable = isNullable(change ? argument(type, 0) : type);
        return new Member(snakeCase(component.getName()), type, !change && !nullable, nullable);
    }
}
