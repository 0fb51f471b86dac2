import EChartsReactCore from 'echarts-for-react/esm/core';
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useMemo } from 'react';
import type { ChartProps } from './Chart.tsx';
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

interface ChartCanvasProps extends Omit<ChartProps, 'height'> {
  /** Colours and fonts, as the library takes them. */
  theme: Record<string, unknown>;
}

export function ChartCanvas({ option, onEvents, theme }: ChartCanvasProps) {
  const visible = useVisible();
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
