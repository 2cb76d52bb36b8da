package asynclab.recorder;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Optional;

/** Reads objects of the container by reflection, because an application does not see the container's classes. */
final class Reflected {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private Reflected() {}

    /**
     * A handle that follows a path from an object to a value.
     *
     * @param from the class of the object
     * @param result the type of the result
     * @param path the names of getters, or of fields where there is no such getter, one after the other
     * @return empty if one of them is missing or closed
     */
    static Optional<MethodHandle> path(Class<?> from, Class<?> result, String... path) {
        try {
            MethodHandle handle = MethodHandles.identity(from);
            for (String name : path)
                handle = MethodHandles.filterReturnValue(
                        handle, member(handle.type().returnType(), name));
            return Optional.of(handle.asType(MethodType.methodType(result, Object.class)));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError missing) {
            return Optional.empty();
        }
    }

    /** The value at the end of a path from an object; null if one of the steps is missing, closed or null. */
    static Object at(Object from, String... path) {
        Object at = from;
        for (String name : path) {
            if (at == null) return null;
            MethodHandle step = path(at.getClass(), Object.class, name).orElse(null);
            if (step == null) return null;
            try {
                at = step.invokeExact(at);
            } catch (Throwable e) { // whatever a getter throws
                return null;
            }
        }
        return at;
    }

    private static MethodHandle member(Class<?> type, String name) throws ReflectiveOperationException {
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (Method getter : owner.getDeclaredMethods())
                if (getter.getName().equals(name) && getter.getParameterCount() == 0 && !getter.isBridge()) {
                    getter.setAccessible(true);
                    return of(type, LOOKUP.unreflect(getter));
                }
            for (Field field : owner.getDeclaredFields())
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return of(type, LOOKUP.unreflectGetter(field));
                }
        }
        return of(type, LOOKUP.unreflect(type.getMethod(name))); // of an interface
    }

    private static MethodHandle of(Class<?> type, MethodHandle inherited) {
        return inherited.asType(inherited.type().changeParameterType(0, type));
    }
}
