// "Measure this workload": the commands of the lab and of JMeter for the Planner's inputs.
import { plans } from './presets.js';

/** [{title, text}]; the text is a command, or says why there is none. */
export function commands(inputs, untouched) {
  const found = [];
  if (untouched) found.push({ title: 'The lab: this experiment, with its server, arms and report', text: `mvn verify -Plab -Dexperiment=${plans[inputs.preset].experiment ?? inputs.preset}` });
  if (inputs.load === 'open') {
    return [...found, { title: 'JMeter', text: '# There is no JMeter command: the plan has a closed workload, in which users wait for each response.\n# An open workload can only be predicted.' }];
  }
  const why = notInTheLab(inputs);
  if (!untouched && why) found.push({ title: 'The lab', text: `# There is no command: ${why}.\n# JMeter by hand can run this workload.` });
  if (!untouched && !why) {
    found.push({ title: `The lab: save this as src/lab/resources/experiments/mine.json${inputs.workers ? ' (without the worker pool)' : ''}`, text: JSON.stringify(experiment(inputs), null, 2) });
    found.push({ title: 'The lab: then run it', text: 'mvn verify -Plab -Dexperiment=mine   # with -Dspeed=10 in a tenth of the time, if every time is divisible by 10' });
  }
  found.push({ title: 'JMeter by hand against this server, asynchronous', text: jmeter(inputs, '/async') });
  found.push({ title: 'JMeter by hand against this server, blocking', text: jmeter(inputs, '/blocking') });
  if (inputs.workers) found.push({ title: 'JMeter by hand against this server, worker pool (eight threads, unless web.xml sets another number)', text: jmeter(inputs, '/worker') });
  return found;
}

/** Why the Planner writes no experiment of such a workload, or null. */
function notInTheLab({ hold, mix, connections, cores, backend, limit, discipline, processingMs }) {
  const ownQueue = !['arrival-order', 'submission-queues'].includes(discipline); // its limit is not in front of the threads
  if (connections || cores || backend || (limit && !ownQueue)) return 'this page writes no experiment with connections, processors, a backend or a concurrency limit';
  if (discipline.startsWith('reserved-threads')) return 'this page writes no experiment with reserved threads';
  if (!/^\d*$/.test(processingMs)) return 'an experiment has whole milliseconds of processing time';
  if (hold === 'mix') return mix.split(',').length > 2 ? 'an experiment has at most two hold times, and this mix has more' : null;
  return hold === 'ms' || hold === 'range' ? null : 'an experiment has one hold time, two hold times or a uniform range';
}

function jmeter(inputs, path) {
  const https = location.protocol === 'https:';
  const context = location.pathname.replace(/\/[^/]*$/, '');
  const processing = Number(inputs.processingMs) ? `&processingMs=${Math.round(inputs.processingMs)}` : ''; // the servlets take whole numbers
  const set = { host: location.hostname, port: location.port || (https ? 443 : 80), ...(https && { protocol: 'https' }), path: context + path, users: inputs.users, ramp: inputs.ramp,
    loops: inputs.loops || (inputs.duration ? -1 : 1), ...(inputs.duration && { duration: inputs.duration }), longPercent: 0, shortQuery: holdQuery(inputs) + processing, shortLabel: 'request',
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

function experiment(inputs) {
  const whole = value => (value === '' ? undefined : Number(value));
  const two = inputs.hold === 'mix' ? inputs.mix.split(',').map(part => part.split(':').map(Number)) : [];
  const label = ms => (ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`);
  const mixed = two.length === 2; // /predict refuses a mix of one share below 100 %
  const range = inputs.hold === 'range';
  const processingMs = Number(inputs.processingMs) || undefined;
  const shortMs = two.length ? two[0][1] : Number(inputs.ms); // a mix may have one share
  return {
    name: 'mine',
    title: 'A workload from the Planner',
    requestThreads: Number(inputs.threads) + ACCEPTING,
    backend: false,
    warmup: { path: '/warm', users: 100, loops: 25 },
    workload: {
      users: whole(inputs.users),
      rampSeconds: whole(inputs.ramp) ?? 0,
      loops: whole(inputs.loops) ?? (inputs.duration ? undefined : 1), // as /predict reads it
      durationSeconds: whole(inputs.duration),
      longPercent: mixed ? two[1][0] : 0,
      shortHold: range ? { label: 'range', minMs: whole(inputs.minMs), maxMs: whole(inputs.maxMs), processingMs } : { label: label(shortMs), ms: shortMs, processingMs },
      longHold: mixed ? { label: label(two[1][1]), ms: two[1][1], processingMs } : undefined,
      thinkMinMs: whole(inputs.thinkMinMs) ?? 0,
      thinkMaxMs: thinkMaxMs(inputs),
      client: inputs.timeoutMs ? { timeoutMs: Number(inputs.timeoutMs) } : undefined,
      seed: 42,
    },
    arms: [
      { name: 'blocking', path: '/blocking', heldBy: 'request-threads', published: {} },
      { name: 'async', path: '/async', heldBy: 'nothing', published: {} },
      ...(inputs.bigger ? [{ name: 'bigger-pool', path: '/blocking', heldBy: 'request-threads', requestThreads: Number(inputs.bigger) + ACCEPTING, published: {} }] : []),
    ],
  };
}
