package asynclab;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** An object of an interface, such as a request of a container, all of whose methods one function answers. */
public final class Played {

    private Played() {}

    public static <T> T as(Class<T> type, InvocationHandler answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }
}
