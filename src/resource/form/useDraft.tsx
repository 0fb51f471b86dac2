import { Alert, Button, type FormInstance } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { WriteMode } from '../../../contract/validate.ts';
import { type Draft, drafts, useT } from '../../kit/index.ts';
import { draftKey, draftOf } from './drafts.ts';
import { toForm } from './values.ts';

/** As inputs hold it: an emptied field is undefined. */
const inForm = (draft: Draft | undefined): Draft | undefined =>
  draft && Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value ?? undefined]));

interface UsedDraft {
  /** Remembers what is typed and not saved. */
  keep: () => void;
  /** Forgets it: it was saved or thrown away. */
  drop: () => void;
  /** Goes on with what is typed by now, over whatever the row becomes. */
  over: () => void;
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
  const [draft, setDraft] = useState<Draft | undefined>(() => inForm(drafts.get(place)));
  useEffect(
    () => form.setFieldsValue({ ...toForm(resource, mode, row), ...draft }),
    [form, resource, mode, row, draft],
  );
  const [earlier, setEarlier] = useState(draft !== undefined);
  const typed = (secrets?: boolean) =>
    draftOf(resource, form.getFieldsValue(), toForm(resource, mode, row), secrets);
  const drop = () => drafts.put(place, undefined);
  const startOver = () => {
    drop();
    setDraft(undefined);
  };
  return {
    keep: () => drafts.put(place, typed()),
    drop,
    over: () => {
      setEarlier(false);
      setDraft(inForm(typed(true)));
    },
    note: earlier && draft && (
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
