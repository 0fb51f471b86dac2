import { transaction } from '../../../contract/resources/finance/transaction.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { entryDetail } from './legs.ts';

export const servedByBalances: readonly Served[] = [serve(transaction, { detail: entryDetail })];
