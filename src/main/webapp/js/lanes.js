// What each thread of the server did: a lane a thread. Height and dashes of a bar tell the states apart without colour.
import { colour } from './colours.js';
import { plot } from './plots.js';

const SHOWN_MILLIS = 60_000;
const GAP_MILLIS = 2_000;
const LANE = 24;
const LOOKS = {
  SERVING: { name: 'serving a request', colour: 'held', height: 0.8 },
  IDLE: { name: 'idle in the pool', colour: 'muted', height: 0.1 },
  RESERVED: { name: 'reserved for a new request', colour: 'accent', height: 0.2, dashes: [8, 4] },
  SELECTOR: { name: 'selector', colour: 'waiting', height: 0.3, dashes: [3, 3] },
  ACCEPTOR: { name: 'acceptor', colour: 'virtual', height: 0.3, dashes: [1, 5] },
  WORKING: { name: 'other work', colour: 'bigger', height: 0.5 },
  SCHEDULER_WAITING: { name: 'scheduler waiting for a timer', colour: 'muted', height: 0.1, dashes: [2, 4] },
  SCHEDULER_RUNNING: { name: 'scheduler running a task', colour: 'accent', height: 0.8 },
};

/** Merges the samples of the server's events into bars, thread by thread. */
export class Lanes {
  threads = new Map(); // by id: {name, bars}, where a bar is {state, number, path, from, to} in epoch milliseconds
  alive = new Set();
  lastMs = 0;

  /** An event's samples. The first has every thread, each later one only the threads that changed. */
  add(samples) {
    samples.forEach(({ atMs, rows }, i) => {
      const seen = rows.map(parsed);
      if (i === 0) this.alive = new Set(seen.map(({ id }) => id));
      if (atMs - this.lastMs < GAP_MILLIS) this.alive.forEach(id => this.extend(id, atMs));
      seen.forEach(row => this.change(row, atMs));
      this.lastMs = atMs;
    });
    for (const [id, { bars }] of this.threads) {
      while (bars.length && bars[0].to < this.lastMs - SHOWN_MILLIS) bars.shift();
      if (!bars.length) this.threads.delete(id);
    }
  }

  /** The thread has been in its state until now. */
  extend(id, atMs) {
    const last = this.threads.get(id)?.bars.at(-1);
    if (last?.to === this.lastMs) last.to = atMs;
  }

  change({ id, state, number, path, name }, atMs) {
    this.alive.add(id);
    if (!this.threads.has(id)) this.threads.set(id, { name, bars: [] });
    const { bars } = this.threads.get(id);
    const last = bars.at(-1);
    if (last?.to !== atMs || last.state !== state || last.number !== number) bars.push({ state, number, path, from: atMs, to: atMs });
  }

  /** By id, with the scheduler threads last. */
  inOrder() {
    const isScheduler = thread => thread.bars[0].state.startsWith('SCHEDULER');
    return [...this.threads].sort((a, b) => isScheduler(a[1]) - isScheduler(b[1]) || a[0] - b[0])
      .map(([, { name, bars }]) => ({ name: shortName(name), bars }));
  }

  /** What the threads do now, as a sentence: "Now: 3 serving a request, 2 idle in the pool." */
  now() {
    const last = this.inOrder().map(({ bars }) => bars.at(-1)).filter(bar => bar.to === this.lastMs);
    const counted = Object.entries(LOOKS).map(([state, { name }]) => [name, last.filter(bar => bar.state === state).length]);
    return `Now: ${counted.filter(([, n]) => n > 0).map(([name, n]) => `${n} ${name}`).join(', ')}.`;
  }
}

const shortName = name => name.replace(/^qtp\d+-/, 'qtp-').replace(/^http-nio-.*-([A-Z]\w*)$/, '$1').replace(/^asynclab-scheduler-/, 'scheduler');

function parsed(row) {
  const [id, state, number, path, ...name] = row.split(' ');
  return { id: Number(id), state, number, path, name: name.join(' ') };
}

/** The plot of lanes in an element. show(lanes) draws {@link Lanes}. */
export function lanesPlot(place) {
  const names = Object.values(LOOKS).map(({ name }) => name);
  const legendHeight = () => 25 * lines(names, place.clientWidth) + 12;
  const drawn = plot(place, ({ threads, lastMs }) => ({
    grid: { left: 8, right: 16, top: legendHeight(), bottom: 4, containLabel: true },
    legend: { type: 'plain', data: names.map(name => ({ name, icon: 'inherit' })), itemWidth: 26, itemHeight: 14, itemStyle: { opacity: 0 }, lineStyle: { width: 'inherit' } },
    tooltip: { axisPointer: { axis: 'x' }, formatter: items => atMoment(threads, lastMs + items[0].axisValue * 1000) },
    xAxis: { type: 'value', min: -SHOWN_MILLIS / 1000, max: 0, axisLabel: { formatter: value => `${value} s` }, axisLine: { onZero: false }, axisPointer: { snap: false }, splitLine: { show: true } },
    yAxis: {
      type: 'value', inverse: true, min: -1, max: threads.length, interval: 1, axisLine: { show: false, onZero: false }, splitLine: { show: false },
      axisLabel: { formatter: lane => threads[lane]?.name ?? '', hideOverlap: false },
    },
    series: [...Object.entries(LOOKS).map(([state, look]) => series(state, look, threads, lastMs)), borders(threads, lastMs)],
  }));
  return lanes => {
    const threads = lanes.inOrder();
    place.style.height = `${(threads.length + 1) * LANE + legendHeight() + 26}px`;
    drawn.show({ threads, lastMs: lanes.lastMs });
  };
}

/** The lines that the legend takes, by about the width of its words. */
function lines(names, width) {
  let used = 0;
  return names.reduce((count, name) => {
    const item = name.length * 6.8 + 42;
    const fits = used + item <= width - 10;
    used = fits ? used + item : item;
    return fits ? count : count + 1;
  }, 1);
}

/** The borders between two requests of a thread, which a curve would not show. */
function borders(threads, lastMs) {
  return {
    name: '',
    type: 'scatter',
    silent: true,
    emphasis: { disabled: true },
    symbol: 'rect',
    symbolSize: [2, LOOKS.SERVING.height * LANE],
    color: colour('panel'),
    z: 4,
    data: threads.flatMap(({ bars }, lane) => bars
      .filter((bar, i) => bar.state === 'SERVING' && bars[i - 1]?.state === 'SERVING' && bars[i - 1].to === bar.from)
      .map(bar => [ago(bar.from, lastMs), lane])),
  };
}

/** Seconds before the last sample, as a negative number. */
const ago = (at, lastMs) => Math.max(-SHOWN_MILLIS, at - lastMs) / 1000;

function series(state, look, threads, lastMs) {
  return {
    name: look.name,
    type: 'line',
    silent: true,
    emphasis: { disabled: true },
    symbol: 'none',
    zlevel: 0, // ECharts 5.3.1 warns without it when a point is highlighted
    color: colour(look.colour),
    lineStyle: { width: Math.max(2, look.height * LANE), type: look.dashes ?? 'solid', cap: 'butt' },
    data: threads.flatMap(({ bars }, lane) => bars.filter(bar => bar.state === state)
      .flatMap(bar => [[ago(bar.from, lastMs), lane], [ago(bar.to, lastMs), lane], [ago(bar.to, lastMs), null]])),
  };
}

/** What each thread did at a moment, a line a thread. */
function atMoment(threads, atMs) {
  return threads.flatMap(({ name, bars }) => {
    const bar = bars.find(it => it.from <= atMs && atMs <= it.to);
    return bar ? [`${name}: ${LOOKS[bar.state].name}${bar.path === '-' ? '' : ` ${bar.number}, ${bar.path}`}`] : [];
  }).join('\n');
}
