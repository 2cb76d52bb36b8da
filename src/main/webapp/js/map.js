// The map over hold time and users: the upper bound of asynchronous throughput ÷ blocking throughput.
// A formula for the time when all users are active: blocking at most min(N ÷ (Z + S), T ÷ S) per second, async at most N ÷ (Z + S).
import { colour } from './colours.js';
import { duration, number } from './words.js';

const STEPS = 60;
const BANDS = [1, 2, 5, 10, 100];

/** The saturation point, above which asynchronous processing pays: N* = T·(1 + Z/S) users, or an arrival rate of T ÷ S. */
export function frontier({ open, threads, thinkMs, holdMs }) {
  return open ? (threads * 1000) / holdMs : threads * (1 + thinkMs / holdMs);
}

/** ECharts' options for a workload {open, threads, thinkMs, holdMs, many}; many: users, or requests per second. */
export function map(place) {
  const holds = { low: Math.min(0, Math.floor(Math.log10(place.holdMs))), high: Math.max(5, Math.ceil(Math.log10(place.holdMs))) };
  const many = { low: Math.min(0, Math.floor(Math.log10(place.many))), high: Math.max(5, Math.ceil(Math.log10(place.many) + 0.2)) };
  const line = band => Array.from({ length: STEPS + 1 }, (_, i) => {
    const x = holds.low + ((holds.high - holds.low) * i) / STEPS;
    const y = Math.log10(band * frontier({ ...place, holdMs: 10 ** x }));
    return [x, Math.min(Math.max(y, many.low), many.high)];
  });
  const axis = (range, name, words) => ({ type: 'value', min: range.low, max: range.high, interval: 1, name, nameLocation: 'middle', axisLabel: { formatter: at => words(10 ** at) } });
  return {
    legend: { data: ['saturation point N*: above it async pays', 'this workload'] },
    grid: { left: 36, right: 28, top: 40, bottom: 34, containLabel: true },
    tooltip: { trigger: 'item', formatter: ({ seriesName, value }) => `${seriesName}\nhold time ${duration(10 ** value[0])}\n${number(10 ** value[1])} ${place.open ? 'req/s' : 'users'}` },
    xAxis: { ...axis(holds, 'hold time', duration), nameGap: 26, splitLine: { show: true } },
    yAxis: { ...axis(many, place.open ? 'requests per second' : 'users', number), nameGap: 56 },
    series: [
      ...BANDS.map((band, i) => ({
        name: band === 1 ? 'saturation point N*: above it async pays' : `${band} × the throughput`,
        type: 'line',
        silent: band > 1,
        symbol: 'none',
        color: colour('async'),
        lineStyle: { width: band === 1 ? 3 : 0.7, color: colour('async'), opacity: band === 1 ? 1 : 0.5 },
        areaStyle: { origin: 'end', color: colour('async'), opacity: i === 0 ? 0.12 : 0.1 },
        data: line(band),
        markPoint: band === 1 ? undefined : bandLabel(line(band), band, many),
      })),
      { name: 'this workload', type: 'scatter', symbolSize: 16, z: 9, color: colour('accent'), itemStyle: { borderColor: colour('panel'), borderWidth: 2 },
        data: [[Math.log10(place.holdMs), Math.log10(place.many)]] },
    ],
  };
}

/** The band's name on its line, where the line is inside the map. */
function bandLabel(points, band, many) {
  const inside = points.filter(([, y]) => y > many.low + 0.1 && y < many.high - 0.1);
  if (!inside.length) return undefined;
  const [x, y] = inside[Math.floor(inside.length * 0.92)];
  return { silent: true, symbol: 'rect', symbolSize: 0.01, label: { show: true, formatter: `${band} ×`, color: colour('ink'), fontSize: 11 }, data: [{ coord: [x, y] }] };
}
