import type { Tokens } from './tokens.ts';

const FONT = "'Inter Variable', system-ui, sans-serif";

/** A canvas knows no CSS variables, so a chart gets the colours themselves. */
export function chartTheme(t: Tokens): Record<string, unknown> {
  const axis = {
    axisLine: { lineStyle: { color: t.border } },
    axisTick: { show: false },
    axisLabel: { color: t.muted, fontSize: t.font - 1 },
    splitLine: { lineStyle: { color: t.border } },
    nameTextStyle: { color: t.muted },
  };
  return {
    color: t.series,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: FONT, fontSize: t.font, color: t.text },
    grid: { left: 8, right: 8, top: 12, bottom: 4, containLabel: true },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: { ...axis, axisLine: { show: false } },
    timeAxis: { ...axis, splitLine: { show: false } },
    legend: {
      top: 0,
      right: 0,
      textStyle: { color: t.muted, fontSize: t.font - 1 },
      itemWidth: 10,
      itemHeight: 8,
      icon: 'roundRect',
      pageIconSize: 9,
      pageButtonItemGap: 2,
      pageIconColor: t.text,
      pageIconInactiveColor: t.border,
      pageTextStyle: { color: t.muted, fontSize: t.font - 1 },
    },
    tooltip: {
      backgroundColor: t.raised,
      borderColor: t.border,
      borderWidth: 1,
      padding: [4, 8],
      textStyle: { color: t.text, fontSize: t.font },
      axisPointer: { lineStyle: { color: t.muted }, shadowStyle: { color: t.hover } },
    },
    bar: { itemStyle: { borderRadius: 0 } },
    line: { symbol: 'none', smooth: false, lineStyle: { width: 1.5 } },
  };
}
