// What /explain found, as a sentence and a table.
import { byId, element, number } from './words.js';

const NAMES = { throughput: 'requests/s', meanMs: 'mean, ms', p50Ms: 'median, ms', p99Ms: '99 %, ms', maxMs: 'slowest, ms' };

/** Shows it. */
export function explained({ explanation }) {
  byId('explanation').textContent = explanation.verdict;
  byId('fit').hidden = false;
  byId('fit').tBodies[0].replaceChildren(...explanation.figures.map(figure => element('tr', {},
    element('th', { scope: 'row' }, `${NAMES[figure.name] ?? figure.name}${figure.fitted ? '' : ' (not fitted)'}`),
    element('td', {}, number(figure.published)),
    element('td', {}, number(figure.predicted)),
    element('td', {}, `${figure.deviationPercent < 0 ? '−' : '+'}${number(Math.abs(Math.round(figure.deviationPercent * 10) / 10))} %`))));
}
