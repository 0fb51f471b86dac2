import { type ReactNode, useRef } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { Money, State, formatCount, middle, useT } from '../../kit/index.ts';
import { cellText } from '../grid/columns.ts';
import { Decisive } from './Decisive.tsx';
import type { Pending } from './pending.ts';
import { isEstimate, Estimate } from './Estimate.tsx';
import { RefusedRows, Summary, sumsOf, totalOf, triedOf } from './Summary.tsx';
import type { Words } from './texts.ts';
import type { Actions } from './useActions.ts';

/** Rows a sheet calls by name. */
const NAMED = 50;

export type Body = (pending: Pending) => ReactNode;
export type Whom = (row: Row) => string;

interface FiguresProps {
  actions: Actions;
  pending: Pending;
  words: Words;
  name: (id: string) => string;
  body: Body | undefined;
  whom: Whom | undefined;
}

/** The line of a row ends with them. */
const AT_ITS_END: readonly string[] = ['amount', 'currency'];

/** What must be seen of one row before it is decided about, for one line of several. */
const tellOf =
  ({ resource }: Actions, names: readonly string[]): Whom =>
  (row) =>
    names
      .filter((name) => !AT_ITS_END.includes(name))
      .map((name) => resource.fields[name] && cellText(name, resource.fields[name], row, true))
      .filter(Boolean)
      .join(' · ');

/** Several rows by name, each with where its money goes. */
function Named({ rows, name, whom }: { rows: readonly Row[] } & Pick<FiguresProps, 'name' | 'whom'>) {
  const t = useT('grid');
  return (
    <>
      <ul className="sheet-list">
        {rows.slice(0, NAMED).map((row) => (
          <li key={row.id}>
            {/* The name of who is paid needs the room more than all of a number does. */}
            <span className={whom && 'pd-mono'} title={name(row.id)}>
              {whom ? middle(name(row.id), 1, 4) : name(row.id)}
            </span>
            {whom && (
              <>
                <span className="sheet-whom">{whom(row)}</span>
                {row.amount !== undefined && (
                  <Money amount={String(row.amount)} currency={String(row.currency)} code />
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {rows.length > NAMED && (
        <p className="pd-muted">
          {t('sheet.part', { count: formatCount(NAMED), total: formatCount(rows.length) })}
        </p>
      )}
    </>
  );
}

/** What a command comes to, as far as the server has answered, and what is refused of it. */
export function Figures({ actions, pending, words, name, body, whom }: FiguresProps) {
  const t = useT('grid');
  const { preview, rows, count, action, problem } = pending;
  const { on, contextFields, confirm, input } = actions.get(action);
  // Asked about only since some of its rows are out of view, or are many.
  const isAtOnce = !confirm && !input;
  const own = preview && body?.(pending);
  // What was there before anything was typed stays with a refusal of what was: the bounds are in it.
  const first = useRef(on === 'new' ? undefined : preview);
  if (on !== 'new') first.current ??= preview;
  const estimated = [preview, first.current].find((each) => each && isEstimate(each));
  const summed = preview !== undefined && !own && !estimated;
  const [only] = rows;
  const named =
    contextFields ?? (isAtOnce && actions.resource.fields.merchantId ? ['merchantId'] : undefined);
  const line = whom ?? (named && tellOf(actions, named));
  // Where nothing is estimated, as of a row that is refused, its own amount says which it is.
  const plain = summed && sumsOf(preview).length === 0 && actions.resource.fields.amount ? ['amount'] : [];
  const facts = [...new Set([...plain, ...(contextFields ?? [])])];
  const isUnknown = !preview?.preview?.length && !preview?.impact;
  return (
    <>
      {!preview && on !== 'new' && !problem && <State kind="loading" text={t('sheet.estimating')} />}
      {facts.length > 0 && only && count === 1 && !own && (
        <Decisive resource={actions.resource} row={only} names={facts} words={words} />
      )}
      {own}
      {!own && estimated && <Estimate result={estimated} words={words} />}
      {summed && <Summary result={preview} words={words} name={name} />}
      {on !== 'new' && rows.length > 1 && (line || isUnknown) && (
        <Named rows={rows} name={name} whom={line} />
      )}
      {preview && triedOf(preview) < totalOf(preview) && (
        <p className="pd-muted">
          {t('sheet.part', { count: formatCount(triedOf(preview)), total: formatCount(totalOf(preview)) })}
        </p>
      )}
      {preview && !summed && <RefusedRows result={preview} name={name} />}
    </>
  );
}
