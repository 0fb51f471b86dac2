import './figures.css';

interface SparklineProps {
  /** Oldest first. */
  values: readonly number[];
  /** The value at the top; undefined: the highest there is. */
  most?: number | undefined;
  /** What it says, for people who cannot see it. */
  label: string;
}

const [WIDTH, HEIGHT] = [240, 40];

/** How one figure went, as a line over its area: without axes, as wide as its place. */
export function Sparkline({ values, most, label }: SparklineProps) {
  const top = Math.max(most ?? Math.max(...values), Number.MIN_VALUE);
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0;
  const points = values.map((value, at) => {
    const y = HEIGHT - 1 - (Math.min(value, top) / top) * (HEIGHT - 2);
    return `${(at * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      className="fig-spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {points.length > 1 && (
        <>
          <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
          <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
        </>
      )}
    </svg>
  );
}
