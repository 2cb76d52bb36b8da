// The five posts' workloads as the Planner's inputs, with the figures they published.
// threads: the usable ones, 98 of a Jetty pool of 100 on two processors. A preset names only the inputs that differ from `blank`.

export const blank = {
  load: 'closed', users: '', ramp: 0, loops: '', duration: '', thinkMinMs: 0, thinkMaxMs: 0, timeoutMs: '',
  arrivalRate: '', arrivals: 'poisson', hold: 'ms', ms: '', minMs: '', maxMs: '', mix: '', medianMs: '', sigma: '', meanMs: '', percentiles: '',
  threads: 100, bigger: '', workers: '', backend: '', processingMs: '', resumeMs: '', connections: '', connectionShare: '', connectionTimeoutMs: '', cores: '', limit: '', discipline: 'arrival-order', reserved: '', preset: '',
  find: 'threads', rate: '', throughput: '', mean: '', p50: '', p99: '', max: '',
};

const e1 = { users: 1000, ramp: 30, loops: 10, threads: 98, bigger: 650 };
const gateway = { ramp: 30, loops: 30, ms: 300, thinkMinMs: 1000, thinkMaxMs: 2000, threads: 198, bigger: 600 };

export const plans = {
  '80-20': { title: 'E1: 80 % 1 s, 20 % 4 s', inputs: { ...e1, hold: 'mix', mix: '80:1000,20:4000' },
    published: { blocking: [58, 13000], async: [173, 1600] } },
  '80-20-one-second': { title: 'E1: always 1 s', inputs: { ...e1, ms: 1000 }, published: { blocking: [95], async: [250, 1000] } },
  '80-20-ten-ms': { title: 'E1: 10 ms', inputs: { ...e1, ms: 10 }, published: { blocking: [331.5, 10], async: [331.3, 10] } },
  c10k: { title: 'E2: C10k, client timeout',
    note: 'One minute per user, not six: the model accepts at most 200,000 requests.',
    inputs: { users: 5000, ramp: 60, duration: 60, hold: 'range', minMs: 1000, maxMs: 2000, thinkMinMs: 1000, thinkMaxMs: 3000, timeoutMs: 10000, threads: 498, bigger: 2200 },
    published: {} },
  overload: { title: 'E2: overload, a bounded queue',
    note: 'A tenth of E2’s users and threads. The line below the table says what clients get in the last minute.',
    inputs: { users: 500, ramp: 30, duration: 150, hold: 'range', minMs: 1000, maxMs: 2000, thinkMinMs: 1000, thinkMaxMs: 3000, timeoutMs: 10000, threads: 50, workers: 50, discipline: 'bounded', limit: 100 },
    published: {} },
  gateway: { title: 'E3: a gateway', inputs: { ...gateway, users: 3000 },
    published: { blocking: [608.1, 2405], async: [873.8, 847] } },
  'gateway-pools': { title: 'E3: a hidden pool of 8', inputs: { ...gateway, users: 100, workers: 8, bigger: '' },
    published: { workerPool: [23.6, 1719] } },
  future: { title: 'E4: CompletableFuture', inputs: { users: 1000, loops: 1, ms: 1000, threads: 200, workers: 500 },
    published: { blocking: [193], workerPool: [443.6] } },
  'five-threads': { title: 'E5: five threads', inputs: { users: 10, loops: 1, ms: 5000, threads: 2, bigger: 5 },
    published: { blocking: [null, 15244], async: [null, 5240] } },
  sizing: { title: 'E5: sizing', experiment: 'sizing-1000',
    note: 'The experiment has 2,000 users who send 1,000 requests per second together.',
    inputs: { load: 'open', arrivalRate: 1000, duration: 60, ms: 200, processingMs: 20, resumeMs: 10, threads: 220, bigger: 260 },
    published: {} },
};

const post = (plan, title, figures) => ({ title, inputs: { ...plans[plan].inputs, preset: plan, ...figures } });

/** Published figures that the Planner can explain. */
export const claims = {
  'e1-blocking': post('80-20', 'E1 blocking: 58/s, 13 s', { throughput: 58, mean: 13000 }),
  'e1-async': post('80-20', 'E1 async: 173/s, 1.6 s', { throughput: 173, mean: 1600 }),
  'e1-ten-ms': post('80-20-ten-ms', 'E1, 10 ms: “the roles swapped”', { throughput: 331.5, mean: 10 }),
  'e3-blocking': post('gateway', 'E3 blocking: 608/s', { throughput: 608.1, mean: 2405, p50: 3010, p99: 3159, max: 3263 }),
  'e3-callable': post('gateway-pools', 'E3 Callable: 23.6/s', { throughput: 23.6, mean: 1719, p50: 2152, p99: 2433, max: 2519 }),
  'e3-deferred': post('gateway-pools', 'E3 DeferredResult: 9.6/s', { discipline: 'submission-queues', throughput: 9.6, mean: 7515, p50: 6677, p99: 23963, max: 26483 }),
  'e3-pause': post('gateway-pools', 'E3: which think time?', { find: 'think', throughput: 23.6, mean: 1719 }),
  'e4-blocking': post('future', 'E4 blocking: 193/s', { throughput: 193 }),
  'e4-future': post('future', 'E4 future: 443.6/s', { throughput: 443.6 }),
};
