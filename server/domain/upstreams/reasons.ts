import { machineRemark } from '../../../contract/remark.ts';
import type { Answer } from './adapter.ts';

/** What the platform itself gives as the reason of an answer that no upstream gave; kept so on the attempt. */
export const NOT_RECORDED = 'the answer was never recorded';
export const NO_CONNECTION = 'the upstream has no connection';

/** The reason of an answer as an order's log has it: ours by its code, an upstream's own words as a quotation. */
export function reasonRemark({ reason }: Pick<Answer, 'reason'>): string | null {
  if (!reason) return null;
  if (reason === NOT_RECORDED) return machineRemark('notRecorded');
  return reason === NO_CONNECTION ? machineRemark('noConnection') : machineRemark('upstream', reason);
}
