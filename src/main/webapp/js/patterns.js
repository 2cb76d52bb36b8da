// The cards of the page Try. holds: what a request holds while it waits. kind: how the card sends its request; by default as a burst.

export const groups = [
  {
    title: 'Waiting: four threading models',
    cards: [
      { title: 'Blocking', path: '/blocking', query: 'ms=1000', holds: 'thread',
        what: 'The request thread itself waits. This is the simplest code, but it needs one thread per request in flight.' },
      { title: 'Asynchronous', path: '/async', query: 'ms=1000', holds: 'nothing',
        what: 'startAsync() detaches the request from its thread. One timer thread answers every request when its hold time is over.' },
      { title: 'Worker pool', path: '/worker', query: 'ms=1000', n: 24, holds: 'worker',
        what: 'The request thread is free, but one of eight worker threads waits instead. The throughput is at most 8 req/s with a hold time of 1 s.' },
      { title: 'Virtual threads', path: '/virtual', query: 'ms=1000', holds: 'virtual',
        what: 'Blocking code on a virtual thread, which costs about a kilobyte. It needs JDK 21 or later. On an older JDK the status is 501.' },
    ],
  },
  {
    title: 'Calling a backend',
    about: 'The backend is this server. It waits without a thread.',
    cards: [
      { title: 'Gateway, blocking', path: '/standardendpoint', query: 'ms=300', holds: 'thread',
        what: 'A blocking HTTP client on the request thread. The thread waits for the backend.' },
      { title: 'Gateway, non-blocking', path: '/reactiveendpoint', query: 'ms=300', holds: 'nothing',
        what: 'A non-blocking HTTP client. Its callback answers, and no thread waits.' },
      { title: 'Gateway, a hidden pool', path: '/callableendpoint', query: 'ms=300', n: 40, holds: 'worker',
        what: 'A blocking client on a pool of eight threads, like the Callable in the post, which found that it “suffers horribly”.' },
      { title: 'Router, blocking', path: '/router-blocking', query: 'ms=1000', holds: 'thread',
        what: 'One remote call, whose answer is passed on. The request thread waits for it.' },
      { title: 'Router', path: '/router-non-blocking', query: 'ms=1000', holds: 'nothing',
        what: 'One remote call, whose answer is passed on. No thread waits.' },
      { title: 'Aggregator, blocking', path: '/aggregate-blocking', query: 'ms=500', n: 20, holds: 'thread',
        what: 'A database lookup, then three remote calls one after another: 0.2 s + 3 × 0.5 s.' },
      { title: 'Aggregator', path: '/aggregate-non-blocking', query: 'ms=500', n: 20, holds: 'worker',
        what: 'The same lookup on a small pool, then three concurrent calls: 0.2 s + 0.5 s. After three seconds it answers with the results it has.' },
      { title: 'Routing slip, blocking', path: '/routing-slip-blocking', query: 'calls=5&stepMs=100', n: 20, holds: 'thread',
        what: 'Five calls in a loop. Each call needs the answer of the previous one.' },
      { title: 'Routing slip', path: '/routing-slip-non-blocking', query: 'calls=5&stepMs=100', n: 20, holds: 'nothing',
        what: 'The same calls without a loop: the callback of each answer starts the next call.' },
    ],
  },
  {
    title: 'Waiting for an event',
    cards: [
      { title: 'Long poll', path: '/long-poll', query: 'timeoutMs=10000', n: 100, holds: 'nothing', publishes: true,
        what: 'Waits for the next event. When you publish one, all waiting requests are answered. After the timeout the status is 204.' },
      { title: 'Event stream', path: '/events', query: 'timeoutMs=60000', kind: 'events', holds: 'nothing', publishes: true,
        what: 'Server-sent events: one response that stays open. Each event is written when it is published.' },
    ],
  },
  {
    title: 'Large bodies, in parts',
    cards: [
      { title: 'Download', path: '/download', query: 'bytes=5000000', n: 20, holds: 'nothing',
        what: 'Writes when the client can receive more (WriteListener), so a slow client holds no thread.' },
      { title: 'Upload', path: '/upload', query: '', kind: 'upload', holds: 'nothing',
        what: 'Reads the bytes that have arrived (ReadListener), so a slow client holds no thread. Answers with length and SHA-256.' },
    ],
  },
  {
    title: 'Well-known mistakes',
    about: 'These look correct. The Javadoc of each class explains what breaks, and how to do it right.',
    cards: [
      { title: 'Asynchronous, then awaited', path: '/wrongreactiveendpoint', query: 'ms=300', holds: 'thread',
        what: 'A non-blocking client, but the request thread waits for its result. The bars are red, like those of a blocking gateway.' },
      { title: 'The common pool', path: '/deferredendpoint', query: 'ms=300', n: 20, holds: 'worker',
        what: 'A blocking client on the common pool, which supplyAsync() uses by default. That pool has one thread per processor, minus one.' },
      { title: 'AsyncContext.start()', path: '/mistake/async-context-start', query: 'ms=1000', holds: 'thread',
        what: 'Frees one request thread and takes another. The bars are green, but the page Live shows that all request threads are busy.' },
      { title: 'A permit freed early', path: '/mistake/permit-freed-early', query: 'ms=1000', n: 20, holds: 'nothing',
        what: 'A filter with two permits that frees the permit when it returns. All twenty requests work at the same time.' },
      { title: 'A lost exception', path: '/mistake/lost-exception', query: 'timeoutMs=2000', kind: 'plain', holds: 'nothing',
        what: 'A task throws an exception into a Future that no code reads. The client waits for the timeout.' },
      { title: 'A late answer', path: '/mistake/late-answer', query: 'ms=1000&timeoutMs=500', kind: 'plain', holds: 'nothing',
        what: 'The work ends after the timeout and writes into a response that the container may have reused.' },
    ],
  },
  {
    title: 'The URLs of the posts',
    about: 'The same paths as in the posts, so their load scripts run here. The default hold time is the 80/20 mix or the post’s own.',
    cards: [
      { title: 'E1, blocking', path: '/sync', query: 'mix=80:1000,20:4000', holds: 'thread', what: 'The mix of the main experiment: 80 % one second, 20 % four seconds. The same servlet as /blocking.' },
      { title: 'E1, asynchronous', path: '/warm', query: 'mix=80:1000,20:4000', holds: 'nothing', what: 'The same servlet as /async, under a name for warm-up.' },
      { title: 'E2, blocking', path: '/process-blocking', query: 'minMs=1000&maxMs=2000', holds: 'thread', what: 'A hold time from a uniform range, with a JSON answer.' },
      { title: 'E2, non-blocking', path: '/process-non-blocking', query: 'minMs=1000&maxMs=2000', holds: 'nothing', what: 'The same, but no thread waits.' },
      { title: 'E4, blocking', path: '/syncTest', query: 'ms=1000', holds: 'thread', what: 'One second on the request thread.' },
      { title: 'E4, CompletableFuture', path: '/asyncTest', query: 'ms=1000', holds: 'worker', what: 'supplyAsync on a pool of 500 threads. The throughput is more than twice as high, because 500 threads are more than 200.' },
      { title: 'E5, blocking', path: '/hello-servlet-blocking', query: 'ms=5000', n: 10, holds: 'thread', what: 'Five seconds on the request thread. The server of the post has five threads.' },
      { title: 'E5, asynchronous', path: '/hello-servlet', query: 'ms=5000', n: 10, holds: 'nothing', what: 'The same, but no thread waits.' },
    ],
  },
];

export const holds = {
  thread: { colour: 'held', words: 'holds a request thread' },
  nothing: { colour: 'waiting', words: 'holds no thread' },
  worker: { colour: 'workers', words: 'holds a thread of another pool' },
  virtual: { colour: 'virtual', words: 'holds a virtual thread' },
};
