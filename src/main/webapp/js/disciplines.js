// Overload: the same burst by each queue discipline of /queued.
import { burst } from './burst.js';
import { byId, duration, element, getJson, number, running } from './words.js';

const form = byId('overloadForm');
form.addEventListener('submit', event => {
  event.preventDefault();
  const body = byId('overloaded');
  const value = name => form.elements[name].valueAsNumber;
  const load = { n: value('n'), ms: value('ms'), timeoutMs: value('timeout') }; // the fields may change meanwhile
  byId('overloadVerdict').textContent = '';
  body.replaceChildren();
  running(form, byId('overloadError'), async () => {
    let best = { inTime: -1, names: [] };
    let lost = 0;
    for (const discipline of await getJson('disciplines')) {
      const seen = await send(discipline.name, load);
      body.append(row(discipline, seen));
      lost += seen.lost;
      if (seen.inTime > best.inTime) best = { ...seen, names: [] };
      if (seen.inTime === best.inTime) best.names.push(discipline.name);
    }
    byId('overloadVerdict').textContent = `${best.names.join(', ')} ${best.names.length > 1 ? 'answer' : 'answers'} the most: ${number(best.inTime)} of `
      + `${number(load.n)} requests in time. The capacity is the same for all.`
      + (lost ? ` ${number(lost)} requests had no response.` : '');
  });
});

/** Sends the burst to one discipline. An answer after the client's timeout was work for nobody. */
async function send(discipline, { n, ms, timeoutMs }) {
  let inTime = 0;
  let late = 0;
  let shed = 0;
  let lastMs = 0;
  await burst('/warm', 'ms=50', n, () => {}); // else the first burst also opens the client's connections
  await burst(`/queued/${discipline}`, `ms=${ms}&clientTimeoutMs=${timeoutMs}`, n, changes => {
    for (const { what, atMs, status } of changes) {
      if (what !== 'done' || !status) continue;
      if (status !== 200) shed += 1;
      else if (atMs <= timeoutMs) inTime += 1;
      else late += 1;
      lastMs = Math.max(lastMs, atMs);
    }
  });
  return { inTime, late, shed, lost: n - inTime - late - shed, lastMs }; // lost: its connection or the burst ended before its response
}

function row(discipline, { inTime, late, shed, lastMs }) {
  return element('tr', {},
    element('th', { scope: 'row' }, `${discipline.name}: ${discipline.title}`),
    ...[number(inTime), number(late), number(shed), duration(lastMs)].map(text => element('td', {}, text)));
}
