import { emit } from '../../platform/events/outbox.ts';
import type { About } from './approvalAsk.ts';

/** What a question is called and about whom its listeners hear. */
interface Moved {
  id: string;
  merchantId: string | null;
}

/** A question moved by itself, so its row shows something else too; where a command moves it, the command says so. */
export async function emitMoved(
  tx: Parameters<typeof emit>[0],
  { resource, rowId }: About,
  { id, merchantId }: Moved,
  change: 'add' | 'update' = 'update',
): Promise<void> {
  await emit(tx, 'approval', id, change, merchantId);
  await emit(tx, resource, rowId, 'update', merchantId);
}
