// The answer of /explain, as a sentence and a table.
import { byId, element, number } from './words.js';

const NAMES = { throughput: 'throughput, req/s', meanMs: 'mean, ms', p50Ms: 'p50, ms', p99Ms: 'p99, ms', maxMs: 'max, ms' };
const UNKNOWNS = { threads: 'by threads or workers', connections: 'by connections', processingMicros: 'by processor time', thinkMs: 'by think time' };

/** Shows the answer. Each explanation has its rows. */
export function explained({ explanation, alternatives, verdict }) {
  byId('explanation').textContent = verdict;
  byId('fit').hidden = false;
  byId('fit').tBodies[0].replaceChildren(...[explanation, ...alternatives].flatMap(it => [
    alternatives.length ? element('tr', {}, element('th', { scope: 'rowgroup', colspan: 4 }, UNKNOWNS[it.unknown])) : null,
    ...it.figures.map(row)].filter(Boolean)));
}

const row = figure => element('tr', {},
  element('th', { scope: 'row' }, `${NAMES[figure.name] ?? figure.name}${figure.fitted ? '' : ' (not fitted)'}`),
  element('td', {}, number(figure.published)),
  element('td', {}, number(figure.predicted)),
  element('td', {}, figure.deviationPercent === null ? '–' : `${figure.deviationPercent < 0 ? '−' : '+'}${number(Math.abs(Math.round(figure.deviationPercent * 10) / 10))} %`));
