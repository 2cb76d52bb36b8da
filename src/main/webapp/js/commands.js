// "Run this": the exact commands of the lab and of JMeter for the Planner's inputs.
import { plans } from './presets.js';

/** [{title, text}], or one that says why it cannot be run. */
export function commands(inputs, untouched) {
  const found = [];
  if (untouched) found.push({ title: 'The lab, this very experiment with its server, arms and report', text: `mvn verify -Plab -Dexperiment=${plans[inputs.preset].experiment ?? inputs.preset}` });
  if (inputs.load === 'open') {
    return [...found, { title: 'JMeter', text: '# The plan is a closed one: users who wait for an answer before they ask again.\n# An arrival rate is predicted, not run.' }];
  }
  const why = notInTheLab(inputs);
  if (!untouched && why) found.push({ title: 'The lab', text: `# ${why}: JMeter by hand runs it.` });
  if (!untouched && !why) {
    found.push({ title: 'The lab: save this as src/lab/resources/experiments/mine.json', text: JSON.stringify(experiment(inputs), null, 2) });
    found.push({ title: 'and run', text: 'mvn verify -Plab -Dexperiment=mine   # -Dspeed=10: in a tenth of the time, if every time can be divided by it' });
  }
  found.push({ title: 'JMeter by hand, against this server: asynchronous', text: jmeter(inputs, '/async') });
  found.push({ title: 'and blocking', text: jmeter(inputs, '/blocking') });
  if (inputs.workers) found.push({ title: 'and the pool of workers (eight, unless web.xml says otherwise)', text: jmeter(inputs, '/worker') });
  return found;
}

/** Why there cannot be an experiment with such hold times, or null. */
function notInTheLab({ hold, mix }) {
  if (hold === 'mix') return mix.split(',').length > 2 ? 'An experiment has two hold times at most, this mix more' : null;
  return hold === 'ms' || hold === 'range' ? null : 'An experiment has one hold time, two or a range, none of other shapes, which the server draws';
}

function jmeter(inputs, path) {
  const set = { host: location.hostname, port: location.port || (location.protocol === 'https:' ? 443 : 80), path, users: inputs.users, ramp: inputs.ramp,
    loops: inputs.loops || -1, ...(inputs.duration && { duration: inputs.duration }), longPercent: 0, shortQuery: holdQuery(inputs), shortLabel: 'request',
    ...((Number(inputs.thinkMinMs) || Number(inputs.thinkMaxMs)) && { thinkMinMs: inputs.thinkMinMs || 0, thinkMaxMs: inputs.thinkMaxMs || 0 }),
    ...(inputs.timeoutMs && { responseTimeoutMs: inputs.timeoutMs }) };
  const quoted = value => (/^[\w./:-]*$/.test(value) ? value : `'${value}'`);
  return ['jmeter -n -t jmeter/plan.jmx -l out.jtl', ...Object.entries(set).map(([name, value]) => `-J${name}=${quoted(String(value))}`)].join(' ');
}

const HOLDS = { ms: ['ms'], range: ['minMs', 'maxMs'], mix: ['mix'], lognormal: ['medianMs', 'sigma'], exponential: ['meanMs'], percentiles: ['percentiles'] };

/** The hold time as every URL takes it. */
export const holdQuery = inputs => HOLDS[inputs.hold].map(name => `${name}=${inputs[name]}`).join('&');

function experiment(inputs) {
  const whole = value => (value === '' ? undefined : Number(value));
  const two = inputs.hold === 'mix' ? inputs.mix.split(',').map(part => part.split(':').map(Number)) : [];
  const label = ms => (ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`);
  const mixed = two.length === 2; // of one share, or none, the model itself complains
  const range = inputs.hold === 'range';
  return {
    name: 'mine',
    title: 'A workload from the Planner',
    requestThreads: Number(inputs.threads),
    backend: false,
    warmup: { path: '/warm', users: 100, loops: 25 },
    workload: {
      users: whole(inputs.users),
      rampSeconds: whole(inputs.ramp) ?? 0,
      loops: whole(inputs.loops),
      durationSeconds: whole(inputs.duration),
      longPercent: mixed ? two[1][0] : 0,
      shortHold: range ? { label: 'range', minMs: whole(inputs.minMs), maxMs: whole(inputs.maxMs) } : { label: label(mixed ? two[0][1] : Number(inputs.ms)), ms: mixed ? two[0][1] : whole(inputs.ms) },
      longHold: mixed ? { label: label(two[1][1]), ms: two[1][1] } : undefined,
      thinkMinMs: whole(inputs.thinkMinMs) ?? 0,
      thinkMaxMs: whole(inputs.thinkMaxMs) ?? 0,
      timeoutMs: whole(inputs.timeoutMs),
      seed: 42,
    },
    arms: [
      { name: 'blocking', path: '/blocking', heldBy: 'request-threads', published: {} },
      { name: 'async', path: '/async', heldBy: 'nothing', published: {} },
      ...(inputs.bigger ? [{ name: 'bigger-pool', path: '/blocking', heldBy: 'request-threads', requestThreads: Number(inputs.bigger), published: {} }] : []),
    ],
  };
}
