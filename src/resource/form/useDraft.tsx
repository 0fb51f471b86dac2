import { Alert, Button, type FormInstance } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { WriteMode } from '../../../contract/validate.ts';
import { useT } from '../../kit/index.ts';
import { type Draft, draftKey, draftOf, drafts } from './drafts.ts';
import { toForm } from './values.ts';

interface UsedDraft {
  /** Remembers what is typed and not saved. */
  keep: () => void;
  /** Forgets it: it was saved or thrown away. */
  drop: () => void;
  /** Goes on with the newest values alone. */
  stop: () => void;
  /** Says that earlier entries are back. */
  note: ReactNode;
}

/** Fills the form: with the row, and with what was typed into it the last time it was left. */
export function useDraft(
  form: FormInstance<Record<string, unknown>>,
  resource: Resource,
  mode: WriteMode,
  row: Row | undefined,
): UsedDraft {
  const t = useT('grid');
  const [place] = useState(() => draftKey(resource.id, row?.id));
  const [draft, setDraft] = useState<Draft | undefined>(() => drafts.get(place));
  useEffect(
    () => form.setFieldsValue({ ...toForm(resource, mode, row), ...draft }),
    [form, resource, mode, row, draft],
  );
  const drop = () => drafts.put(place, undefined);
  const stop = () => setDraft(undefined);
  const startOver = () => {
    drop();
    stop();
  };
  return {
    keep: () => drafts.put(place, draftOf(resource, form.getFieldsValue(), toForm(resource, mode, row))),
    drop,
    stop,
    note: draft && (
      <Alert
        type="info"
        title={t('form.draft')}
        action={
          <Button size="small" onClick={startOver}>
            {t('form.discard')}
          </Button>
        }
        className="form-banner"
      />
    ),
  };
}
