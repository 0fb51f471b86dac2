export type Side = 'collect' | 'pay';

/** A row of channelBinding as its list answers it; amounts and rates are decimal text. */
export interface Binding {
  id: string;
  channelId: string;
  channelName: string;
  /** statusEnum. */
  status: number;
  isCollect: boolean;
  rate: string;
  fixed: string;
  miniAmount: string;
  maxAmount: string;
  isPay: boolean;
  payRate: string;
  payFixed: string;
  payMiniAmount: string;
  payMaxAmount: string;
}

export interface Terms {
  rate: string;
  fixed: string;
  least: string;
  most: string;
}

/** The terms of one side; undefined where the channel is not for it. */
export function sideOf(binding: Binding, side: Side): Terms | undefined {
  if (side === 'collect')
    return binding.isCollect
      ? { rate: binding.rate, fixed: binding.fixed, least: binding.miniAmount, most: binding.maxAmount }
      : undefined;
  return binding.isPay
    ? {
        rate: binding.payRate,
        fixed: binding.payFixed,
        least: binding.payMiniAmount,
        most: binding.payMaxAmount,
      }
    : undefined;
}
