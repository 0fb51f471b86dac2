import { bankAccount } from '../../../contract/resources/bank/bankAccount.ts';
import { bankBatch } from '../../../contract/resources/bank/bankBatch.ts';
import { bankBill } from '../../../contract/resources/bank/bankBill.ts';
import { bankType } from '../../../contract/resources/bank/bankType.ts';
import { type Estimate, type Served, serve } from '../../engine/serverHalf.ts';
import { bankBatchActions } from './batches.ts';
import { bankBillActions } from './bills.ts';
import { bankAccountHalf } from './book.ts';
import { bankBillHalf, bankTypeHalf } from './overrides.ts';

const rowByRow: Estimate = { rowByRow: true };

export const servedByReconciliation: readonly Served[] = [
  serve(bankAccount, bankAccountHalf),
  serve(bankBatch, { commands: bankBatchActions }),
  serve(bankBill, {
    ...bankBillHalf,
    commands: bankBillActions,
    estimates: { autoMatch: rowByRow, unmatch: rowByRow, separate: rowByRow },
  }),
  serve(bankType, bankTypeHalf),
];
