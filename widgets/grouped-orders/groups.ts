export type Grouping = 'status' | 'upstream' | 'channel' | 'merchant';

export interface Group {
  key: string | null;
  label: string | null;
  orders: number;
  success: number;
  ended: number;
  amount: string;
  trend: (number | null)[];
}

export interface Grouped {
  from: string;
  to: string;
  items: Group[];
}

/** The filter of the orders behind a group. */
const FIELDS: Record<Grouping, string> = {
  status: 'status',
  upstream: 'upstreamId',
  channel: 'channelId',
  merchant: 'merchantId',
};

export function filterOf(by: Grouping, group: Group): Record<string, unknown> {
  const value = group.key === null ? null : by === 'status' ? Number(group.key) : group.key;
  return { [FIELDS[by]]: [value] };
}

const GOOD = 0.9;
const POOR = 0.7;

/** Below 70 % something is broken, below 90 % somebody should look. */
export const toneOf = (rate: number | null): 'success' | 'warning' | 'danger' | 'info' =>
  rate === null ? 'info' : rate >= GOOD ? 'success' : rate >= POOR ? 'warning' : 'danger';

export const rateOf = (group: Pick<Group, 'success' | 'ended'>): number | null =>
  group.ended === 0 ? null : group.success / group.ended;

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
