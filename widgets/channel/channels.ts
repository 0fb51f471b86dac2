import type { MeasureAnswer, MeasureValues } from '../../contract/measure.ts';
import type { FigureRow } from '../../src/kit/figures/measureColumns.tsx';

/** Quarters of an hour of the strip. */
export const QUARTERS = 24;

export interface Channel {
  id: string;
  channelName: string;
  channelCode: string;
  enabled: boolean;
  /** serviceStatusEnum. */
  serviceStatus: number;
}

export interface ChannelRow extends FigureRow {
  channel: Channel;
  quarters?: readonly MeasureValues[] | undefined;
}

const OK = 0;

/** First what is wrong, then what has most orders; switched off and unused ones come last. */
const rank = ({ channel }: ChannelRow): number =>
  !channel.enabled ? 2 : channel.serviceStatus === OK ? 1 : 0;

/** Every channel with its figures, those without an order too. */
export function channelRows(
  channels: readonly Channel[],
  figures: MeasureAnswer,
  quarters: MeasureAnswer | undefined,
): ChannelRow[] {
  const place = new Map(figures.groups.map(({ key }, index) => [key, index]));
  const strips = new Map(quarters?.groups.map(({ key, steps }) => [key, steps]));
  const empty = quarters?.steps.map((): MeasureValues => ({}));
  const rows = channels.map((channel): ChannelRow => {
    const { id: key, channelName: label } = channel;
    const values = figures.groups[place.get(key) ?? -1]?.values ?? {};
    return { key, label, channel, values, quarters: strips.get(key) ?? empty };
  });
  const last = figures.groups.length;
  return rows.toSorted(
    (a, b) => rank(a) - rank(b) || (place.get(a.key ?? null) ?? last) - (place.get(b.key ?? null) ?? last),
  );
}
