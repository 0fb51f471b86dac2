import { withdrawal } from '../../../contract/resources/finance/withdrawal.ts';
import type { MakeHandlers } from '../../engine/action.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { withdrawalActions } from './withdrawal.ts';
import { apply } from './withdrawalApply.ts';

export const servedByWithdrawals: readonly Served[] = [
  serve(withdrawal, {
    commands: withdrawalActions,
    makers: { apply } satisfies MakeHandlers<typeof withdrawal>,
  }),
];
