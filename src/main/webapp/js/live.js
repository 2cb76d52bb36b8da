// Live: the server's own figures once a second, over one open stream.
import { byId, duration, element, getJson, megabytes, number, running } from './words.js';
import { colour } from './colours.js';
import { plot } from './plots.js';
import { burst } from './burst.js';
import { Lanes, lanesPlot } from './lanes.js';

const SHOWN_MILLIS = 120_000;
const GAP_MILLIS = 5_000;
const REOPEN_MILLIS = 2_000;
const samples = [];

const time = at => new Date(at).toLocaleTimeString('en-GB');
const pool = sample => Object.values(sample.requestThreads)[0];
const known = value => (value >= 0 ? value : null);
const finite = value => (Number.isFinite(value) ? value : null);

/** A plot of lines over time; each line is {name, colour, of: sample => value}. */
function overTime(place, unit, lines) {
  return plot(byId(place), shown => ({
    grid: { left: 8, right: 12, top: 36, bottom: 4, containLabel: true },
    tooltip: { valueFormatter: value => (value == null ? '–' : `${number(value)}${unit}`) },
    xAxis: { type: 'time', max: shown.at(-1).atMs, axisLabel: { formatter: time } },
    yAxis: { type: 'value', min: 0, minInterval: 1, splitNumber: 4, axisLabel: { formatter: value => number(value) } },
    series: lines.map(line => ({
      name: line.name,
      type: 'line',
      symbol: line.symbol ?? 'circle',
      symbolSize: line.dot ?? 3,
      lineStyle: { width: line.dot ? 0 : 2, type: line.dashed ? 'dashed' : 'solid' },
      areaStyle: line.filled ? { opacity: 0.18 } : undefined,
      color: colour(line.colour),
      data: points(shown, line.of),
    })),
  }));
}

/** [time, value] for each sample, with a gap where the page was not open. */
function points(shown, of) {
  return shown.flatMap((sample, i) => {
    const gap = i > 0 && sample.atMs - shown[i - 1].atMs > GAP_MILLIS;
    const point = [sample.atMs, of(sample) ?? null];
    return gap ? [[sample.atMs - 1, null], point] : [point];
  });
}

const plots = [
  overTime('threads', '', [
    { name: 'busy', colour: 'held', filled: true, of: s => known(pool(s)?.busy) },
    { name: 'usable', colour: 'muted', dashed: true, of: s => pool(s)?.usable },
    { name: 'queued for a thread', colour: 'bigger', of: s => known(pool(s)?.queued) },
  ]),
  overTime('rate', ' req/s', [{ name: 'answered', colour: 'accent', filled: true, of: s => s.answeredPerSecond },
    { name: 'ended otherwise', colour: 'held', of: s => Math.max(0, s.endedPerSecond - s.answeredPerSecond) }]),
  overTime('held', ' ms', [
    { name: 'estimated queueing time', colour: 'queued', filled: true, of: s => finite(s.waitMs) },
    { name: 'p99', colour: 'held', dot: 13, symbol: 'diamond', of: s => s.held.p99Ms },
    { name: 'p95', colour: 'bigger', dot: 9, of: s => s.held.p95Ms },
    { name: 'p50', colour: 'accent', dot: 5, of: s => s.held.p50Ms },
  ]),
  overTime('goodput', ' req/s', [
    { name: 'in time', colour: 'accent', filled: true, of: s => s.queues.inTime },
    { name: 'late (waste)', colour: 'held', filled: true, of: s => s.queues.late },
    { name: 'shed', colour: 'queued', filled: true, of: s => s.queues.shed },
  ]),
  overTime('line', '', [{ name: 'waiting', colour: 'queued', filled: true, of: s => s.queues.waiting }]),
  overTime('heap', ' MB', [{ name: 'heap in use', colour: 'virtual', filled: true, of: s => s.heapUsedBytes / 1048576 }]),
];

const lanes = new Lanes();
let showLanes; // made when its place is first visible: a hidden one has no width

/** The lanes if the server samples its threads, else the reason why not. */
function showThreads(sample) {
  const most = Math.max(...Object.values(sample.requestThreads).map(({ max }) => max));
  byId('noLanes').textContent = sample.virtualThreads
    ? 'Requests run on virtual threads. The server has no figure of them. Its pool has the threads that accept connections.'
    : !pool(sample) ? 'The server reports no pool, so its threads are not sampled.'
    : most > sample.threadsAtMost
      ? `The pool has ${number(most)} threads. Threads are sampled only if the pool has at most ${sample.threadsAtMost}, because each sample stops them all for a moment.`
      : 'The first samples come in a second.';
  byId('noLanes').hidden = lanes.threads.size > 0;
  byId('lanesFigure').hidden = lanes.threads.size === 0;
  if (!lanes.threads.size) return;
  showLanes ??= lanesPlot(byId('lanesPlot'));
  showLanes(lanes);
  byId('lanesNow').textContent = lanes.now();
}

/** The figures of all queues together, as rates since the sample before; null in the first. */
function ratesOf(queues, before, seconds) {
  const sum = (all, of) => Object.values(all).reduce((total, queue) => total + of(queue), 0);
  const rate = of => (before ? Math.max(0, (sum(queues, of) - sum(before, of)) / seconds) : null);
  return {
    all: queues,
    waiting: sum(queues, it => it.waiting),
    oldestMs: Math.max(0, ...Object.values(queues).map(it => it.oldestMillis)),
    inTime: rate(it => it.served - it.late),
    late: rate(it => it.late),
    shed: rate(it => it.refused + it.dropped),
  };
}

/** Little's law: queued requests ÷ the throughput of the last seconds. Null if the server does not report its queue. */
function waitForThread(queued, last) {
  if (queued == null) return null;
  if (queued === 0) return 0;
  const rate = last.reduce((sum, it) => sum + it.endedPerSecond, 0) / last.length;
  return rate > 0 ? (1000 * queued) / rate : Infinity;
}

function show(sample) {
  const threads = pool(sample);
  const put = (id, text) => { byId(id).textContent = text; };
  put('busy', sample.virtualThreads ? 'virtual' : threads ? `${number(known(threads.busy))} of ${number(threads.usable)}` : '–');
  put('queued', threads && !sample.virtualThreads ? number(known(threads.queued)) : '–');
  put('answered', `${number(sample.answeredPerSecond)} req/s`);
  const { held } = samples.findLast(it => it.held.count > 0) ?? sample; // of the last second with an answer
  put('p50', duration(held.p50Ms));
  put('p95', `p95: ${duration(held.p95Ms)} · p99: ${duration(held.p99Ms)}`);
  put('wait', sample.waitMs === Infinity ? 'no throughput' : duration(sample.waitMs));
  put('inFlight', number(sample.ledger.inFlight));
  put('watching', `including ${number(sample.watching)} open Live ${sample.watching === 1 ? 'page' : 'pages'}`);
  put('heapUsed', megabytes(sample.heapUsedBytes));
  put('heapMax', `of ${megabytes(sample.heapMaxBytes)} · ${number(sample.jvmThreads)} threads in the JVM`);
  const sum = of => number(Object.values(sample.queues.all).reduce((total, queue) => total + of(queue), 0));
  if (Object.values(sample.queues.all).some(queue => queue.arrived > 0)) {
    put('queuesNow', `Since the start: ${sum(it => it.served - it.late)} served in time, ${sum(it => it.late)} late, `
      + `${sum(it => it.refused)} refused, ${sum(it => it.dropped)} dropped, ${sum(it => it.gaveUp)} given up. Now ${number(sample.queues.waiting)} wait, the oldest for ${duration(sample.queues.oldestMs)}.`);
  }
  byId('ledger').replaceChildren(...Object.entries(sample.ledger).map(([name, count]) =>
    element('tr', {}, element('th', { scope: 'row' }, words(name)), element('td', {}, number(count)))));
  const full = Boolean(threads) && threads.busy >= threads.usable;
  say(sample.virtualThreads ? 'virtual' : !threads ? 'unknown' : full ? 'starved' : 'free');
  document.body.dataset.samples = ++shownSamples; // for tests
  document.body.dataset.starved = full;
  for (const it of plots) it.show(samples);
  showThreads(sample);
}

/** timedOut is "timed out". */
const words = name => name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);

const STATES = {
  virtual: 'Each request has a virtual thread of its own. None waits for a thread.',
  unknown: 'The server reports no pool, so it is not known whether a request thread is free.',
  starved: 'Starved: all usable request threads are busy. New requests are queued. This stream continues, because it needs no request thread.',
  free: 'There are free request threads. A new request is served immediately.',
  ended: 'The stream has ended. The page tries to open it again, which needs a request thread for a moment.',
};
let said; // one of the states
let frame;
let shownSamples = 0;

/** Changes the sentence only when the state changes, so that a screen reader does not repeat it every second. */
function say(now) {
  if (now === said) return;
  said = now;
  byId('state').classList.toggle('starved', now === 'starved');
  byId('state').textContent = STATES[now];
}

let stream;
let reopening;

function open() {
  close();
  stream = new EventSource('live');
  stream.onmessage = seen;
  stream.onerror = () => {
    say('ended');
    if (stream.readyState === EventSource.CLOSED) reopening = setTimeout(open, REOPEN_MILLIS); // refused: the browser itself does not try again
  };
}

function close() {
  clearTimeout(reopening);
  stream?.close();
}

// A browser may keep a page in memory after the user has left it, and its stream would stay open.
addEventListener('pagehide', close);
addEventListener('pageshow', open);

function seen(event) {
  const sample = JSON.parse(event.data);
  if (sample.atMs <= samples.at(-1)?.atMs) return; // a reopened stream starts with earlier samples
  samples.push(sample);
  const before = samples.at(-2);
  sample.queues = ratesOf(sample.queues, before?.queues.all, (sample.atMs - before?.atMs) / 1000);
  lanes.add(sample.threads);
  sample.waitMs = sample.virtualThreads ? null : waitForThread(known(pool(sample)?.queued), samples.slice(-10));
  while (samples.at(-1).atMs - samples[0].atMs > SHOWN_MILLIS) samples.shift();
  frame ??= requestAnimationFrame(() => { // earlier samples arrive together and are drawn once
    frame = undefined;
    show(samples.at(-1));
  });
}

/** Sends a burst when the button is pressed. */
function sends(button, path, query, n) {
  button.addEventListener('click', () => running(button, byId('error'), () => burst(path(), query, n, () => {})));
}

for (const button of document.querySelectorAll('button[data-path]')) {
  sends(button, () => button.dataset.path, 'ms=5000', Number(button.dataset.n));
}

const chosen = byId('discipline');
sends(byId('flood'), () => `/queued/${chosen.value}`, 'ms=500&clientTimeoutMs=2000', 500);
getJson('disciplines').then(
  all => chosen.append(...all.map(({ name }) => element('option', { value: name }, name))),
  failed => { byId('error').textContent = failed.message; });
