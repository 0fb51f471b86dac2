import { type CSSProperties, Suspense, useMemo } from 'react';
import { chartTheme } from './chartTheme.ts';
import { part } from './part.tsx';
import { State } from './State.tsx';
import { useTheme } from './theme.ts';

const ChartCanvas = part(async () => ({ default: (await import('./ChartCanvas.tsx')).ChartCanvas }));

export interface ChartProps {
  /** An ECharts option; colours, fonts and axes come from the theme. */
  option: Record<string, unknown>;
  /** What the picture says, for people who cannot see it. */
  label: string;
  height?: number | string;
  onEvents?: Record<string, (event: never) => void>;
}

/** The one chart of the product; the library arrives with the first chart on screen. */
export function Chart({ height = '100%', ...rest }: ChartProps) {
  const { tokens } = useTheme();
  const theme = useMemo(() => chartTheme(tokens), [tokens]);
  const style: CSSProperties = { height, width: '100%', minHeight: 0 };
  return (
    <div style={style} role="img" aria-label={rest.label}>
      <Suspense fallback={<State kind="loading" />}>
        <ChartCanvas {...rest} theme={theme} />
      </Suspense>
    </div>
  );
}
