// "Measure this workload": the commands of the lab and of JMeter for the Planner's inputs.
import { plans } from './presets.js';

/** [{title, text}]; the text is a command, or says why there is none. queue: the discipline of the application’s own queue, or undefined. */
export function commands(inputs, untouched, queue) {
  const found = untouched
    ? [{ title: 'The lab: this experiment, with its server, arms and report', text: `mvn verify -Plab -Dexperiment=${plans[inputs.preset].experiment ?? inputs.preset}` }]
    : inTheLab(inputs, queue);
  if (inputs.load === 'open') {
    return [...found, { title: 'JMeter', text: '# There is no JMeter command: the plan has a closed workload, in which users wait for each response.' }];
  }
  found.push({ title: 'JMeter by hand against this server, asynchronous', text: jmeter(inputs, '/async') });
  found.push({ title: 'JMeter by hand against this server, blocking', text: jmeter(inputs, '/blocking') });
  if (inputs.workers && !noSuchPool(inputs, queue)) {
    const { threads, discipline, limit, clientTimeoutMs } = pool(inputs, queue);
    const settings = `-Dasynclab.queue-servers=${threads}${limit === undefined ? '' : ` -Dasynclab.queue-limit=${limit}`}`;
    found.push({ title: `JMeter by hand against this server, worker pool (start the server with ${settings})`,
      text: jmeter(inputs, `/queued/${discipline}`, clientTimeoutMs ? `&clientTimeoutMs=${clientTimeoutMs}` : '') });
  }
  return found;
}

function inTheLab(inputs, queue) {
  const why = notInTheLab(inputs, queue);
  if (why) return [{ title: 'The lab', text: `# There is no command: ${why}.${inputs.load === 'open' ? '' : '\n# JMeter by hand can run this workload.'}` }];
  const plan = experiment(inputs, queue);
  const faster = plan.workload.shortHold.distribution ? '' : '   # with -Dspeed=10 in a tenth of the time, if every time is divisible by 10';
  return [{ title: 'The lab: save this as src/lab/resources/experiments/mine.json', text: JSON.stringify(plan, null, 2) },
    { title: 'The lab: then run it', text: `mvn verify -Plab -Dexperiment=mine${faster}` }];
}

/** Why the Planner writes no experiment of such a workload, or null. */
function notInTheLab(inputs, queue) {
  const { connections, cores, backend, limit, discipline, processingMs, workers } = inputs;
  if (connections || cores || backend || (limit && !queue)) return 'this page writes no experiment with connections, processors, a backend or a concurrency limit';
  if (discipline.startsWith('reserved-threads')) return 'this page writes no experiment with reserved threads';
  if (!/^\d*$/.test(processingMs)) return 'an experiment has whole milliseconds of processing time';
  return workers ? noSuchPool(inputs, queue) : null;
}

const MOST_WORKERS = 10_000; // of queue-servers

/** Why there is no command for this worker pool, or null. */
function noSuchPool({ discipline, workers, ...settings }, queue) {
  if (discipline === 'submission-queues') return 'this page writes no experiment with a ForkJoinPool';
  if (Number(workers) > MOST_WORKERS) return 'an experiment has at most 10,000 workers';
  const other = queue?.parameters.find(({ name, absent }) => !['limit', 'deadlineMs'].includes(name) && settings[name] && Number(settings[name]) !== absent);
  return other ? `an experiment does not set the ${other.title}` : null;
}

/** The workers of an arm. The discipline fifo is a pool that serves in order of arrival. */
function pool({ workers, limit, deadlineMs, timeoutMs }, queue) {
  const setting = name => queue?.parameters.find(it => it.name === name);
  return { threads: Number(workers), discipline: queue?.name ?? 'fifo',
    limit: setting('limit') && Number(limit || setting('limit').absent),
    clientTimeoutMs: setting('deadlineMs') && Number(deadlineMs || timeoutMs) };
}

function jmeter(inputs, path, ofPool = '') {
  const https = location.protocol === 'https:';
  const context = location.pathname.replace(/\/[^/]*$/, '');
  const processing = Number(inputs.processingMs) ? `&processingMs=${Math.round(inputs.processingMs)}` : ''; // the servlets take whole numbers
  const set = { host: location.hostname, port: location.port || (https ? 443 : 80), ...(https && { protocol: 'https' }), path: context + path, users: inputs.users, ramp: inputs.ramp || 0,
    loops: inputs.loops || (inputs.duration ? -1 : 1), ...(inputs.duration && { duration: inputs.duration }), longPercent: 0, shortQuery: holdQuery(inputs) + processing + ofPool, shortLabel: 'request',
    ...(thinkMaxMs(inputs) && { thinkMinMs: inputs.thinkMinMs || 0, thinkMaxMs: thinkMaxMs(inputs) }),
    ...(inputs.timeoutMs && { responseTimeoutMs: inputs.timeoutMs }) };
  const quoted = value => (/^[\w./:-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`);
  return ['jmeter -n -t jmeter/plan.jmx -l out.jtl', ...Object.entries(set).map(([name, value]) => `-J${name}=${quoted(String(value))}`)].join(' ');
}

/** Of Jetty's threads these accept connections, on two processors. So a pool has this many more than its usable threads. */
const ACCEPTING = 2;

/** The server takes a maximum below the minimum as the minimum, and JMeter refuses it. */
const thinkMaxMs = inputs => Math.max(inputs.thinkMinMs, inputs.thinkMaxMs);

const HOLDS = { ms: ['ms'], range: ['minMs', 'maxMs'], mix: ['mix'], lognormal: ['medianMs', 'sigma'], exponential: ['meanMs'], percentiles: ['percentiles'] };

/** The hold time as query parameters, the same for every URL. */
export const holdQuery = inputs => HOLDS[inputs.hold].map(name => `${name}=${inputs[name]}`).join('&');

const whole = value => (value === '' ? undefined : Number(value));

function experiment(inputs, queue) {
  return {
    name: 'mine',
    title: 'A workload from the Planner',
    requestThreads: Number(inputs.threads) + ACCEPTING,
    backend: false,
    warmup: { path: '/warm', users: 100, loops: 25 },
    workload: {
      ...(inputs.load === 'open' ? arrivals(inputs) : users(inputs)),
      ...holds(inputs),
      client: inputs.timeoutMs ? { timeoutMs: Number(inputs.timeoutMs) } : undefined,
      seed: 42,
    },
    arms: [
      { name: 'blocking', path: '/blocking', heldBy: 'request-threads', published: {} },
      { name: 'async', path: '/async', heldBy: 'nothing', published: {} },
      ...(inputs.bigger ? [{ name: 'bigger-pool', path: '/blocking', heldBy: 'request-threads', requestThreads: Number(inputs.bigger) + ACCEPTING, published: {} }] : []),
      ...(inputs.workers ? [{ name: 'worker-pool', path: `/queued/${pool(inputs, queue).discipline}`, heldBy: 'workers', workers: pool(inputs, queue), published: {} }] : []),
    ],
  };
}

const arrivals = inputs => ({ arrivals: { process: inputs.arrivals, steps: [{ perSecond: Number(inputs.arrivalRate), seconds: Number(inputs.duration) }] } });

const users = inputs => ({
  users: whole(inputs.users),
  rampSeconds: whole(inputs.ramp) ?? 0,
  loops: whole(inputs.loops) ?? (inputs.duration ? undefined : 1), // as /predict reads it
  durationSeconds: whole(inputs.duration),
  thinkMinMs: whole(inputs.thinkMinMs) ?? 0,
  thinkMaxMs: thinkMaxMs(inputs),
});

/** One or two fixed hold times have labels of their own in JMeter's samples. The server draws any other hold time. */
function holds(inputs) {
  const processingMs = Number(inputs.processingMs) || undefined;
  const fixed = ms => ({ label: ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`, ms, processingMs });
  if (inputs.hold === 'ms') return { longPercent: 0, shortHold: fixed(Number(inputs.ms)) };
  if (inputs.hold === 'range') return { longPercent: 0, shortHold: { label: 'range', minMs: whole(inputs.minMs), maxMs: whole(inputs.maxMs), processingMs } };
  const shares = inputs.hold === 'mix' ? inputs.mix.split(',').map(part => part.split(':').map(Number)) : [];
  if (shares.length !== 2) return { longPercent: 0, shortHold: { label: inputs.hold, distribution: holdQuery(inputs), processingMs } };
  const [[, shortMs], [longPercent, longMs]] = shares;
  return { longPercent, shortHold: fixed(shortMs), longHold: fixed(longMs) };
}
