
/* Draws the timeline of threads: a panel an arm, a lane a thread. Height and dashes of a bar tell the states apart without colour. */
(() => {
  const block = document.getElementById('lanes');
  if (!block || !window.echarts) return;
  const { looks, panels, endMs } = JSON.parse(block.textContent);
  const place = document.querySelector('#threads-timeline .plot');
  const root = document.documentElement;
  const colour = name => getComputedStyle(root).getPropertyValue(name).trim();
  const shade = look => colour(look.colour < 0 ? '--faint' : '--arm' + look.colour);
  const LANE = 24, LEFT = 122, HEAD = 26, AXIS = 46;
  const seconds = ms => ms / 1000;

  // ECharts 5.3.1 warns without zlevel when a point is highlighted.
  function curve(panel, p, look, l) {
    const bars = panel.bars.filter(bar => bar.look === l);
    return {
      name: look.name, type: 'line', xAxisIndex: p, yAxisIndex: p, animation: false, silent: true, emphasis: { disabled: true }, symbol: 'none', zlevel: 0, color: shade(look),
      lineStyle: { width: Math.max(2, look.height * LANE), type: look.dashes.length ? look.dashes : 'solid', cap: 'butt' },
      data: bars.flatMap(bar => [[seconds(bar.fromMs), bar.lane], [seconds(bar.toMs), bar.lane], [seconds(bar.toMs), null]])
    };
  }

  /* What a curve would not show at any zoom: a bar that is too short, and the border between two requests. */
  function marks(panel, p) {
    const solid = bar => looks[bar.look].height >= .5;
    const mark = (bar, shade) => ({
      value: [seconds(bar.fromMs), bar.lane], symbolSize: [2, looks[bar.look].height * LANE], itemStyle: { color: shade }
    });
    const follows = bar => panel.bars.some(it => it.lane === bar.lane && it.look === bar.look && it.toMs === bar.fromMs);
    return {
      name: '', type: 'scatter', xAxisIndex: p, yAxisIndex: p, animation: false, silent: true, emphasis: { disabled: true }, symbol: 'rect', z: 4,
      data: [
        ...panel.bars.filter(bar => solid(bar) && bar.toMs - bar.fromMs < endMs / 200).map(bar => mark(bar, shade(looks[bar.look]))),
        ...panel.bars.filter(bar => solid(bar) && follows(bar)).map(bar => mark(bar, colour('--panel')))
      ]
    };
  }

  /* The number of the request in the middle of its bar. Where bars are too short, numbers are left out. */
  function numbers(panel, p) {
    return {
      name: '', type: 'scatter', xAxisIndex: p, yAxisIndex: p, animation: false, silent: true, emphasis: { disabled: true }, symbolSize: 1, color: 'transparent',
      label: { show: true, position: 'inside', formatter: item => item.data[2], color: colour('--ground'), fontWeight: 'bold', fontSize: 11 },
      labelLayout: { hideOverlap: true }, z: 5,
      data: panel.bars.filter(bar => bar.request > 0 && bar.toMs - bar.fromMs > endMs / 60)
        .map(bar => [seconds((bar.fromMs + bar.toMs) / 2), bar.lane, String(bar.request)])
    };
  }

  /* What every thread of a panel does at a moment. */
  function tooltip(items) {
    const item = items.find(it => it.axisDim === 'x') ?? items[0];
    const panel = panels[item.axisIndex ?? 0];
    const at = item.axisValue * 1000;
    const box = document.createElement('div');
    box.appendChild(document.createElement('strong')).textContent = panel.arm + ', ' + item.axisValue.toFixed(2) + ' s';
    panel.lanes.forEach((lane, i) => {
      const bar = panel.bars.find(it => it.lane === i && it.fromMs <= at && at < it.toMs);
      if (!bar) return;
      const request = bar.request > 0 ? ' ' + bar.request + ', ' + bar.path : bar.path === '-' ? '' : ', ' + bar.path;
      box.appendChild(document.createElement('div')).textContent = lane + ': ' + looks[bar.look].name + request;
    });
    return box;
  }

  /* The lines that the legend takes, by about the width of its words. */
  function legendLines(width) {
    let lines = 1, used = 0;
    for (const look of looks) {
      const item = look.name.length * 6.8 + 42;
      if (used > 0 && used + item > width - 10) { lines++; used = 0; }
      used += item;
    }
    return lines;
  }

  const chart = echarts.init(place, null, { height: 10 });
  function draw() {
    const width = place.clientWidth;
    const columns = width < 760 ? 1 : panels.length;
    const text = { color: colour('--faint'), fontSize: 11 };
    const column = Math.floor(width / columns);
    const lanes = Math.max(...panels.map(panel => panel.lanes.length));
    const legend = legendLines(width) * 25 + 12;
    const high = HEAD + (lanes + 1) * LANE + AXIS;
    const height = legend + Math.ceil(panels.length / columns) * high;
    place.style.height = height + 'px';
    chart.resize({ height });
    const left = p => (p % columns) * column;
    const top = p => legend + Math.floor(p / columns) * high + HEAD;
    chart.setOption({
      backgroundColor: 'transparent', animation: false, aria: { enabled: true },
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      legend: {
        top: 0, data: looks.map(look => ({ name: look.name, icon: 'inherit' })), textStyle: { color: colour('--text') }, inactiveColor: colour('--line'),
        left: 5, itemStyle: { opacity: 0 }, itemWidth: 26, itemHeight: 14, lineStyle: { width: 'inherit' }
      },
      title: panels.map((panel, p) => ({
        text: panel.arm, left: left(p) + LEFT, top: top(p) - 22, textStyle: { color: colour('--text'), fontSize: 13 }
      })),
      grid: panels.map((panel, p) => ({ left: left(p) + LEFT, top: top(p), width: column - LEFT - 16, height: (lanes + 1) * LANE })),
      xAxis: panels.map((panel, p) => ({
        type: 'value', gridIndex: p, min: 0, max: seconds(endMs), name: 'seconds from the first request', nameLocation: 'middle', nameGap: 24,
        nameTextStyle: { ...text, fontSize: 12 }, axisPointer: { snap: false }, axisLabel: { ...text, hideOverlap: true, formatter: v => String(Math.round(v * 100) / 100) },
        axisLine: { onZero: false, lineStyle: { color: colour('--line') } }, splitLine: { lineStyle: { color: colour('--line'), opacity: .7 } }
      })),
      yAxis: panels.map((panel, p) => ({
        type: 'value', gridIndex: p, inverse: true, min: -1, max: lanes, interval: 1, splitLine: { show: false },
        axisTick: { show: false }, axisLine: { show: false }, axisLabel: { ...text, margin: 12, formatter: lane => panel.lanes[lane] ?? '' }
      })),
      tooltip: {
        trigger: 'axis', confine: true, backgroundColor: colour('--ground'), borderColor: colour('--line'),
        textStyle: { color: colour('--text'), fontSize: 12 }, axisPointer: { type: 'line', axis: 'x' }, formatter: tooltip
      },
      dataZoom: [{
        type: 'inside', xAxisIndex: panels.map((panel, p) => p), zoomOnMouseWheel: 'ctrl', moveOnMouseMove: false, moveOnMouseWheel: false,
        filterMode: 'none'
      }],
      toolbox: { show: true, right: 0, bottom: -4, itemSize: 0, feature: { dataZoom: { yAxisIndex: 'none', filterMode: 'none' } } },
      series: panels.flatMap((panel, p) => [...looks.map((look, l) => curve(panel, p, look, l)), marks(panel, p), numbers(panel, p)])
    }, true);
    chart.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: !window.matchMedia('(pointer: coarse)').matches });
  }
  draw();
  chart.getZr().on('dblclick', () => chart.dispatchAction({ type: 'dataZoom', start: 0, end: 100 }));
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  window.addEventListener('resize', draw);
})();
