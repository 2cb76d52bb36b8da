package asynclab.portability;

/** The result of E1 with one arm: requests per second, and the mean response time in milliseconds. */
record LoadFigures(double throughput, double meanMs, int samples, int errors) {}
