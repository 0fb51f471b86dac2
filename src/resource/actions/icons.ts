import type { Action } from '../../../contract/resource.ts';

const ICONS: Readonly<Record<string, string>> = {
  claim: 'claim',
  unclaim: 'undo',
  settle: 'settle',
  batchSettle: 'settle',
  resettle: 'refresh',
  notify: 'notify',
  batchCallback: 'notify',
  repairProof: 'edit',
  correctReference: 'edit',
  submitUpstream: 'upstream',
  queryUpstream: 'search',
  forceConfirm: 'warning',
  reverse: 'undo',
  writeOff: 'undo',
  markReturned: 'undo',
  refund: 'undo',
  rotate: 'refresh',
  reset: 'refresh',
  resetPassword: 'refresh',
  rotateSecret: 'refresh',
  resetOtp: 'refresh',
  demote: 'down',
  freeze: 'pause',
  disable: 'pause',
  pause: 'pause',
  probe: 'search',
};

/** The picture of a verb: a tick says yes, which what refuses or takes back never does. */
export const iconOf = (name: string, { on, danger }: Action): string =>
  ICONS[name] ?? (on === 'new' ? 'plus' : danger ? 'close' : 'check');
