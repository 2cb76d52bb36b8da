// What /predict says, as a table and plots.
import { colour } from './colours.js';
import { frontier, map } from './map.js';
import { plot } from './plots.js';
import { byId, duration, element, number } from './words.js';

const WAYS = {
  blocking: { name: ({ threads }) => `blocking, ${number(threads)} threads`, colour: 'blocking' },
  bigger: { name: ({ bigger }) => `blocking, ${number(bigger)} threads`, colour: 'bigger' },
  workerPool: { name: ({ workers }) => `${number(workers)} workers`, colour: 'workers' },
  async: { name: () => 'asynchronous', colour: 'async' },
  virtual: { name: () => 'virtual threads', colour: 'virtual' },
};
const LIMITS = { arrivals: 'its arrivals', users: 'its users', threads: 'request threads', workers: 'workers', backend: 'the backend' };

/** Shows the figures of each way: inputs as typed, the page of /predict, ways by name, published figures by way. */
export function predicted(inputs, page, ways, published) {
  const it = { ...page, bigger: Number(inputs.bigger) };
  const shown = Object.keys(WAYS).filter(way => ways[way]).map(way => ({
    way, name: WAYS[way].name(it), colour: WAYS[way].colour, figures: ways[way], published: published[way] ?? [],
  }));
  byId('result').hidden = false;
  byId('verdict').textContent = page.verdict;
  byId('figures').replaceChildren(...shown.map(row));
  throughput.show(shown);
  latency.show(shown);
  taken.show(shown);
  queue.show(shown);
  const place = {
    open: inputs.load === 'open',
    threads: page.threads,
    thinkMs: page.workload.meanThinkMs ?? 0,
    holdMs: Math.max(0.1, page.workload.meanHoldMs + page.processingMs),
    many: Number(inputs.load === 'open' ? inputs.arrivalRate : inputs.users),
  };
  theMap.show(place);
  byId('place').textContent = where(place, page);
  byId('sizing').textContent = sizing(page.sizing);
}

function row({ way, name, colour: of, figures, published: [rate, mean] }) {
  const cell = (text, className) => element('td', { class: className }, text);
  const claim = [rate == null ? null : `${number(rate)}/s`, mean == null ? null : duration(mean)].filter(Boolean).join(', ');
  return element('tr', { id: `way-${way}` },
    element('th', { scope: 'row' }, element('span', { class: `key ${of}`, 'aria-hidden': 'true' }), name),
    cell(number(figures.goodput ?? figures.throughput)),
    cell(number(figures.meanMs)), cell(number(figures.p50Ms)), cell(number(figures.p99Ms)),
    cell(figures.failed ? `${number(figures.failed)} of ${number(figures.requests)}` : 'none'),
    cell(number(figures.maxInFlight)),
    cell(LIMITS[figures.limitedBy] ?? figures.limitedBy, 'words'),
    cell(claim || '–'));
}

const names = shown => shown.map(it => it.name);

const throughput = plot(byId('throughput'), shown => ({
  legend: { data: ['published'] },
  tooltip: { trigger: 'item', formatter: ({ name, value }) => `${name}\n${number(Array.isArray(value) ? value[0] : value)} requests/s` },
  xAxis: { type: 'value', min: 0, splitNumber: 4, splitLine: { show: true }, axisLabel: { formatter: value => number(value) } },
  yAxis: { type: 'category', inverse: true, data: names(shown), splitLine: { show: false } },
  grid: { left: 8, right: 64, top: 36, bottom: 8, containLabel: true },
  series: [
    { name: 'predicted', type: 'bar', barMaxWidth: 26, data: shown.map(it => ({ value: it.figures.goodput, itemStyle: { color: colour(it.colour) } })) },
    ...shown.map((it, i) => ({ type: 'line', silent: true, symbol: 'none', lineStyle: { color: colour('ink'), width: 2 }, color: colour('ink'),
      data: it.figures.failed ? [] : [[it.figures.throughputLow, i], [it.figures.throughputHigh, i]] })),
    { type: 'scatter', silent: true, symbolSize: 0.01, label: { show: true, position: 'right', color: colour('ink'), formatter: ({ data }) => number(data.value[2]) },
      data: shown.map((it, i) => ({ value: [Math.max(it.figures.goodput, it.figures.failed ? 0 : it.figures.throughputHigh), i, it.figures.goodput] })) },
    { name: 'published', type: 'scatter', symbol: 'diamond', symbolSize: 14, z: 5, itemStyle: { color: colour('panel'), borderColor: colour('ink'), borderWidth: 2 },
      data: shown.flatMap((it, i) => (it.published[0] == null ? [] : [[it.published[0], i]])) },
  ],
}));

const latency = plot(byId('latency'), shown => {
  const kinds = { mean: 'meanMs', median: 'p50Ms', '99 %': 'p99Ms', slowest: 'maxMs' };
  const values = shown.flatMap(it => Object.values(kinds).map(kind => it.figures[kind]));
  const log = Math.min(...values) > 0 && Math.max(...values) > 20 * Math.min(...values);
  return {
    xAxis: { type: 'category', data: names(shown), axisLabel: { interval: 0, hideOverlap: false, lineHeight: 15, formatter: name => name.replace(', ', ',\n').replace('virtual ', 'virtual\n').replace('asynchronous', 'async') } },
    yAxis: { type: log ? 'log' : 'value', min: log ? 10 ** Math.floor(Math.log10(Math.min(...values)) - 0.3) : 0, axisLabel: { formatter: duration } },
    tooltip: { axisPointer: { type: 'shadow' }, valueFormatter: duration },
    series: Object.entries(kinds).map(([name, kind], i) => ({ name, type: 'bar', barMaxWidth: 18, color: colour(['accent', 'waiting', 'bigger', 'held'][i]),
      data: shown.map(it => it.figures[kind]) })),
  };
});

/** Means over equal intervals, each drawn at its middle, by way. */
function overTime(id, chosen, of) {
  return plot(byId(id), shown => ({
    xAxis: { type: 'value', min: 0, axisLabel: { formatter: seconds => `${number(seconds)} s` }, axisPointer: { label: { formatter: ({ value }) => `${number(value)} s` } } },
    yAxis: { type: 'value', min: 0, splitNumber: 4, axisLabel: { formatter: value => number(value) } },
    tooltip: { valueFormatter: number },
    series: shown.filter(chosen).map(it => ({
      name: it.name, type: 'line', symbol: 'none', color: colour(it.colour), lineStyle: { width: 2 }, areaStyle: { opacity: 0.1 },
      data: of(it).map((value, i) => [((i + 0.5) * it.figures.occupancy.everyMs) / 1000, value]),
    })),
  }));
}

const taken = overTime('taken', it => it.way !== 'virtual' && it.way !== 'workerPool', it => it.figures.occupancy.threads);
const queue = overTime('queue', it => it.way !== 'virtual', it => it.figures.occupancy.queued);
const theMap = plot(byId('map'), map);

function where(place, page) {
  const from = frontier(place);
  const what = place.open ? 'requests a second' : 'users';
  const times = place.many / from;
  const formula = place.open
    ? `The frontier is at T ÷ S = ${number(from)} requests a second`
    : `N* = ${number(place.threads)} · (1 + ${duration(place.thinkMs)} ÷ ${duration(place.holdMs)}) = ${number(Math.round(from))} users`;
  const here = times > 1
    ? `${number(place.many)} ${what} are ${number(times)} times as many: that is how much more throughput there is to win.`
    : `${number(place.many)} ${what} are no more than that: each finds a thread, on average, and there is little to win.`;
  const but = times > 1 && page.async.limitedBy === 'arrivals' && !place.open
    ? ' But this run is limited by its own arrivals: it is over before that many users are at work at the same time.'
    : '';
  const behind = page.backend ? ` What is behind the server takes ${number(page.backend)} at once, whoever waits for it; the map knows nothing of that.` : '';
  return `${formula}. ${here}${but}${behind}`;
}

function sizing(it) {
  const megabytes = value => `${number(value)} MB`;
  return `${number(it.requestsPerSecond)} requests a second of ${it.processingMs ? `${duration(it.processingMs)} of processing and ` : ''}${duration(it.waitingMs)} of waiting keep `
    + `${number(it.blockingThreads)} threads busy when they block (${megabytes(it.blockingStackMegabytes)} of stacks at ${it.stackMegabytesPerThread} MB each), `
    + `and ${number(it.asyncThreads)} asynchronously (${megabytes(it.asyncStackMegabytes)}), each taken for ${duration(it.resumeMs)} more to go on: `
    + `${number(Math.abs(Math.round(it.savedPercent)))} % ${it.savedPercent < 0 ? 'more' : 'less'}. These are busy on average; a rate that varies needs some more.`;
}
