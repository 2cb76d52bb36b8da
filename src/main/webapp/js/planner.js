// The Planner: asks /predict for the figures of a workload, and /explain for an explanation of published figures.
import { commands, holdQuery } from './commands.js';
import { explained } from './explained.js';
import { blank, claims, plans } from './presets.js';
import { predicted } from './predicted.js';
import { byId, element, getJson } from './words.js';

const PAUSE_MILLIS = 400; // from the last key to the request
const TRIES = 20;
const FIGURES = ['throughput', 'mean', 'p50', 'p99', 'max', 'find'];

// The application's own queue: its disciplines, and a field for each of their settings.
const disciplines = await getJson('disciplines').catch(failed => {
  byId('error').textContent = `The page could not load the queue disciplines. ${failed.message} Reload the page to try again.`;
  throw failed;
});
const settings = new Map(disciplines.flatMap(it => it.parameters).map(it => [it.name, it]));
byId('ownQueue').append(...disciplines.map(({ name, title }) => element('option', { value: name, title }, name)));
for (const { name, title, min, max, absent } of settings.values()) {
  blank[name] = '';
  byId('server').append(element('label', {}, title, element('input', { name, type: 'number', min, max, placeholder: absent ?? 'that of the clients' })));
}

const forms = [byId('plan'), byId('claim')];
const fields = forms.flatMap(form => [...form.elements]).filter(it => it.name);

// Inputs: the values of the fields, as strings; an empty field is an empty string. A number's field with other text would be one, too, and a choice that the
// address names but the page does not have. The server must refuse both.

function read() {
  const inputs = { ...blank, preset: chosen };
  for (const field of fields) {
    if (field.disabled || (field.type === 'radio' && !field.checked)) continue;
    inputs[field.name] = field.validity.badInput ? 'not a number' : field.selectedIndex === -1 ? 'unknown' : field.value.trim();
  }
  return inputs;
}

function write(inputs) {
  const all = { ...blank, ...inputs };
  for (const field of fields) {
    if (field.type === 'radio') field.checked = field.value === all[field.name];
    else field.value = all[field.name];
  }
  chosen = plans[all.preset] ? all.preset : '';
  showGroups();
}

let chosen = '';

/** The discipline of the application’s own queue with this name, or undefined. */
const ownQueue = name => disciplines.find(it => it.name === name);

/** Hides the fields of the other kinds of load, hold time and discipline, and disables them, so that they are not read. */
function showGroups() {
  for (const kind of ['load', 'hold']) {
    const value = fields.find(it => it.name === kind && it.checked)?.value;
    for (const group of document.querySelectorAll(`[data-${kind}]`)) {
      group.hidden = group.dataset[kind] !== value;
      group.querySelectorAll('input, select').forEach(it => { it.disabled = group.hidden; });
    }
  }
  const chosenOrder = byId('plan').elements.discipline.value;
  const used = ownQueue(chosenOrder)?.parameters.map(it => it.name) ?? [];
  for (const field of fields.filter(it => settings.has(it.name) || it.name === 'reserved')) {
    field.disabled = field.name === 'reserved' ? !chosenOrder.startsWith('reserved-threads') : !used.includes(field.name);
    if (field.parentElement.parentElement.id === 'more') field.disabled = ownQueue(chosenOrder);
    field.parentElement.hidden = field.disabled;
    if (field.disabled && field.name === 'limit') field.value = ''; // of the queue, or in front of the threads
  }
}

/** Whether the workload is a preset without a change. */
function untouched(inputs) {
  if (!inputs.preset) return false;
  const preset = { ...blank, ...plans[inputs.preset].inputs };
  return Object.keys(blank).every(name => name === 'preset' || FIGURES.includes(name) || String(preset[name]) === String(inputs[name]));
}

const differing = inputs => new URLSearchParams(Object.entries(inputs).filter(([name, value]) => String(value) !== String(blank[name] ?? '')));

// Queries

const readable = query => query.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');

/** The workload's part of a query. */
function workload(inputs) {
  const names = inputs.load === 'open' ? ['arrivalRate', 'arrivals', 'duration', 'timeoutMs']
    : ['users', 'ramp', 'loops', 'duration', 'thinkMinMs', 'thinkMaxMs', 'timeoutMs'];
  return new URLSearchParams([...names.filter(name => inputs[name] !== '').map(name => [name, inputs[name]]), ...new URLSearchParams(holdQuery(inputs))]);
}

/** The queue discipline's part of a query. */
const order = ({ discipline, ...inputs }) => (discipline === 'arrival-order' ? {}
  : { discipline, ...Object.fromEntries(['reserved', ...settings.keys()].map(name => [name, inputs[name]])) });

/** Without a worker pool, in order of arrival. A concurrency limit in front of the threads stays. */
const plain = inputs => ({ workers: '', discipline: '', reserved: '', ...Object.fromEntries([...settings.keys()].map(name => [name, ''])),
  ...(!ownQueue(inputs.discipline) && { limit: inputs.limit }) });

function predictUrl(inputs, changed = {}) {
  const query = workload(inputs);
  const server = { threads: inputs.threads, processingMs: inputs.processingMs, backend: inputs.backend, connections: inputs.connections,
    connectionShare: inputs.connectionShare, connectionTimeoutMs: inputs.connectionTimeoutMs, cores: inputs.cores, limit: inputs.limit, workers: inputs.workers, ...order(inputs),
    rate: inputs.rate, resumeMs: inputs.resumeMs, ...changed };
  for (const [name, value] of Object.entries(server)) if (value !== '' && value != null) query.set(name, value);
  return `predict?${readable(query)}`;
}

function explainUrl(inputs) {
  const query = workload(inputs);
  for (const name of FIGURES) if (inputs[name] !== '' && inputs[name] !== 'threads') query.set(name, inputs[name]);
  for (const [name, value] of Object.entries(order(inputs))) if (value !== '' && (name !== 'limit' || ownQueue(inputs.discipline))) query.set(name, value);
  if (inputs.find !== 'think') for (const name of ['connectionShare', 'cores']) if (Number(inputs[name])) query.set(name, inputs[name]);
  if (inputs.find === 'connections' || inputs.find === 'processing') query.set('threads', inputs.workers || inputs.threads);
  if (inputs.find === 'think') {
    query.delete('thinkMinMs');
    query.delete('thinkMaxMs');
    query.set('threads', inputs.workers || inputs.threads);
  }
  return `explain?${readable(query)}`;
}

let last = Promise.resolve();

/** One query at a time, because the server runs two predictions for all clients. A query that was aborted while it waited is not sent. */
function ask(url, signal) {
  const answer = last.then(async () => {
    for (let tries = 1; ; tries++) {
      signal?.throwIfAborted();
      try {
        return await getJson(url);
      } catch (failed) {
        if (failed.status !== 503 || tries === TRIES || !failed.message.startsWith('Two predictions')) throw failed;
        await new Promise(resolve => setTimeout(resolve, 500));
      }
    }
  });
  last = answer.catch(() => {});
  return answer.then(page => { signal?.throwIfAborted(); return page; });
}

// Predict

let asked = new AbortController();

async function predict() {
  const inputs = read();
  const same = untouched(inputs);
  remember(inputs, same);
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  byId('error').textContent = '';
  byId('plan').setAttribute('aria-busy', 'true');
  try {
    const page = await ask(predictUrl(inputs), signal);
    const ways = { blocking: page.blocking, async: page.async, virtual: page.virtual };
    if (page.workerPool) ways.workerPool = page.workerPool;
    const show = () => predicted(inputs, page, ways, same ? plans[inputs.preset].published : {});
    show();
    if (inputs.bigger) {
      const bigger = await ask(predictUrl(inputs, { threads: inputs.bigger, ...plain(inputs) }), signal)
        .catch(failed => { throw failed.status ? new Error(`Bigger pool: ${failed.message}`) : failed; }); // its threads, not those of the server
      ways.bigger = bigger.blocking;
      show();
    }
    document.body.dataset.predicted = location.hash; // for tests
  } catch (failed) {
    if (signal.aborted) return; // another question has been asked
    byId('error').textContent = failed.message;
    byId('result').hidden = true;
    byId('sizing').textContent = '';
  } finally {
    if (!signal.aborted) byId('plan').removeAttribute('aria-busy');
  }
}

/** Writes the inputs into the address and the link, and shows the commands for them. */
function remember(inputs, same) {
  if (explainUrl(inputs) !== explainedUrl) forget();
  const hash = `#${readable(differing(inputs))}`;
  history.replaceState(null, '', hash);
  byId('link').href = hash;
  byId('predictUrl').href = predictUrl(inputs);
  if (inputs.load === 'closed') byId('explainUrl').href = explainUrl(inputs);
  for (const button of document.querySelectorAll('#presets button')) button.setAttribute('aria-pressed', same && button.dataset.preset === inputs.preset);
  byId('presetNote').textContent = (same && plans[inputs.preset].note) || '';
  byId('workload').textContent = inWords(inputs);
  byId('commands').replaceChildren(...commands(inputs, same, ownQueue(inputs.discipline)).flatMap(({ title, text }) => [element('h3', {}, title), element('pre', { tabindex: 0 }, text)]));
}

function inWords(it) {
  if (it.load === 'open') return 'The workload above is open (requests arrive at a rate). Only figures of a closed workload can be explained: users who wait for each response.';
  const hold = { ms: `${it.ms} ms`, range: `${it.minMs} to ${it.maxMs} ms`, mix: `${it.mix} (percent : ms)`, lognormal: `lognormal with p50 ${it.medianMs} ms and sigma ${it.sigma}`,
    exponential: `exponential with mean ${it.meanMs} ms`, percentiles: `${it.percentiles} (percentile : ms)` }[it.hold];
  const most = it.duration && !it.loops ? `${it.duration} s per user` : `${it.loops || 1} requests per user${it.duration ? ` in at most ${it.duration} s` : ''}`;
  const unused = Number(it.processingMs) || it.backend || it.connections || (it.limit && !ownQueue(it.discipline));
  const note = unused ? ' The processing time, the backend, the connections and the concurrency limit above are not used.' : '';
  return `The workload above: ${it.users || 'no'} users, ramp-up ${it.ramp || 0} s, ${most}, hold time ${hold}, think time ${it.thinkMinMs || 0} to ${Math.max(it.thinkMaxMs || 0, it.thinkMinMs || 0)} ms.${note}`;
}

// Explain

let explaining = new AbortController();
let explainedUrl; // the query whose explanation is shown or searched

/** Clears the explanation, which is valid for one query only, and ends the search for it. */
function forget() {
  explaining.abort();
  explaining = new AbortController();
  explainedUrl = undefined;
  byId('explainError').textContent = '';
  byId('explanation').textContent = '';
  byId('fit').hidden = true;
}

async function explain() {
  forget();
  const { signal } = explaining;
  const inputs = read();
  explainedUrl = explainUrl(inputs);
  remember(inputs, untouched(inputs));
  try {
    if (inputs.load === 'open') throw new Error(inWords(inputs));
    byId('explanation').textContent = 'Searching …';
    explained(await ask(explainedUrl, signal));
  } catch (failed) {
    if (signal.aborted) return;
    byId('explanation').textContent = '';
    byId('explainError').textContent = failed.message;
  }
}

// Events

let later;
byId('plan').addEventListener('submit', event => { event.preventDefault(); clearTimeout(later); predict(); });
byId('claim').addEventListener('submit', event => { event.preventDefault(); explain(); });
byId('claim').addEventListener('input', () => { const inputs = read(); remember(inputs, untouched(inputs)); });
for (const field of byId('plan').elements) {
  field.addEventListener('input', () => {
    showGroups();
    clearTimeout(later);
    later = setTimeout(predict, PAUSE_MILLIS);
  });
}

for (const [name, plan] of Object.entries(plans)) {
  const button = element('button', { type: 'button', 'data-preset': name, 'aria-pressed': 'false' }, plan.title);
  button.addEventListener('click', () => { write({ ...plan.inputs, preset: name }); predict(); });
  byId('presets').append(button);
}
for (const [name, claim] of Object.entries(claims)) {
  const button = element('button', { type: 'button', 'data-claim': name }, claim.title);
  button.addEventListener('click', () => { write(claim.inputs); predict(); explain(); });
  byId('claims').append(button);
}

/** Reads the inputs from the address. Another hash, such as the skip link's, changes nothing, or gives the inputs at first. */
function fromAddress(first) {
  const given = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const hasInputs = 'threads' in given || 'users' in given || 'arrivalRate' in given;
  if (!hasInputs && !first) return;
  write(hasInputs ? given : first);
  predict();
  if (FIGURES.some(name => name !== 'find' && given[name])) explain();
}

addEventListener('hashchange', () => fromAddress());
fromAddress({ ...plans['80-20'].inputs, preset: '80-20' });
