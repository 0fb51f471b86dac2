import type { Estimate } from '../../../engine/serverHalf.ts';
import { settlement } from '../../../ledger/entries.ts';
import { payoutRelease } from '../../../ledger/payoutEntries.ts';

const releasing: Estimate = { legs: payoutRelease };

export const collectEstimates: Readonly<Record<string, Estimate>> = { batchSettle: { legs: settlement } };

export const payoutEstimates: Readonly<Record<string, Estimate>> = {
  deny: releasing,
  overrule: releasing,
  cancel: releasing,
};
