import { Fragment, useId } from 'react';
import type { Fields } from '../../../contract/field.ts';
import { useT } from '../../kit/index.ts';
import { labelOf } from '../grid/columns.ts';
import { type Body, Figures, type Whom } from './Figures.tsx';
import { Inputs, isLines } from './Inputs.tsx';
import { Sheet } from './Sheet.tsx';
import { ableOf, actedOf, RefusedRows } from './Summary.tsx';
import type { Words } from './texts.ts';
import { type Pending, refusedName } from './pending.ts';
import type { Actions } from './useActions.ts';
import { useCountCheck } from './useCountCheck.tsx';
import { useEarly } from './useEarly.tsx';
import { useLiveFigures } from './useLiveFigures.ts';
import { reckonedFrom, useReckoning } from './useReckoning.ts';
import { useSend, WHOLE } from './useSend.ts';
import { decisive, useSheetValues } from './useSheetValues.tsx';

const pick = (fields: Fields, wanted: (name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => wanted(name)));

/** Typed last, from a phone at hand: below the fold nobody knows that it is asked for. */
const isLast = (name: string): boolean => name === 'otp';

const seen = (told: HTMLElement | null): void => told?.scrollIntoView({ block: 'nearest' });

interface ActionSheetProps {
  actions: Actions;
  pending: Pending;
  words: Words;
  name: (id: string) => string;
  /** A hand-made body for an action that deserves one. */
  body?: Body;
  /** To whom the money of one of several rows goes. */
  whom?: Whom;
}

/** What it was opened for keeps its name, whatever the list behind it shows by now. */
function openedName({ resource }: Actions, { rows }: Pending, id: string): string | undefined {
  const row = rows.find((each) => each.id === id);
  return row && labelOf(resource, row);
}

function Problems({ of }: { of: readonly (string | undefined)[] }) {
  return of.filter(Boolean).map((each) => (
    <p key={each} className="pd-down" role="alert">
      {each}
    </p>
  ));
}

/** What an action would do, from its dry run; the same sheet for one row, a batch and all that match. */
export function ActionSheet({ actions, pending, words, name: loaded, body, whom }: ActionSheetProps) {
  const t = useT('grid');
  const { preview, before, action, count } = pending;
  const name = (id: string) => refusedName(preview, id) ?? openedName(actions, pending, id) ?? loaded(id);
  const { input, danger, on, reckon } = actions.get(action);
  const base = useId();
  const { values, setValues, change, undecided, note } = useSheetValues(actions, pending);
  // A refusal of what was typed is no word on the rows: their figures stay.
  const stands = before ?? preview;
  const able = stands ? ableOf(stands) : 0;
  const unread = useReckoning(actions, pending, values);
  const acted = stands ? actedOf(stands, count) : count;
  const verb = on === 'new' ? words.action(action) : words.verb(action, acted);

  useLiveFigures(actions, pending, {
    ...decisive(input, values),
    ...reckonedFrom(actions.get(action), values),
  });
  const counted = useCountCheck(able > 0 ? stands?.countCheck : undefined);
  const { confirmed } = counted;
  const { wrong, commit: send } = useSend({
    actions,
    pending,
    words,
    base,
    input,
    values,
    setValues,
    confirmed,
  });
  const { early, commit } = useEarly(send, unread, values);

  // Of rows that nothing can be done with nothing is asked.
  const unasked = stands !== undefined && able === 0 && !reckon && undecided;
  const figures = (
    <Figures
      key="figures"
      actions={actions}
      pending={stands === preview ? pending : { ...pending, preview: stands }}
      words={words}
      name={name}
      body={body}
      whom={whom}
    />
  );
  // What the figures come from stands above them, with why there are none.
  const last = reckon?.findLast((each) => input?.[each]);
  const at = [pending.problemAt, last].find((each) => each !== undefined && reckon?.includes(each));
  const said = pending.problem && at !== undefined ? { ...wrong, [at]: pending.problem } : wrong;
  const asks = (key: string, fields: Fields | undefined) =>
    fields && !unasked && Object.keys(fields).length > 0 ? (
      <Inputs
        key={key}
        base={base}
        fields={fields}
        words={words}
        values={values}
        errors={said}
        onChange={change}
      />
    ) : null;
  const answers = (
    <Fragment key="answers">
      {before && preview && (
        <div ref={seen} role="alert">
          <RefusedRows result={preview} name={name} />
        </div>
      )}
      <Problems of={[at === undefined ? pending.problem : undefined, wrong[WHOLE]]} />
    </Fragment>
  );
  const asked = input !== undefined && !unasked;
  const refuse = () => {
    counted.refuse();
    if (asked) void commit(false);
  };
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
      ready={preview !== undefined && ableOf(preview) > 0 && !unread}
      asks={on === 'new'}
      busy={actions.busy !== undefined}
      danger={danger === true}
      lines={isLines(input)}
      error={pending.error}
      faults={Object.keys(wrong).length > 0 ? Object.keys(said).filter((each) => input?.[each]).length : 0}
      commit={() => void commit()}
      unmet={!counted.ready}
      {...(asked && { cancel: actions.discard })}
      {...((asked || !counted.ready) && { refuse })}
      close={actions.dismiss}
      last={[asks('last', input && pick(input, isLast)), counted.field].filter(Boolean)}
    >
      {pending.changed !== undefined && !unasked && (
        <p key={pending.changed} ref={seen} className="sheet-changed" role="alert">
          {t('sheet.changed')}
        </p>
      )}
      {!unasked && note}
      {early}
      {reckon && input
        ? [
            asks(
              'from',
              pick(input, (each) => reckon.includes(each)),
            ),
            figures,
            asks(
              'rest',
              pick(input, (each) => !reckon.includes(each) && !isLast(each)),
            ),
          ]
        : [figures, asks('typed', input && pick(input, (each) => !isLast(each)))]}
      {answers}
    </Sheet>
  );
}
