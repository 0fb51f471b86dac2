/** SVG path of a trend in a box of `width` × `height`; gaps are bridged, since a rate without orders is no zero. */
export function sparkline(trend: readonly (number | null)[], width: number, height: number): string {
  const known = trend.flatMap((rate, index) => (rate === null ? [] : [[index, rate] as const]));
  if (known.length < 2) return '';
  const rates = known.map(([, rate]) => rate);
  const low = Math.min(...rates);
  const span = Math.max(Math.max(...rates) - low, 0.02);
  const x = (index: number) => ((index / (trend.length - 1)) * (width - 2) + 1).toFixed(1);
  const y = (rate: number) => (height - 2 - ((rate - low) / span) * (height - 4)).toFixed(1);
  return known.map(([index, rate], at) => `${at === 0 ? 'M' : 'L'}${x(index)} ${y(rate)}`).join('');
}
