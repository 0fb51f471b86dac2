import { Fragment, type ReactNode, useId, useRef, useState } from 'react';
import type { Fields } from '../../../contract/field.ts';
import { State, currentLocale, formatCount, useT } from '../../kit/index.ts';
import { Decisive } from './Decisive.tsx';
import { firstValues, Inputs, isLines } from './Inputs.tsx';
import { isReckoning, Reckoning } from './Reckoning.tsx';
import { Sheet } from './Sheet.tsx';
import { ableOf, RefusedRows, Summary } from './Summary.tsx';
import type { Words } from './texts.ts';
import { type Pending, refusedName } from './pending.ts';
import type { Actions } from './useActions.ts';
import { useLiveFigures } from './useLiveFigures.ts';
import { reckonedFrom, useReckoning } from './useReckoning.ts';
import { useWrong } from './useWrong.ts';

/** Rows a sheet calls by name where no reckoning tells more of them. */
const NAMED = 50;

/** Where what is wrong with all of it is kept: no field has that name. */
const WHOLE = '';

/** What changes the figures as soon as it is chosen; a text is not yet what it will be. */
const decisive = (fields: Fields | undefined, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => ['flag', 'dict'].includes(fields?.[name]?.kind ?? '')),
  );

const seen = (told: HTMLElement | null): void => told?.scrollIntoView({ block: 'nearest' });

interface ActionSheetProps {
  actions: Actions;
  pending: Pending;
  words: Words;
  name: (id: string) => string;
  /** A hand-made body for an action that deserves one. */
  body?: (pending: Pending) => ReactNode;
}

/** What an action would do, from its dry run; the same sheet for one row, a batch and all that match. */
export function ActionSheet({ actions, pending, words, name: loaded, body }: ActionSheetProps) {
  const t = useT('grid');
  const { preview, action, count } = pending;
  const name = (id: string) => refusedName(preview, id) ?? loaded(id);
  const { input, danger, on, reckon, tells } = actions.get(action);
  const base = useId();
  const [values, setValues] = useState(() => ({ ...firstValues(input), ...pending.given }));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const able = preview ? ableOf(preview) : 0;
  const judged = (preview?.done.length ?? 0) + (preview?.refused.length ?? 0);
  // Where all rows are counted nothing is left out.
  const part = preview !== undefined && !preview.reckoned && (preview.total ?? judged) > judged;
  const unread = useReckoning(actions, pending, values);
  const verb = on === 'new' ? words.action(action) : words.verb(action, preview && !part ? able : count);

  useLiveFigures(actions, pending, {
    ...decisive(input, values),
    ...(reckon && reckonedFrom(actions.get(action), values)),
  });
  const wrong = useWrong(base, pending.faults, errors, values, setValues);
  const going = useRef(false);

  const change = (next: Record<string, unknown>) => {
    setValues(next);
    const chosen = decisive(input, next);
    if (!reckon && JSON.stringify(chosen) !== JSON.stringify(decisive(input, values)))
      void actions.judge(chosen);
  };

  const send = async () => {
    if (!input) return actions.commit();
    // The schemas weigh more than all sheets together, and most actions ask for nothing.
    const { fieldsSchema } = await import('../../../contract/validate.ts');
    const checked = fieldsSchema(input, { language: currentLocale(), label: words.input }).safeParse(values);
    setErrors((now) => (Object.keys(now).length > 0 ? {} : now));
    if (checked.success) return actions.commit(checked.data as Record<string, unknown>);
    setErrors(
      Object.fromEntries(
        checked.error.issues.map((issue) => [String(issue.path[0] ?? WHOLE), issue.message]),
      ),
    );
    return false;
  };
  /** A second Enter comes before anything has been drawn. */
  const commit = async () => {
    if (going.current) return;
    going.current = true;
    await send().finally(() => {
      going.current = false;
    });
  };

  const own = preview && body?.(pending);
  // What stood there before anything was typed stays beside a refusal of what was: the bounds are in it.
  const first = useRef(on === 'new' ? undefined : preview);
  if (on !== 'new') first.current ??= preview;
  const reckoned = [preview, first.current].find((each) => each && isReckoning(each));
  const summed = preview !== undefined && !own && !reckoned;
  const [only] = pending.rows;
  const figures = (
    <Fragment key="figures">
      {!preview && on !== 'new' && !pending.problem && <State kind="loading" text={t('sheet.reckoning')} />}
      {tells && only && count === 1 && !own && (
        <Decisive resource={actions.resource} row={only} names={tells} words={words} />
      )}
      {own}
      {!own && reckoned && <Reckoning result={reckoned} words={words} />}
      {preview && summed && <Summary result={preview} words={words} name={name} />}
      {on !== 'new' && pending.rows.length > 1 && !preview?.preview?.length && !preview?.reckoned && (
        <ul className="sheet-list">
          {pending.rows.slice(0, NAMED).map((row) => (
            <li key={row.id}>{name(row.id)}</li>
          ))}
        </ul>
      )}
      {part && (
        <p className="pd-muted">
          {t('sheet.part', { count: formatCount(judged), total: formatCount(preview.total ?? judged) })}
        </p>
      )}
      {preview && !summed && <RefusedRows result={preview} name={name} />}
    </Fragment>
  );
  const typed = (
    <Fragment key="typed">
      {input && (
        <Inputs base={base} fields={input} words={words} values={values} errors={wrong} onChange={change} />
      )}
      {[pending.problem, errors[WHOLE]].filter(Boolean).map((said) => (
        <p key={said} className="pd-down" role="alert">
          {said}
        </p>
      ))}
    </Fragment>
  );
  return (
    <Sheet
      title={
        on === 'new'
          ? words.action(action)
          : t('sheet.title', {
              action: words.action(action),
              name: pending.rows.length === 1 ? name(pending.rows[0]!.id) : words.title(),
            })
      }
      verb={verb}
      ready={preview !== undefined && able > 0 && !unread}
      asks={on === 'new'}
      busy={actions.busy !== undefined}
      danger={danger === true}
      lines={isLines(input)}
      error={pending.error}
      commit={() => void commit()}
      close={actions.dismiss}
    >
      {pending.changed !== undefined && (
        <p key={pending.changed} ref={seen} className="sheet-changed" role="alert">
          {t('sheet.changed')}
        </p>
      )}
      {/* Figures that come from what is typed stand below it: nothing moves under the fingers. */}
      {reckon ? [typed, figures] : [figures, typed]}
    </Sheet>
  );
}
