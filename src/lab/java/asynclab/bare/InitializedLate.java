package asynclab.bare;

/** {@link BurdenedServlet} defines this class again for each request, which then waits inside the static initializer. */
final class InitializedLate {

    static {
        BurdenedServlet.initialized();
    }

    private InitializedLate() {}
}
