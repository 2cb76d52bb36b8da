// Functions that all pages use: elements, readable numbers, requests whose failures are sentences, and forms that run a task.

/** An element with attributes and children. A string becomes text, never markup. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, '');
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.filter(child => child != null));
  return made;
}

export const byId = id => document.getElementById(id);

/** 1234.5 is "1,235", 12.34 is "12.3", 1.234 is "1.23", 0.0012 is "0.001". */
export function number(value) {
  if (value == null || !Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** Milliseconds in a readable unit. */
export function duration(millis) {
  if (millis == null || !Number.isFinite(millis)) return '–';
  if (millis < 1000) return `${number(millis)} ms`;
  return millis < 120_000 ? `${number(millis / 1000)} s` : `${number(millis / 60_000)} min`;
}

export const megabytes = bytes => `${number(bytes / 1048576)} MB`;

/** JSON from this server. An error answer becomes an Error with the server's message. */
export async function getJson(url) {
  const response = await ask(url);
  return response.json();
}

/** A response of any status, or an Error with a readable message. */
export async function send(url, options) {
  try {
    return await fetch(url, { cache: 'no-store', ...options });
  } catch {
    throw new Error('The server does not answer. Is it still running?');
  }
}

/** A response with status 200, or an Error with a readable message. */
export async function ask(url) {
  const response = await send(url);
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  const refused = new Error(body.error ?? `The server answered with status ${response.status}.`);
  refused.status = response.status;
  throw refused;
}

/** Disables a button, or the buttons of a form, while the task runs, and shows its error. A disabled button loses the focus, and gets it back. */
export async function running(form, error, task) {
  const buttons = form.matches('button') ? [form] : form.querySelectorAll('button:not([data-always])');
  const focused = document.activeElement;
  error.textContent = '';
  buttons.forEach(button => { button.disabled = true; });
  form.setAttribute('aria-busy', 'true');
  try {
    await task();
  } catch (failed) {
    error.textContent = failed.message;
  } finally {
    buttons.forEach(button => { button.disabled = false; });
    form.removeAttribute('aria-busy');
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
  }
}
