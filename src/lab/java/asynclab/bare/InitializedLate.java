package asynclab.bare;

/** {@link BurdenedServlet} defines this class anew for a request, whose wait is then inside of the static initializer. */
final class InitializedLate {

    static {
        BurdenedServlet.initialized();
    }

    private InitializedLate() {}
}
