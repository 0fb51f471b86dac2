import { call } from '../../kit/data/call.ts';
import { queryClient } from '../../kit/data/query.ts';

/** The widget of the same name asks under this key too: reading in one place is reading in both. */
export const NOTICES_KEY = ['live', 'sysNotice/mine'];

/** Marks a notice as read; one that cannot be marked stays unread. */
export async function readNotice(id: string): Promise<void> {
  await call('sysNotice/setRead', { id }, { customCatch: true }).catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: NOTICES_KEY });
}
