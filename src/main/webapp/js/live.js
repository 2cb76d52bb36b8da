// Live: what the server says of itself once a second, by one open stream.
import { byId, duration, element, megabytes, number } from './words.js';
import { colour } from './colours.js';
import { plot } from './plots.js';
import { burst } from './burst.js';

const SHOWN_MILLIS = 120_000;
const GAP_MILLIS = 5_000;
const samples = [];

const time = at => new Date(at).toLocaleTimeString('en-GB');
const pool = sample => Object.values(sample.requestThreads)[0];
const known = value => (value >= 0 ? value : null);
const finite = value => (Number.isFinite(value) ? value : null);

/** Lines over time: each {name, colour, of: sample => value}. */
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

/** [time, value] for each; a gap where nobody looked. */
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
    { name: 'waiting for a thread', colour: 'bigger', of: s => known(pool(s)?.queued) },
  ]),
  overTime('rate', ' /s', [{ name: 'answered', colour: 'accent', filled: true, of: s => s.answeredPerSecond },
    { name: 'ended otherwise', colour: 'held', of: s => Math.max(0, s.endedPerSecond - s.answeredPerSecond) }]),
  overTime('held', ' ms', [
    { name: 'wait for a thread, about', colour: 'queued', filled: true, of: s => finite(s.waitMs) },
    { name: '99 %', colour: 'held', dot: 13, symbol: 'diamond', of: s => s.held.p99Ms },
    { name: '95 %', colour: 'bigger', dot: 9, of: s => s.held.p95Ms },
    { name: 'median', colour: 'accent', dot: 5, of: s => s.held.p50Ms },
  ]),
  overTime('heap', ' MB', [{ name: 'heap in use', colour: 'virtual', filled: true, of: s => s.heapUsedBytes / 1048576 }]),
];

/** Little's law: who waits for a thread now is served at the rate of the last seconds. Null where the server tells of no queue. */
function waitForThread(queued, last) {
  if (queued == null) return null;
  if (queued === 0) return 0;
  const rate = last.reduce((sum, it) => sum + it.endedPerSecond, 0) / last.length;
  return rate > 0 ? (1000 * queued) / rate : Infinity;
}

function show(sample) {
  const threads = pool(sample);
  const put = (id, text) => { byId(id).textContent = text; };
  put('busy', threads ? `${number(known(threads.busy))} of ${number(threads.usable)}` : '–');
  put('queued', threads ? number(known(threads.queued)) : '–');
  put('answered', `${number(sample.answeredPerSecond)} /s`);
  const { held } = samples.findLast(it => it.held.count > 0) ?? sample; // of the last second in which anything was answered
  put('p50', duration(held.p50Ms));
  put('p95', `95 %: ${duration(held.p95Ms)} · 99 %: ${duration(held.p99Ms)}`);
  put('wait', sample.waitMs === Infinity ? 'no end in sight' : duration(sample.waitMs));
  put('inFlight', number(sample.ledger.inFlight));
  put('watching', `${sample.watching === 1 ? 'one of them is' : `${number(sample.watching)} of them are`} an open Live page`);
  put('heapUsed', megabytes(sample.heapUsedBytes));
  put('heapMax', `of ${megabytes(sample.heapMaxBytes)} · ${number(sample.jvmThreads)} threads in the JVM`);
  byId('ledger').replaceChildren(...Object.entries(sample.ledger).map(([name, count]) =>
    element('tr', {}, element('th', { scope: 'row' }, WORDS[name] ?? name), element('td', {}, number(count)))));
  const full = Boolean(threads) && threads.busy >= threads.usable;
  say(full);
  document.body.dataset.samples = ++shownSamples; // for whoever tests this page
  document.body.dataset.starved = full;
  for (const it of plots) it.show(samples);
}

const WORDS = {
  started: 'came in', answered: 'answered', timedOut: 'timed out', failed: 'failed', clientGone: 'client gone',
  rejected: 'refused (overload)', drained: 'sent away at a stop', inFlight: 'in flight now', maxInFlight: 'most ever in flight',
};

let starved;
let frame;
let shownSamples = 0;

/** The sentence changes with the state only, so that a screen reader is not told the same thing each second. */
function say(now) {
  if (now === starved) return;
  starved = now;
  byId('state').classList.toggle('starved', now);
  byId('state').textContent = now
    ? 'Starved: every usable request thread is taken. New requests wait for one; this stream goes on, because it needs none.'
    : 'There are free request threads: a new request is served at once.';
}

let stream;

function open() {
  stream = new EventSource('live');
  stream.onmessage = seen;
  stream.onerror = () => {
    starved = undefined;
    byId('state').textContent = 'The stream has ended; trying to open it again. (That needs a request thread for a moment.)';
  };
}

// A browser keeps a page that one leaves, and its stream would stay open.
addEventListener('pagehide', () => stream.close());
addEventListener('pageshow', open);

function seen(event) {
  const sample = JSON.parse(event.data);
  if (sample.atMs <= samples.at(-1)?.atMs) return; // a stream opened again begins with the past
  samples.push(sample);
  sample.waitMs = waitForThread(known(pool(sample)?.queued), samples.slice(-10));
  while (samples.at(-1).atMs - samples[0].atMs > SHOWN_MILLIS) samples.shift();
  frame ??= requestAnimationFrame(() => { // the past comes all at once, and is drawn once
    frame = undefined;
    show(samples.at(-1));
  });
}

for (const button of document.querySelectorAll('button[data-path]')) {
  button.addEventListener('click', async () => {
    byId('error').textContent = '';
    button.disabled = true;
    try {
      await burst(button.dataset.path, 'ms=5000', Number(button.dataset.n), () => {});
    } catch (failed) {
      byId('error').textContent = failed.message;
    } finally {
      button.disabled = false;
    }
  });
}
