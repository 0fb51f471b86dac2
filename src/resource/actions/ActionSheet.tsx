import { type ReactNode, useId } from 'react';
import type { Fields } from '../../../contract/field.ts';
import type { Resource } from '../../../contract/resource.ts';
import { useT } from '../../kit/index.ts';
import { labelOf } from '../grid/columns.ts';
import { describeRow } from '../grid/describeRow.ts';
import { type Body, Figures, type Whom } from './Figures.tsx';
import { Inputs, hasLines } from './Inputs.tsx';
import { PasskeyConfirm } from './PasskeyConfirm.tsx';
import { Sheet } from './Sheet.tsx';
import { ableOf, actedOf, RefusedRows } from './Summary.tsx';
import type { Words } from './texts.ts';
import { type Pending, refusedName } from './pending.ts';
import type { Actions } from './useActions.ts';
import { turnVerb } from './turn.ts';
import { useCountCheck } from './useCountCheck.tsx';
import { useEarly } from './useEarly.tsx';
import { useLiveFigures } from './useLiveFigures.ts';
import { estimateInputs, useEstimate } from './useEstimate.ts';
import { useSend, WHOLE } from './useSend.ts';
import { decisive, useSheetValues } from './useSheetValues.tsx';

const pick = (fields: Fields, wanted: (name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => wanted(name)));

/** Typed last, from a phone at hand: below the fold nobody knows that it is asked for. */
const isLast = (name: string): boolean => name === 'otp';

const seen = (part: HTMLElement | null): void => part?.scrollIntoView({ block: 'nearest' });

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

/** The one row that it is about, by number, amount and owner: the title has room for the number alone. */
function Subject({ resource, rows }: { resource: Resource; rows: Pending['rows'] }) {
  const { amount, merchantId } = resource.fields;
  const [only] = rows.length === 1 ? rows : [];
  if (!only || !(amount || merchantId)) return null;
  return <p className="sheet-subject">{describeRow(resource, only)}</p>;
}

function Problems({ of }: { of: readonly (string | undefined)[] }) {
  return of.filter(Boolean).map((each) => (
    <p key={each} className="pd-down" role="alert">
      {each}
    </p>
  ));
}

/** What is typed into the sheet, what is wrong with it, and how it is sent. */
function useSheet({ actions, pending, words }: Pick<ActionSheetProps, 'actions' | 'pending' | 'words'>) {
  const { preview, before } = pending;
  const action = actions.get(pending.action);
  const { input, estimateOn } = action;
  const base = useId();
  const typed = useSheetValues(actions, pending);
  const { values, setValues, undecided } = typed;
  // A refusal of what was typed is no word on the rows: their figures stay.
  const shown = before ?? preview;
  const able = shown ? ableOf(shown) : 0;
  const unread = useEstimate(actions, pending, values);
  useLiveFigures(actions, pending, { ...decisive(input, values), ...estimateInputs(action, values) });
  const counted = useCountCheck(able > 0 ? shown?.countCheck : undefined);
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
  const unasked = shown !== undefined && able === 0 && !estimateOn && undecided;
  // What the figures come from is above them, with why there are none.
  const last = estimateOn?.findLast((each) => input?.[each]);
  const at = [pending.problemAt, last].find((each) => each !== undefined && estimateOn?.includes(each));
  const problems = pending.problem && at !== undefined ? { ...wrong, [at]: pending.problem } : wrong;
  return { ...typed, action, base, shown, unread, counted, wrong, early, commit, unasked, at, problems };
}

type SheetModel = ReturnType<typeof useSheet>;

/** The inputs whose names are wanted; null where none of them is asked for. */
function inputsOf(
  sheet: SheetModel,
  words: Words,
  key: string,
  wanted: (name: string) => boolean,
): ReactNode {
  const { input } = sheet.action;
  const fields = input && pick(input, wanted);
  if (!fields || sheet.unasked || Object.keys(fields).length === 0) return null;
  return (
    <Inputs
      key={key}
      base={sheet.base}
      fields={fields}
      words={words}
      values={sheet.values}
      errors={sheet.problems}
      onChange={sheet.change}
    />
  );
}

interface PartsProps extends Pick<ActionSheetProps, 'words' | 'pending'> {
  resource: Resource;
  sheet: SheetModel;
  figures: ReactNode;
  name: (id: string) => string;
}

/** Figures and what is asked for: what the figures come from is above them, everything else below. */
function Parts({ resource, sheet, words, pending, figures, name }: PartsProps) {
  const t = useT('grid');
  const { estimateOn = [] } = sheet.action;
  const { changed, preview, before, problem } = pending;
  return (
    <>
      <Subject resource={resource} rows={pending.rows} />
      {changed !== undefined && !sheet.unasked && (
        <p key={changed} ref={seen} className="sheet-changed" role="alert">
          {t('sheet.changed')}
        </p>
      )}
      {!sheet.unasked && sheet.note}
      {sheet.early}
      {inputsOf(sheet, words, 'from', (each) => estimateOn.includes(each))}
      {figures}
      {inputsOf(sheet, words, 'rest', (each) => !estimateOn.includes(each) && !isLast(each))}
      {before && preview && (
        <div ref={seen} role="alert">
          <RefusedRows result={preview} name={name} />
        </div>
      )}
      <Problems of={[sheet.at === undefined ? problem : undefined, sheet.wrong[WHOLE]]} />
    </>
  );
}

/** What an action would do, from its dry run; the same sheet for one row, a batch and all that match. */
export function ActionSheet({ actions, pending, words, name: loaded, body, whom }: ActionSheetProps) {
  const t = useT('grid');
  const { preview, action, count, rows } = pending;
  const name = (id: string) => refusedName(preview, id) ?? openedName(actions, pending, id) ?? loaded(id);
  const sheet = useSheet({ actions, pending, words });
  const { shown, unread, counted, wrong, problems, commit } = sheet;
  const { input, danger, on } = sheet.action;
  const asked = input !== undefined && !sheet.unasked;
  const verb = words.action(action);
  const refuse = () => {
    counted.refuse();
    if (asked) void commit(false);
  };
  const opened = { action: verb, name: rows.length === 1 ? name(rows[0]!.id) : words.title() };
  return (
    <Sheet
      title={on === 'new' ? verb : t('sheet.title', opened)}
      verb={
        turnVerb(shown) ?? (on === 'new' ? verb : words.verb(action, shown ? actedOf(shown, count) : count))
      }
      ready={preview !== undefined && ableOf(preview) > 0 && !unread}
      asks={on === 'new'}
      busy={actions.busy !== undefined}
      danger={danger === true}
      lines={hasLines(input)}
      error={pending.error}
      faults={
        Object.keys(wrong).length > 0 ? Object.keys(problems).filter((each) => input?.[each]).length : 0
      }
      commit={() => void commit()}
      unmet={!counted.ready}
      {...(asked && { cancel: actions.discard })}
      {...((asked || !counted.ready) && { refuse })}
      close={actions.dismiss}
      last={[
        inputsOf(sheet, words, 'last', isLast),
        sheet.action.otp && asked && (
          <PasskeyConfirm
            key="passkey"
            otp={sheet.values.otp}
            change={(otp) => sheet.change({ ...sheet.values, otp })}
            commit={() => void commit()}
          />
        ),
        counted.field,
      ].filter(Boolean)}
    >
      <Parts
        resource={actions.resource}
        sheet={sheet}
        words={words}
        pending={pending}
        name={name}
        figures={
          <Figures
            actions={actions}
            pending={shown === preview ? pending : { ...pending, preview: shown }}
            words={words}
            name={name}
            body={body}
            whom={whom}
          />
        }
      />
    </Sheet>
  );
}
