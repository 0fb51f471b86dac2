import type { ReactNode } from 'react';
import type { Measure, Step } from '../../../contract/measure.ts';
import { useTheme } from '../ui/theme.ts';
import { useDaysOf } from '../widgetHost.ts';
import { MeasureChart, type Shape } from './MeasureChart.tsx';
import { measureTitle } from './measureText.ts';
import { hasDays, stepOf } from './steps.ts';
import type { FigureScope } from './useFigureScope.ts';
import { useMeasures } from './useMeasures.ts';

/** Px from which a chart says something. */
const LEAST = 100;
const HEADING = 22;
/** As many as colours that can be distinguished. */
const GROUPS = 6;

interface TrendProps {
  measure: Measure;
  /** Empty: the measure as a whole. */
  by: string;
  shape: Shape;
  where: Readonly<Record<string, unknown>>;
  scope: Pick<FigureScope, 'period' | 'hours'>;
  /** The finest that fits the period, where none is given. */
  step?: Step;
  currency: string;
  openTab: (view: string, args?: Record<string, unknown>) => void;
}

function Trend({ measure, by, scope: { period, hours }, ...rest }: TrendProps & { height: number }) {
  const { step = stepOf(hours), where } = rest;
  const { data } = useMeasures({
    measures: [measure.id],
    where,
    step,
    limit: GROUPS,
    ...(by && { by }),
    ...period,
  });
  useDaysOf(hasDays(step) ? data?.zone : undefined);
  if (!data) return <div style={{ height: rest.height }} />;
  return <MeasureChart {...rest} measure={measure} by={by} step={step} hours={hours} data={data} below />;
}

interface WithTrendProps extends TrendProps {
  /** Px of the whole. */
  height: number;
  /** Px of what is above the chart; of a table its lines instead. */
  above?: number;
  lines?: number;
  children: ReactNode;
}

/** Figures, and below them how one of them went, where a tile is taller than its figures are. */
export function WithTrend({ height, above, lines = 0, children, ...trend }: WithTrendProps) {
  const { tokens } = useTheme();
  const used = above ?? lines * (tokens.row + 1);
  const room = height - used - HEADING;
  if (room < LEAST) return children;
  return (
    <>
      <div style={{ height: used }}>{children}</div>
      <h4 className="fig-trend pd-muted" style={{ height: HEADING }}>
        {measureTitle(trend.measure)}
      </h4>
      <Trend {...trend} height={room} />
    </>
  );
}
