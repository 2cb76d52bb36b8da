// The stations of a server as boxes, in the order in which a request passes them. Words mark the one that binds, not its colour alone.
import { duration, element, number } from './words.js';

const STATIONS = [
  { names: { limit: ['request at a time', 'requests at a time'] }, title: 'concurrency limit', none: () => 'none' },
  { names: { threads: ['request thread', 'request threads'] }, title: 'request threads', none: way => (way === 'virtual' ? 'virtual, no limit' : 'none held during the wait') },
  { names: { processors: ['processor', 'processors'] }, title: 'processors', none: () => 'assumed not limited' },
  { names: { connections: ['connection', 'connections'], backend: ['request in the backend', 'requests in the backend'], workers: ['worker', 'workers'] },
    title: 'connections', none: () => 'assumed not limited' },
];

/** A list for each threading model of {way, name, colour, figures}. */
export const stations = shown => shown.flatMap(({ way, name, colour, figures }) => [
  element('h3', {}, element('span', { class: `key ${colour}`, 'aria-hidden': 'true' }), name),
  element('ol', { class: 'stations', 'data-way': way, 'aria-label': `Stations of ${name}` }, ...STATIONS.map(it => box(it, way, figures.limits))),
]);

function box({ names, title, none }, way, limits) {
  const limit = limits.find(it => names[it.station]);
  if (!limit) return element('li', { class: 'none' }, element('strong', {}, title), line(none(way)));
  const bounds = limits.filter(it => it.perSecond != null);
  const place = bounds.indexOf(limit);
  const percent = Math.min(100, limit.busyPercent); // a sum of rounded times
  return element('li', { class: ['first', 'next'][place], 'data-station': limit.station },
    element('strong', {}, `${number(limit.size)} ${names[limit.station][limit.size === 1 ? 0 : 1]}`),
    ['binds first', 'binds next'][place] && element('b', {}, ['binds first', 'binds next'][place]),
    line(limit.perSecond == null ? 'no request needs it' : `at most ${number(limit.perSecond)} req/s`),
    line(`${number(Math.round(percent))} % busy${limit.meanWaitMs >= 0.5 ? `, mean wait ${duration(limit.meanWaitMs)}` : ''}`),
    element('meter', { min: 0, max: 100, value: percent, 'aria-hidden': 'true' }));
}

const line = text => element('span', {}, text);
