import { type ReactNode, Suspense } from 'react';
import type { Row } from '../../contract/calls.ts';
import type { Field } from '../../contract/field.ts';
import { isNoteSubject } from '../../contract/orderNote.ts';
import type { Resource } from '../../contract/resource.ts';
import { DictTag, Money, State, formatInstant, part, useT } from '../kit/index.ts';
import type { Words } from './actions/texts.ts';
import { cellText, isName, labelOf } from './grid/columns.ts';
import { known } from '../kit/data/known.ts';
import { partsOf } from './sections.ts';
import { Address } from './ui/Address.tsx';
import { AskedNote } from './ui/AskedNote.tsx';
import { DockBody } from './ui/DockBody.tsx';
import { DockHead } from './ui/DockHead.tsx';
import { TraceText } from './ui/TraceLink.tsx';
import { NameText } from './ui/NameText.tsx';
import { Fact } from './ui/Fact.tsx';
import './actions/sheet.css';

const Notes = part(async () => ({ default: (await import('./notes/Notes.tsx')).Notes }));

const DrawnFacts = part(async () => ({
  default: (await import('./form/drawn/DrawnFacts.tsx')).DrawnFacts,
}));

const isDrawn = (field: Field): boolean => field.kind === 'json' && field.drawn !== undefined;

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

function Value({ name, field, row }: { name: string; field: Field; row: Row }): ReactNode {
  const t = useT('grid');
  const value = row[name];
  if (isNothing(value)) return <span className="pd-muted">{cellText(name, field, row, true) || '–'}</span>;
  if (field.kind === 'money')
    return (
      <Money
        amount={String(value)}
        currency={field.price ? '' : String(row[field.currency] ?? '')}
        signed={field.signed ?? false}
      />
    );
  if (field.kind === 'dict' && field.dict !== 'currency') return <DictTag dict={field.dict} value={value} />;
  if (field.kind === 'instant')
    return (
      <span className="pd-number" title={formatInstant(String(value), 'full')}>
        {formatInstant(String(value))}
      </span>
    );
  if (field.kind === 'json' && !field.by && !field.several)
    return <pre className="peek-json">{JSON.stringify(value, null, 2)}</pre>;
  if (field.kind === 'flag') return t(value === true ? 'yes' : 'no');
  const text = cellText(name, field, row, true);
  if (name === 'traceId') return <TraceText traceId={value} text={text} />;
  return (
    <span className={field.mono ? 'pd-mono' : ''}>
      {field.kind === 'url' ? <Address text={text} /> : isName(field) ? <NameText text={text} /> : text}
    </span>
  );
}

/** What needs the whole width. */
const isLong = (field: Field): boolean =>
  (field.kind === 'json' && !field.several) ||
  field.kind === 'url' ||
  (field.kind === 'text' && (field.max ?? 200) > 300);

/** What stands beside a list for the row the person is on. */
export interface PeekProps {
  resource: Resource;
  row: Row | undefined;
  words: Words;
  close: () => void;
}

/** Every field of the row the person stands on, below `first`, but those that `children` show better, those without a column too. */
export function RowPeek({
  resource,
  row,
  words,
  close,
  without = [],
  first,
  children,
}: PeekProps & { without?: readonly string[]; first?: ReactNode; children?: ReactNode }) {
  const t = useT('grid');
  const label = row ? labelOf(resource, row) : words.title();
  return (
    <aside className="dock" aria-label={label}>
      <DockHead title={label} close={close} />
      <DockBody>
        {!row && <State kind="empty" text={t('detail.none')} />}
        {row && <AskedNote row={row} />}
        {row && first}
        {row &&
          partsOf(
            Object.entries(known(resource).fields).filter(
              ([name, field]) => !field.formOnly && !isDrawn(field) && !without.includes(name),
            ),
          ).map((part) => (
            <section key={part.section ?? ''} aria-label={part.section && t(`sections.${part.section}`)}>
              {part.section && <h3 className="dock-section">{t(`sections.${part.section}`)}</h3>}
              <dl className="facts">
                {part.fields.map(([name, field]) => (
                  <Fact key={name} label={words.field(name)} long={isLong(field) && !isNothing(row[name])}>
                    <Value name={name} field={field} row={row} />
                  </Fact>
                ))}
              </dl>
            </section>
          ))}
        {row && Object.values(known(resource).fields).some(isDrawn) && (
          <Suspense>
            <DrawnFacts resource={resource} row={row} />
          </Suspense>
        )}
        {row && children}
        {row && isNoteSubject(resource.id) && (
          <Suspense>
            <Notes target={{ subject: resource.id, id: row.id }} visible />
          </Suspense>
        )}
      </DockBody>
    </aside>
  );
}
