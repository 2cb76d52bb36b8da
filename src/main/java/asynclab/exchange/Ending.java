package asynclab.exchange;

/** How an exchange ended. Every request that enters has exactly one. */
public enum Ending {
    ANSWERED, // with the answer, or with 400
    TIMED_OUT, // its deadline passed first: 503 and Retry-After
    FAILED, // an exception: 500, or 502 if a backend failed
    CLIENT_GONE, // the connection was broken when the answer was written
    SHED, // left a queue of the application unserved, refused by it or dropped from it: 503 and Retry-After
    REJECTED, // refused before any work: 503 and Retry-After
    DRAINED // the application was being stopped: 503 and Retry-After
}
