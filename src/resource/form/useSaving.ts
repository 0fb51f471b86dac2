import { useState } from 'react';
import { askedOf } from '../../../contract/asked.ts';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { call, isCallError, toast, useT } from '../../kit/index.ts';
import type { Words } from '../actions/texts.ts';
import { cellText, labelOf } from '../grid/columns.ts';
import { fieldFaults } from './faults.ts';
import { createSubmission } from './submission.ts';
import type { useDraft } from './useDraft.tsx';
import { type FaultsProps, sentences, useFaults } from './useFaults.ts';
import { problems, toWrite } from './values.ts';

const SYSTEM_KEYS = new Set(['id', 'version']);

/** What others made of the row since it was read, as a list shows it. */
function changesOf({ fields }: Resource, before: Row, now: Row, words: Words): string[] {
  const text = (row: Row, name: string) => JSON.stringify(row[name] ?? null);
  return Object.entries(fields)
    .filter(([name]) => !SYSTEM_KEYS.has(name) && text(before, name) !== text(now, name))
    .map(([name, field]) => `${words.field(name)}: ${cellText(name, field, now, true) || '–'}`);
}

interface SavingProps extends FaultsProps {
  setRow: (row: Row) => void;
  draft: ReturnType<typeof useDraft>;
  saved: (row: Row) => void;
  /** What is sent of what was written, where that is of another shape. */
  asBody?: (written: Record<string, unknown>) => Record<string, unknown>;
  /** Another form is in force by now: it is read again, over what is typed. */
  formChanged?: () => Promise<unknown>;
}

/** Writes what the form holds. Where the row has changed meanwhile it is read again, and `stale` lists the changes. */
export function useSaving({ setRow, draft, saved, asBody, formChanged, ...props }: SavingProps) {
  const { resource, mode, row, words } = props;
  const t = useT('grid');
  const { count, show, mend } = useFaults(props);
  const [stale, setStale] = useState<readonly string[]>();
  const [busy, setBusy] = useState(false);
  const [submission] = useState(createSubmission);

  async function reread(): Promise<void> {
    const fresh = await call<Row>(`${resource.id}/detail`, undefined, {
      query: { id: row!.id },
      customCatch: true,
    });
    draft.over();
    setStale(changesOf(resource, row!, fresh, words));
    setRow(fresh);
  }

  async function save(values: Record<string, unknown>): Promise<void> {
    if (busy) return;
    const written = toWrite(resource, mode, values, row);
    if (mode === 'update' && Object.keys(written).every((name) => SYSTEM_KEYS.has(name))) {
      return toast.info(t('form.unchanged'), { key: 'form' });
    }
    const found = problems(resource, mode, written, sentences(words));
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const body = asBody?.(written) ?? written;
    try {
      const answer = await call<Row>(`${resource.id}/${mode}`, body, {
        customCatch: true,
        idempotencyKey: submission.keyOf(body),
      });
      const kept: Row = { ...row, ...body, ...answer };
      const name = labelOf(resource, kept);
      const description = [words.title(), name !== kept.id && name].filter(Boolean).join(' · ');
      // A record that somebody else decides is written, and nothing has come of it yet.
      if (askedOf(kept)) toast.info(t('waiting'), { key: 'form', description });
      else toast.success(t('done'), { key: 'form', description });
      draft.drop();
      saved(answer ?? row);
    } catch (error) {
      submission.failed(error);
      const faults = fieldFaults(error, resource);
      if (faults) show(faults);
      else if (isCallError(error) && error.errorCode === 'staleVersion' && row)
        await reread().catch(() => undefined);
      else if (isCallError(error) && error.errorCode === 'formChanged' && formChanged) {
        toast.warning(error.message, { key: 'form', description: t('form.reread') });
        draft.over();
        await formChanged();
      } else toast.error(error instanceof Error ? error.message : String(error), { key: 'form' });
    } finally {
      setBusy(false);
    }
  }

  return { count, stale, busy, save, mend };
}
