import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { whyOf } from '../../contract/validate.ts';
import type { Row } from '../../contract/calls.ts';
import { call, formatCount, toast, useT } from '../kit/index.ts';
import { Sheet } from './actions/Sheet.tsx';
import { commandKey } from '../kit/data/commandKey.ts';
import type { Words } from './actions/texts.ts';
import { labelOf } from './grid/columns.ts';
import type { Resource } from '../../contract/resource.ts';

interface DeleteSheetProps {
  resource: Resource;
  rows: readonly Row[];
  words: Words;
  done: () => void;
  close: () => void;
}

/** Whose deletion takes more away than the rows say: a dry run knows from how many roles. */
const FROM_ROLES: ReadonlySet<string> = new Set(['sysMenu']);

/** What a dry run says beforehand: how many roles lose the rows, or why they stay. */
function useBeforehand({ id }: Resource, rows: readonly Row[]): string | undefined {
  const t = useT('grid');
  const ids = rows.map((row) => row.id);
  const { data, error } = useQuery({
    queryKey: [id, 'delete', ids],
    queryFn: ({ signal }) =>
      call<{ roles: number }>(`${id}/delete`, { ids, dryRun: true }, { customCatch: true, signal }),
    enabled: FROM_ROLES.has(id),
    gcTime: 0,
    retry: false,
  });
  if (error) return error.message;
  return data && data.roles > 0 ? t('delete.roles', { count: data.roles }) : undefined;
}

/** Names what goes away; one verb, no second question. */
export function DeleteSheet({ resource, rows, words, done, close }: DeleteSheetProps) {
  const t = useT('grid');
  const [busy, setBusy] = useState(false);
  const [key] = useState(commandKey);
  const beforehand = useBeforehand(resource, rows);
  const why = whyOf(resource);
  const [reason, setReason] = useState('');
  const body = why === undefined ? {} : { [why]: reason.trim() };

  async function commit(): Promise<void> {
    setBusy(true);
    try {
      for (const row of rows) {
        await call(
          `${resource.id}/delete`,
          { id: row.id, ...body },
          { customCatch: true, idempotencyKey: `${key}:${row.id}` },
        );
      }
      const gone =
        rows.length === 1
          ? labelOf(resource, rows[0]!)
          : t('results.done', { count: formatCount(rows.length) });
      toast.success(t('delete.done'), { key: 'delete', description: `${words.title()} · ${gone}` });
      done();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error), { key: 'delete' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Sheet
      title={t('delete.title', {
        name: rows.length === 1 ? labelOf(resource, rows[0]!) : words.title(),
      })}
      verb={t('delete.verb', { count: rows.length })}
      asks={why !== undefined}
      ready={why === undefined || reason.trim() !== ''}
      danger
      busy={busy}
      commit={() => void commit()}
      close={close}
    >
      <ul className="sheet-list">
        {rows.slice(0, 100).map((row) => (
          <li key={row.id}>
            <span>{labelOf(resource, row)}</span>
            <span className="pd-mono pd-muted">{row.id}</span>
          </li>
        ))}
      </ul>
      {why !== undefined && (
        <label className="sheet-field">
          {words.field(why)}
          <input
            className="pd-input"
            required
            maxLength={resource.fields[why]?.max}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
      )}
      {beforehand && <p role="status">{beforehand}</p>}
    </Sheet>
  );
}
