package asynclab.exchange;

/** How an exchange ended. Every request that enters has exactly one. */
public enum Ending {
    ANSWERED, // with what was asked for, or with the 400 it deserved
    TIMED_OUT, // its deadline passed first: 503 and Retry-After
    FAILED, // something was thrown: 500, or 502 if a backend failed
    CLIENT_GONE, // writing the answer found nobody
    REJECTED, // refused before any work: 503 and Retry-After
    DRAINED // the application was being stopped: 503 and Retry-After
}
