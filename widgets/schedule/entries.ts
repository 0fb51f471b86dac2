import { call, queryClient, toast, translate } from '../../src/kit/index.ts';

export const PATH = 'sysSchedule/page';

/** An entry as the server answers it. */
export interface Entry {
  id: string;
  /** yyyy-MM-dd HH:mm:ss, of which the day counts. */
  scheduleTime: string;
  /** HH:mm. */
  startTime: string;
  endTime: string;
  content: string;
  /** 1 when it is done. */
  status: 0 | 1;
}

export type Draft = Omit<Entry, 'id'>;

export const dayOf = ({ scheduleTime }: Pick<Entry, 'scheduleTime'>): string => scheduleTime.slice(0, 10);

/** Sends a change; what is on screen is asked for again, and a refusal has been shown. @returns whether it was taken */
async function send(verb: string, body: object): Promise<boolean> {
  const taken = await call(`sysSchedule/${verb}`, body).then(
    () => true,
    () => false,
  );
  await queryClient.invalidateQueries({ queryKey: ['live', PATH] });
  return taken;
}

export const addEntry = (draft: Draft): Promise<boolean> => send('add', draft);
export const updateEntry = (entry: Entry): Promise<boolean> => send('update', entry);

/** Marks it at once; what the server answers is shown in any case. */
export function setDone({ id }: Entry, done: boolean): Promise<boolean> {
  const status = done ? 1 : 0;
  queryClient.setQueriesData<Entry[]>({ queryKey: ['live', PATH] }, (entries) =>
    entries?.map((entry) => (entry.id === id ? { ...entry, status } : entry)),
  );
  return send('setStatus', { id, status });
}

/** Removes it at once, and offers to bring it back. */
export async function removeEntry(entry: Entry): Promise<void> {
  if (!(await send('delete', entry))) return;
  const { id: _id, ...draft } = entry;
  const action = { label: translate('widgets:tile.undo'), run: () => void addEntry(draft) };
  toast.info(translate('widgets:schedule.removed', { content: entry.content }), { key: 'schedule', action });
}
