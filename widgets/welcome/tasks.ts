import type { Profile } from '../../src/kit/index.ts';

/** Something that waits for a person, as a measure and the filter that makes it theirs. */
export interface Task {
  /** Text of the widget, `tasks.<id>`. */
  id: string;
  measure: string;
  where?: Readonly<Record<string, unknown>>;
  /** The button code without which it is none of theirs. */
  needs: string;
}

/** What may wait for somebody, the most urgent first. Who holds no button for it only reads it elsewhere. */
export function tasksOf({ id, merchantId }: Pick<Profile, 'id' | 'merchantId'>): Task[] {
  if (merchantId)
    return [
      { id: 'withdrawals', measure: 'withdrawal.waiting', needs: 'withdrawal:page' },
      { id: 'payouts', measure: 'payOrder.open', needs: 'payOrder:page' },
      { id: 'collections', measure: 'collectOrder.open', needs: 'collectOrder:page' },
    ];
  return [
    { id: 'claims', measure: 'collectOrder.rows', where: { claimedBy: [id] }, needs: 'collectOrder:claim' },
    { id: 'review', measure: 'collectOrder.review', needs: 'collectOrder:forceConfirm' },
    { id: 'unknown', measure: 'payOrder.unknown', needs: 'payOrder:queryUpstream' },
    { id: 'items', measure: 'reviewItem.open', needs: 'reviewItem:close' },
    { id: 'approvals', measure: 'approval.waiting', needs: 'approval:refuse' },
    { id: 'withdrawals', measure: 'withdrawal.waiting', needs: 'withdrawal:confirmRate' },
    { id: 'bills', measure: 'bankBill.unmatched', needs: 'bankBill:match' },
  ];
}

const NOON = 12;
const EVENING = 18;
const NIGHT = 5;

/** Which greeting fits the hour. */
export function greetingAt(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= EVENING || hour < NIGHT) return 'evening';
  return hour < NOON ? 'morning' : 'afternoon';
}
