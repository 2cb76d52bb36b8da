// The answer of /explain, as a sentence and a table.
import { byId, element, number } from './words.js';

const NAMES = { throughput: 'throughput, req/s', meanMs: 'mean, ms', p50Ms: 'p50, ms', p99Ms: 'p99, ms', maxMs: 'max, ms' };

/** Shows the answer. */
export function explained({ explanation }) {
  byId('explanation').textContent = explanation.verdict;
  byId('fit').hidden = false;
  byId('fit').tBodies[0].replaceChildren(...explanation.figures.map(figure => element('tr', {},
    element('th', { scope: 'row' }, `${NAMES[figure.name] ?? figure.name}${figure.fitted ? '' : ' (not fitted)'}`),
    element('td', {}, number(figure.published)),
    element('td', {}, number(figure.predicted)),
    element('td', {}, figure.deviationPercent === null ? '–' : `${figure.deviationPercent < 0 ? '−' : '+'}${number(Math.abs(Math.round(figure.deviationPercent * 10) / 10))} %`))));
}
