import { transaction } from '../../../contract/resources/finance/transaction.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { entryStory } from './legs.ts';

export const servedByBalances: readonly Served[] = [serve(transaction, { detail: entryStory })];
