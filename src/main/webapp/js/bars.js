// A burst as bars, one per request: grey while queued for a request thread, red while it holds one, green while it waits without one.
import { colour } from './colours.js';
import { duration, number } from './words.js';

const ROWS_HIGH = 220;
const dark = matchMedia('(prefers-color-scheme: dark)');

/** Draws n requests into a canvas. Bars with the same scale, {maxMs}, have the same time axis, so they can be compared. */
export class Bars {
  constructor(canvas, n, scale = { maxMs: 0, all: [] }) {
    this.canvas = canvas;
    this.scale = scale;
    this.shots = Array.from({ length: n }, () => ({}));
    this.nowMs = 0;
    this.seenAt = performance.now();
    this.over = false;
    if (!canvas.bars) { // once for each canvas, or every burst would stay in memory
      new ResizeObserver(() => canvas.bars.draw()).observe(canvas);
      dark.addEventListener('change', () => canvas.bars.draw());
    }
    canvas.bars = this; // until a later burst uses the canvas
    scale.all.push(this);
    this.tick();
  }

  see(changes, nowMs) {
    this.nowMs = nowMs;
    this.seenAt = performance.now();
    for (const { i, what, atMs, ...more } of changes) Object.assign(this.shots[i], { [what]: atMs, ...more });
  }

  /** All requests are done. */
  end() {
    this.over = true;
    this.nowMs = Math.max(0, ...this.shots.map(shot => shot.done ?? shot.answered ?? 0));
    this.scale.all.forEach(it => it.draw());
  }

  tick() {
    if (this.over || !this.canvas.isConnected) return;
    this.scale.all.forEach(it => it.draw());
    requestAnimationFrame(() => this.tick());
  }

  draw() {
    if (this.canvas.bars !== this) return;
    const now = this.over ? this.nowMs : this.nowMs + (performance.now() - this.seenAt);
    this.scale.maxMs = Math.max(this.scale.maxMs, now, 100);
    const n = this.shots.length;
    const row = Math.min(16, Math.max(1, ROWS_HIGH / n));
    const width = this.canvas.clientWidth;
    const height = Math.ceil(row * n) + 18;
    const ratio = devicePixelRatio;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    const pen = this.canvas.getContext('2d');
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const x = ms => (ms / this.scale.maxMs) * width;
    const colours = { queued: colour('queued'), held: colour('held'), waiting: colour('waiting') };
    const gap = row > 3 ? 1 : 0;
    [...this.shots].sort((a, b) => (a.taken ?? Infinity) - (b.taken ?? Infinity) || 0).forEach((shot, i) => {
      const bar = (name, from, to) => {
        pen.fillStyle = colours[name];
        pen.fillRect(x(from), i * row, Math.max(1, x(to) - x(from)), row - gap);
      };
      const end = shot.answered ?? shot.done ?? now;
      const left = Math.min(shot.left ?? now, shot.done ?? now);
      bar('queued', 0, shot.taken ?? end);
      if (shot.taken == null) return;
      if (end > left) bar('waiting', left, end);
      bar('held', shot.taken, left);
    });
    axis(pen, x, this.scale.maxMs, width, height);
  }

  /** The bars as text. answeredMs is when the server wrote the last good answer, which is where the bars end. */
  summary() {
    const shots = this.shots.filter(shot => shot.done != null);
    const good = shots.filter(shot => shot.status >= 200 && shot.status < 400);
    const taken = this.shots.filter(shot => shot.taken != null);
    const mean = of => taken.reduce((sum, shot) => sum + of(shot), 0) / taken.length;
    const held = mean(shot => (shot.left ?? this.nowMs) - shot.taken);
    const most = mostAtOnce(taken, this.nowMs);
    const answeredMs = Math.max(0, ...good.map(shot => shot.answered ?? shot.done));
    const done = Math.max(0, ...good.map(shot => shot.done));
    const other = this.shots.length - good.length;
    const queued = Math.max(0, ...taken.map(shot => shot.taken));
    return {
      most,
      answeredMs,
      other,
      text: `${number(good.length)} answered in ${duration(answeredMs)} on the server. The client had the last response after ${duration(done)}. `
        + `${other ? `${number(other)} refused or without an answer. ` : ''}`
        + `A request held a request thread for ${duration(held)} on average. At most ${number(most)} request ${most === 1 ? 'thread was' : 'threads were'} held at the same time.`
        + `${queued > 100 ? ` The last request got a request thread after ${duration(queued)}.` : ''}`,
    };
  }
}

function mostAtOnce(taken, end) {
  const moments = taken.flatMap(shot => [[shot.taken, 1], [shot.left ?? end, -1]]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let held = 0;
  let most = 0;
  for (const [, change] of moments) most = Math.max(most, held += change);
  return most;
}

function axis(pen, x, maxMs, width, height) {
  const rough = maxMs / Math.max(2, width / 90);
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(it => it * unit).find(it => it >= rough);
  pen.fillStyle = colour('muted');
  pen.font = '11px system-ui, sans-serif';
  for (let ms = 0; ms <= maxMs; ms += step) {
    pen.globalAlpha = 0.35;
    pen.fillRect(x(ms), 0, 0.5, height - 14);
    pen.globalAlpha = 1;
    const label = duration(ms);
    if (x(ms) + pen.measureText(label).width < width) pen.fillText(label, x(ms) + 2, height - 4);
  }
}
