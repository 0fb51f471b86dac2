import EChartsReactCore from 'echarts-for-react/esm/core';
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useMemo } from 'react';
import type { ChartProps } from './Chart.tsx';
import { chartTheme } from './chartTheme.ts';
import { useTheme } from './theme.ts';
import { useVisible } from './visible.ts';

echarts.use([
  BarChart,
  LineChart,
  PieChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  AriaComponent,
  CanvasRenderer,
]);

const reducedMotion = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

export function ChartCanvas({ option, onEvents }: Omit<ChartProps, 'height'>) {
  const { tokens } = useTheme();
  const visible = useVisible();
  const theme = useMemo(() => chartTheme(tokens), [tokens]);
  const drawn = useMemo(
    () => ({
      animation: visible && !reducedMotion,
      animationDuration: 120,
      animationDurationUpdate: 120,
      ...option,
    }),
    [option, visible],
  );
  return (
    <EChartsReactCore
      echarts={echarts}
      option={drawn}
      theme={theme}
      notMerge
      lazyUpdate
      style={{ height: '100%', width: '100%' }}
      onEvents={onEvents as Record<string, () => void> | undefined}
      shouldSetOption={() => visible}
    />
  );
}
