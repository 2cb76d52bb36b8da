'use strict';
/* Draws the plots of the report from its JSON block. Without scripts the pictures in the page show the same. */
(() => {
  const root = document.documentElement;
  const block = document.getElementById('data');
  if (!block || !window.echarts) return;
  const { plots } = JSON.parse(block.textContent);
  root.classList.add('scripted');

  const PREDICTED = ' (predicted)';
  const colour = name => getComputedStyle(root).getPropertyValue(name).trim();
  const narrow = () => window.innerWidth < 640;
  const mixed = (a, b) => {
    const rgb = hex => [1, 3, 5].map(i => parseInt((hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex).slice(i, i + 2), 16));
    const [x, y] = [rgb(a), rgb(b)];
    return 'rgb(' + x.map((v, i) => Math.round(v * .5 + y[i] * .5)).join(',') + ')';
  };
  const SYMBOLS = ['circle', 'triangle', 'rect', 'diamond', 'roundRect', 'pin'];

  const number = v => {
    const size = Math.abs(v);
    if (size >= 1000) return Math.round(v).toLocaleString('en').replace(/,/g, '\u202f');
    return String(size >= 100 ? Math.round(v) : size >= 1 ? Math.round(v * 100) / 100 : Number(v.toPrecision(3)));
  };
  // The axis of percentiles has equal steps of log10(1/(1-q)): 0, 90, 99, 99.9 % …
  const percentile = x => {
    if (x <= 0) return '0 %';
    const q = 100 * (1 - Math.pow(10, -x));
    return Number(q.toFixed(Math.max(0, Math.ceil(x) - 1) + (x % 1 ? 1 : 0))) + ' %';
  };
  const place = (plot, p) => plot.x.scale === 'PERCENTILE' ? [Math.log10(p[0]), p[1]] : p;

  function axis(spec, horizontal) {
    const text = { color: colour('--faint'), fontSize: 11 };
    const base = {
      name: spec.name, nameLocation: 'middle', nameGap: horizontal ? 26 : 46, nameTextStyle: { ...text, fontSize: 12 },
      axisLabel: { ...text, hideOverlap: true, formatter: number }, axisLine: { lineStyle: { color: colour('--line') } },
      splitLine: { lineStyle: { color: colour('--line'), opacity: .7 } }, type: 'value', min: 0
    };
    if (spec.scale === 'PERCENTILE') Object.assign(base, { interval: 1, axisLabel: { ...text, formatter: percentile } });
    if (spec.scale === 'LOG') Object.assign(base, { type: 'log', min: undefined, logBase: 10, minorTick: { show: true } });
    return base;
  }

  function series(plot, arms) {
    const list = plot.series.map((s, i) => {
      const line = s.kind !== 'MEASURED_POINTS';
      const predicted = s.kind === 'PREDICTED';
      const reference = s.kind === 'REFERENCE';
      const few = s.points.length < 15 && !reference;
      const shade = reference ? colour('--faint') : colour('--arm' + s.arm % 6);
      return {
        id: plot.id + i, name: s.name, type: line ? 'line' : 'scatter', data: s.points.map(p => place(plot, p)),
        symbol: SYMBOLS[s.arm % SYMBOLS.length], symbolSize: line ? (few ? 6 : 0) : 9, silent: reference, showSymbol: !predicted && few || !line,
        color: shade, predicted, z: predicted ? 3 : 2, animation: false,
        lineStyle: {
          // a measured curve is a broad band, so that the predicted one, dashed and darker (in the dark: lighter), is seen on it;
          // identical arms lie on one another: the earlier, the wider, so that each can be seen
          color: predicted ? mixed(shade, colour('--text')) : shade, type: predicted ? [6, 4] : 'solid', opacity: predicted ? 1 : .6,
          width: reference ? 1 : predicted ? 1.5 : (3 + (arms - 1 - s.arm) * .7) * (s.variant ? .6 : 1)
        },
        itemStyle: { color: shade },
        areaStyle: s.kind === 'MEASURED_AREA' ? { color: mixed(shade, colour('--ground')), opacity: 1 } : plot.id === 'distribution' && !predicted ? { opacity: .12 } : undefined,
        emphasis: { focus: 'series', lineStyle: { opacity: 1 } }, blur: { lineStyle: { opacity: .15 } },
        markLine: undefined
      };
    });
    const marks = plot.lines.map(l => ({
      yAxis: l.y, label: { formatter: l.text, position: 'insideEndTop', color: colour('--faint'), fontSize: 11 }
    }));
    if (plot.x.scale === 'PERCENTILE')
      marks.push({ xAxis: Math.log10(2), label: { formatter: 'median', position: 'end', color: colour('--faint'), fontSize: 11 } });
    if (marks.length && list.length)
      list.push({
        id: plot.id + 'marks', name: '', type: 'line', data: [], silent: true, animation: false,
        markLine: { symbol: 'none', data: marks, lineStyle: { type: 'dotted', width: 1.3, color: colour('--faint') } }
      });
    const ramp = Math.max(0, ...plot.spans.map(s => s.rampTo));
    if (ramp > 0)
      list.push({
        id: plot.id + 'ramp', name: '', type: 'line', data: [], silent: true, animation: false,
        markArea: {
          itemStyle: { color: colour('--faint'), opacity: .1 },
          label: { color: colour('--faint'), fontSize: 11, position: 'insideTopLeft' },
          data: [[{ name: 'ramp', xAxis: 0 }, { xAxis: ramp }]]
        }
      });
    return list;
  }

  /* Under the throughput: a strip an arm, ramp | steady window | drain, on the same time axis. */
  function strips(plot, option) {
    const names = plot.spans.map(s => s.arm);
    const bar = 13 * names.length + 6;
    option.grid = [option.grid, { ...option.grid, top: undefined, bottom: 44, height: bar }];
    option.grid[0].bottom = bar + 66;
    option.xAxis.axisLabel.margin = 4;
    option.xAxis = [{ ...option.xAxis, name: '' }, { ...option.xAxis, gridIndex: 1, splitLine: { show: false } }];
    option.yAxis = [option.yAxis, {
      type: 'category', gridIndex: 1, data: names, inverse: true, axisTick: { show: false }, axisLine: { show: false },
      axisLabel: { show: false }
    }];
    const phase = (name, from, to, opacity) => ({
      id: 'phase-' + name, name: '', phase: name, type: 'bar', stack: 'phase', xAxisIndex: 1, yAxisIndex: 1, barWidth: 9,
      animation: false, silent: true,
      data: plot.spans.map((s, i) => ({
        value: to(s) - from(s), itemStyle: { color: colour('--arm' + i % 6) + opacity, borderColor: colour('--panel'), borderWidth: 1 }
      })),
      label: { show: true, fontSize: 9, color: colour('--text'), formatter: p => (p.value > plot.end * .07 ? name : '') }
    });
    const steady = s => s.steadyTo === null ? s.rampTo : s.steadyTo;
    plot.end = Math.max(...plot.spans.map(s => s.end));
    option.series.push(
      phase('ramp', () => 0, s => s.rampTo, '48'),
      phase('steady', s => s.rampTo, steady, 'ff'),
      phase('drain', steady, s => s.end, '48'));
    option.xAxis.forEach(x => { x.max = Math.ceil(plot.end / 5) * 5; });
  }

  function tooltip(plot) {
    if (plot.series.some(s => s.labels.length)) return namedPoint(plot);
    return {
      trigger: 'axis', confine: true, backgroundColor: colour('--ground'), borderColor: colour('--line'),
      textStyle: { color: colour('--text'), fontSize: 12 }, axisPointer: { type: 'line' }, order: 'seriesAsc',
      formatter: items => {
        const seen = items.filter(i => i.seriesName && i.data);
        if (!seen.length) return '';
        const x = seen[0].axisValue;
        const head = plot.x.scale === 'PERCENTILE' ? percentile(x) : number(x) + ' ' + unit(plot.x.name);
        const box = document.createElement('div');
        const title = box.appendChild(document.createElement('strong'));
        title.textContent = head;
        for (const item of seen) {
          const row = box.appendChild(document.createElement('div'));
          const chip = row.appendChild(document.createElement('span'));
          chip.textContent = (item.seriesIndex < plot.series.length && plot.series[item.seriesIndex].kind === 'PREDICTED' ? '┅ ' : '━ ');
          chip.style.color = item.color;
          row.append(item.seriesName + (plot.series[item.seriesIndex]?.kind === 'PREDICTED' ? PREDICTED : '') + ': ' + number(item.data[1]));
        }
        return box;
      }
    };
  }
  /* Each point has a name, so a pointer shows that point and no other. */
  function namedPoint(plot) {
    return {
      trigger: 'item', confine: true, backgroundColor: colour('--ground'), borderColor: colour('--line'),
      textStyle: { color: colour('--text'), fontSize: 12 },
      formatter: item => {
        const box = document.createElement('div');
        const title = box.appendChild(document.createElement('strong'));
        title.textContent = plot.series[item.seriesIndex].labels[item.dataIndex];
        for (const [axis, value] of [[plot.y, item.data[1]], [plot.x, item.data[0]]])
          box.appendChild(document.createElement('div')).textContent = axis.name + ': ' + number(value);
        return box;
      }
    };
  }
  const unit = name => name.startsWith('seconds') ? 's' : name.endsWith('milliseconds') ? 'ms' : name.endsWith('seconds') ? 's' : '';

  function draw(plot, chart) {
    const arms = new Set(plot.series.map(s => s.arm)).size;
    const names = [...new Set(plot.series.map(s => s.name))];
    // every name is seen where a few lines can hold them all; else one line to page through
    const lines = Math.ceil(names.reduce((sum, name) => sum + name.length * 6.6 + 34, 0) / (chart.getWidth() - 24));
    const head = lines > 4 ? 1 : lines;
    const option = {
      backgroundColor: 'transparent', animation: false, aria: { enabled: true },
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      legend: {
        type: lines > 4 ? 'scroll' : 'plain', top: 3, data: names.map(name => ({ name })), textStyle: { color: colour('--text') }, inactiveColor: colour('--line'),
        pageTextStyle: { color: colour('--text') }, icon: 'roundRect', itemWidth: 14, itemHeight: 8
      },
      grid: { left: narrow() ? 56 : 64, right: narrow() ? 12 : 22, top: 22 + head * 19 + (plot.x.scale === 'PERCENTILE' ? 6 : 0), bottom: 46 },
      xAxis: axis(plot.x, true), yAxis: axis(plot.y, false), tooltip: tooltip(plot),
      dataZoom: [{ type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseMove: false, moveOnMouseWheel: false, filterMode: 'none' }],
      toolbox: { show: true, right: 0, bottom: -4, itemSize: 0, feature: { dataZoom: { yAxisIndex: 'none', filterMode: 'none', brushStyle: { color: colour('--faint'), opacity: .2 } } } },
      series: series(plot, arms)
    };
    const line = Math.max(0, ...plot.lines.map(l => l.y));
    if (line) Object.assign(option.yAxis, { max: extent => (line * 1.04 > extent.max ? line * 1.04 : null), axisLabel: { ...option.yAxis.axisLabel, showMaxLabel: false } }); // a line beyond the curves is shown, too
    if (plot.id === 'throughput') {
      strips(plot, option);
      option.dataZoom[0].xAxisIndex = [0, 1];
    }
    chart.setOption(option, true);
    chart.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: !window.matchMedia('(pointer: coarse)').matches });
  }

  const charts = plots.map(plot => {
    const chart = echarts.init(document.getElementById(plot.id).querySelector('.plot')); // an id may have the name of an arm, which may be no selector
    chart.getZr().on('dblclick', () => chart.dispatchAction({ type: 'dataZoom', start: 0, end: 100 }));
    return { plot, chart };
  });
  const predictions = document.getElementById('predictions');
  const shown = plot => !predictions || predictions.checked ? plot : { ...plot, series: plot.series.filter(s => s.kind !== 'PREDICTED') };
  const drawAll = () => charts.forEach(({ plot, chart }) => {
    const selected = (chart.getOption()?.legend?.[0] || {}).selected;
    draw(shown(plot), chart);
    if (selected) chart.setOption({ legend: { selected } });
  });
  drawAll();
  predictions?.addEventListener('change', drawAll);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
  let width = window.innerWidth;
  window.addEventListener('resize', () => {
    charts.forEach(({ chart }) => chart.resize());
    if (window.innerWidth !== width) { width = window.innerWidth; drawAll(); }
  });
})();
