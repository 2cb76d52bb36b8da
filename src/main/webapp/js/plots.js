// Plots in the colours of the page, light or dark, as wide as their container.
import { colour } from './colours.js';
import '../webjars/echarts/5.3.1/dist/echarts.common.min.js';

const echarts = globalThis.echarts;
const dark = matchMedia('(prefers-color-scheme: dark)');

/**
 * A plot in an element. `draw(data)` returns ECharts' options. show(data) draws them, and the plot is redrawn when colours or width change.
 * Tooltips are drawn on the canvas, because HTML tooltips need inline styles, which the Content-Security-Policy forbids.
 */
export function plot(place, draw) {
  const chart = echarts.init(place, null, { renderer: 'canvas' });
  let data;
  const show = () => data === undefined || chart.setOption(options(draw(data)), true);
  new ResizeObserver(() => chart.resize()).observe(place);
  dark.addEventListener('change', show);
  return { show: next => { data = next; show(); } };
}

function options(own) {
  const ink = colour('ink');
  const muted = colour('muted');
  const line = colour('line');
  const axis = (it, grid) => ({
    nameTextStyle: { color: muted },
    ...it,
    axisLabel: { color: muted, hideOverlap: true, ...it.axisLabel },
    axisLine: { lineStyle: { color: line }, ...it.axisLine },
    splitLine: { show: grid, lineStyle: { color: line }, ...it.splitLine },
  });
  return {
    animation: false,
    textStyle: { color: ink, fontFamily: 'system-ui, sans-serif' },
    grid: { left: 8, right: 16, top: 36, bottom: 8, containLabel: true },
    ...own,
    legend: { top: 0, left: 0, itemWidth: 16, itemHeight: 8, type: 'scroll', textStyle: { color: ink }, pageTextStyle: { color: ink }, ...own.legend },
    tooltip: { renderMode: 'richText', trigger: 'axis', backgroundColor: colour('panel'), borderColor: line, textStyle: { color: ink, fontSize: 12 }, confine: true, ...own.tooltip },
    xAxis: axis(own.xAxis, false),
    yAxis: axis(own.yAxis, true),
  };
}
