import { type Claim, type ClaimDecision, decideClaim } from './decide/claim.ts';
import { type Correction, type CorrectionDecision, decideCorrection } from './decide/correction.ts';
import { decideLine, type Line, type LineDecision } from './decide/line.ts';
import { decideNotice, type Notice, type NoticeDecision } from './decide/notice.ts';
import type { KnownPayment, PaidOrder } from './decide/state.ts';
import { decideUndo, type Undo, type UndoDecision } from './decide/undo.ts';
import { type Denial, type DenialDecision, decideDenial } from './decide/writeOff.ts';

interface Decisions {
  notice: NoticeDecision;
  line: LineDecision;
  correction: CorrectionDecision;
  claim: ClaimDecision;
  undo: UndoDecision;
  denial: DenialDecision;
}
type Event = Notice | Line | Correction | Claim | Undo | Denial;

/**
 * What becomes of a payment that somebody reports, by its order and the payments that are booked for it. Pure: what it
 * decides is carried out by its callers in the transaction that has the order locked.
 */
export function decidePayment<E extends Event>(
  order: PaidOrder,
  payments: readonly KnownPayment[],
  event: E,
): Decisions[E['kind']];
export function decidePayment(
  order: PaidOrder,
  payments: readonly KnownPayment[],
  event: Event,
): Decisions[Event['kind']] {
  switch (event.kind) {
    case 'notice':
      return decideNotice(order, payments, event);
    case 'line':
      return decideLine(order, payments, event);
    case 'correction':
      return decideCorrection(order, payments, event);
    case 'claim':
      return decideClaim(order, payments, event);
    case 'undo':
      return decideUndo(order, payments, event);
    case 'denial':
      return decideDenial(order, payments, event);
  }
}
