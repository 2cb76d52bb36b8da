// The answer of /predict, as a table and plots.
import { colour } from './colours.js';
import { frontier, map } from './map.js';
import { plot } from './plots.js';
import { stations } from './stations.js';
import { byId, duration, element, number } from './words.js';

const WAYS = {
  blocking: { name: ({ threads }) => `blocking, ${number(threads)} threads`, colour: 'blocking' },
  bigger: { name: ({ bigger }) => `blocking, ${number(bigger)} threads`, colour: 'bigger' },
  workerPool: { name: ({ workers }) => `worker pool, ${number(workers)} threads`, colour: 'workers' },
  async: { name: () => 'asynchronous', colour: 'async' },
  virtual: { name: () => 'virtual threads', colour: 'virtual' },
};
const limits = open => ({ arrivals: open ? 'arrival rate' : 'load plan’s ramp', users: 'number of users', threads: 'request threads', workers: 'workers', backend: 'backend', connections: 'connections', processors: 'processors', limit: 'concurrency limit' });

/** Shows the figures of each threading model: inputs as typed, the answer of /predict, predictions and published figures by model. */
export function predicted(inputs, page, ways, published) {
  const it = { ...page, bigger: Number(inputs.bigger) };
  const shown = Object.keys(WAYS).filter(way => ways[way]).map(way => ({
    way, name: WAYS[way].name(it), colour: WAYS[way].colour, figures: ways[way], published: published[way] ?? [],
  }));
  byId('result').hidden = false;
  byId('verdict').replaceChildren(...page.verdictParts.map(it => element('span', {}, it)));
  byId('lastMinute').textContent = lastMinute(shown);
  const ends = shown.filter(({ way }) => page.withoutConnections?.[way])
    .map(it => ({ ...it, way: `${it.way}-unheld`, name: `${it.name}, share 0`, figures: page.withoutConnections[it.way], published: [] }));
  const whole = ends.length ? shown.map(it => ({ ...it, name: `${it.name}, share 1` })) : shown;
  byId('figures').replaceChildren(...[...whole, ...ends].map(way => row(way, limits(inputs.load === 'open'))));
  byId('chainsOf').textContent = `the size of each, what it can serve, and how busy it is over the run${ends.length ? ', with share 1' : ''}`;
  byId('chains').replaceChildren(...stations(shown));
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

function row({ way, name, colour: of, figures, published: [rate, mean] }, limitedBy) {
  const cell = (text, className) => element('td', { class: className }, text);
  const claim = [rate == null ? null : `${number(rate)} req/s`, mean == null ? null : duration(mean)].filter(Boolean).join(', ');
  return element('tr', { id: `way-${way}` },
    element('th', { scope: 'row' }, element('span', { class: `key ${of}`, 'aria-hidden': 'true' }), name),
    cell(number(figures.goodput ?? figures.throughput)),
    cell(number(figures.meanMs)), cell(number(figures.p50Ms)), cell(number(figures.p99Ms)),
    cell(figures.failed ? `${number(figures.failed)} of ${number(figures.requests)}` : 'none'),
    cell(number(figures.maxInFlight)),
    cell(limitedBy[figures.limitedBy] ?? figures.limitedBy, 'words'),
    cell(claim || '–'));
}

/** What clients get when all users are at work, if some get nothing. */
function lastMinute(shown) {
  const some = shown.filter(({ figures }) => figures.failed && figures.lastMinute);
  const words = some.map(({ name, figures: { lastMinute: it } }) =>
    `${name}: ${number(it.goodput)} answered in time, ${number(it.waste)} served for clients that had left, ${number(it.refused)} refused`);
  return words.length ? `Requests per second in the last minute of full load. ${words.join('. ')}.` : '';
}

const names = shown => shown.map(it => it.name);

const throughput = plot(byId('throughput'), shown => ({
  legend: { data: ['published'] },
  tooltip: { trigger: 'item', formatter: ({ name, value }) => `${name}\n${number(Array.isArray(value) ? value[0] : value)} req/s` },
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
  const kinds = { mean: 'meanMs', p50: 'p50Ms', p99: 'p99Ms', max: 'maxMs' };
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

/** Means over equal intervals, each drawn at the middle of its interval, by threading model. */
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
const queue = overTime('queue', (it, i, all) => it.way !== 'virtual' || all.find(({ way }) => way === 'async').figures.meanMs !== it.figures.meanMs, it => it.figures.occupancy.queued);
const theMap = plot(byId('map'), map);

function where(place, page) {
  const from = frontier(place);
  const what = place.open ? 'requests per second' : 'users';
  const times = place.many / from;
  const formula = place.open
    ? `The saturation point is T ÷ S = ${number(from)} requests per second`
    : `N* = ${number(place.threads)} · (1 + ${duration(place.thinkMs)} ÷ ${duration(place.holdMs)}) = ${number(Math.round(from))} users`;
  const here = times > 1
    ? `${number(place.many)} ${what} are ${number(times)} times the saturation point: asynchronous processing gives at most ${number(times)} times the throughput.`
    : `${number(place.many)} ${what} are not above the saturation point: a request finds a free thread on average, and asynchronous processing gains little.`;
  const but = times > 1 && page.async.limitedBy === 'arrivals' && !place.open
    ? ' But this run is limited by the load plan’s ramp: it ends before that many users are active at the same time.'
    : '';
  const others = [page.limit && 'concurrency limit', page.cores && 'processors', page.connections && 'connections'].filter(Boolean);
  const behind = (page.backend ? ` The backend has a concurrency limit of ${number(page.backend)}, which the map does not include.` : '')
    + (others.length ? ` The map has no ${others.join(' and no ')}.` : '');
  return `${formula}. ${here}${but}${behind}`;
}

function sizing(it) {
  const megabytes = value => `${number(value)} MB`;
  const threads = count => `${number(count)} ${count === 1 ? 'thread' : 'threads'}`;
  return `The rate is ${number(it.requestsPerSecond)} req/s. A request takes ${it.processingMs ? `${duration(it.processingMs)} of processing and ` : ''}${duration(it.waitingMs)} of waiting. `
    + `Blocking needs ${threads(it.blockingThreads)} (${megabytes(it.blockingStackMegabytes)} of stacks, ${it.stackMegabytesPerThread} MB per thread). `
    + `Asynchronous needs ${threads(it.asyncThreads)} (${megabytes(it.asyncStackMegabytes)}), with ${duration(it.resumeMs)} of processing after the wait: `
    + `${number(Math.abs(Math.round(it.savedPercent)))} % ${it.savedPercent < 0 ? 'more' : 'fewer'}. These are averages; a rate that varies needs more threads.`;
}
