import { type Dispatch, type ReactNode, type SetStateAction, useEffect, useRef, useState } from 'react';
import type { Fields } from '../../../contract/field.ts';
import { useT } from '../../kit/index.ts';
import { firstValues } from './Inputs.tsx';
import type { Pending } from './pending.ts';
import { sheetDraft } from './sheetDraft.ts';
import type { Actions } from './useActions.ts';

export type Values = Record<string, unknown>;

/** What changes the figures as soon as it is chosen; a text is not yet what it will be. */
export const decisive = (fields: Fields | undefined, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => ['flag', 'dict'].includes(fields?.[name]?.kind ?? '')),
  );

interface SheetValues {
  values: Values;
  setValues: Dispatch<SetStateAction<Values>>;
  /** Takes what the person typed: keeps it as a draft, and previews what was chosen. */
  change: (next: Values) => void;
  /** True while nothing that decides differs from how the sheet opens. */
  undecided: boolean;
  /** Says that an earlier draft is back, with a way to discard it. */
  note: ReactNode;
}

/** What is in a sheet's fields: the row's own values, what it was opened with, and an earlier draft. */
export function useSheetValues(actions: Actions, pending: Pending): SheetValues {
  const t = useT('grid');
  const { resource } = actions;
  const action = actions.get(pending.action);
  const { input, estimateOn } = action;
  const [start] = useState<Values>(() => ({
    ...firstValues(input, pending.count === 1 ? pending.rows[0] : undefined),
    ...pending.given,
  }));
  // A field may be gone since, and what the sheet was opened with comes from a newer decision.
  const [draft, setDraft] = useState(() => {
    const kept = Object.entries(sheetDraft.of(resource, pending) ?? {});
    const usable = kept.filter(([name]) => input?.[name] && pending.given?.[name] === undefined);
    return usable.length > 0 ? Object.fromEntries(usable) : undefined;
  });
  const [values, setValues] = useState<Values>(() => ({ ...start, ...draft }));

  const chosenIn = (all: Values) => JSON.stringify(decisive(input, all));
  const preview = (next: Values) => {
    if (!estimateOn) void actions.judge(decisive(input, next));
  };
  const change = (next: Values) => {
    setValues(next);
    sheetDraft.keep(resource, action, pending, next, start);
    if (chosenIn(next) !== chosenIn(values)) preview(next);
  };
  // The first preview is of the sheet without its draft.
  const restored = useRef(draft !== undefined && chosenIn(values) !== chosenIn(start));
  const previewed = pending.preview !== undefined;
  useEffect(() => {
    if (!previewed || !restored.current) return;
    restored.current = false;
    preview(values);
  });
  return {
    values,
    setValues,
    change,
    undecided: chosenIn(values) === chosenIn(start),
    note: draft && (
      <p className="sheet-draft" role="status">
        {t('form.draft')}
        <button
          type="button"
          className="link-button"
          onClick={() => {
            change(start);
            setDraft(undefined);
          }}
        >
          {t('form.discard')}
        </button>
      </p>
    ),
  };
}
