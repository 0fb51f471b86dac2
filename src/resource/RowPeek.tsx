import type { ReactNode } from 'react';
import type { Row } from '../../contract/calls.ts';
import { type Field, labelKey } from '../../contract/field.ts';
import type { Resource } from '../../contract/resource.ts';
import { DictTag, Icon, Money, State, formatInstant, localised, useT } from '../kit/index.ts';
import type { Words } from './actions/texts.ts';
import { cellText } from './grid/columns.ts';
import './actions/sheet.css';

function Value({ name, field, row }: { name: string; field: Field; row: Row }): ReactNode {
  const value = row[name];
  if (value === null || value === undefined || value === '') return <span className="pd-muted">–</span>;
  if (field.kind === 'money')
    return (
      <Money
        amount={String(value)}
        currency={String(row[field.currency] ?? '')}
        signed={field.signed ?? false}
      />
    );
  if (field.kind === 'dict' && field.dict !== 'currency') return <DictTag dict={field.dict} value={value} />;
  if (field.kind === 'instant')
    return <span className="pd-number">{formatInstant(String(value), 'full')}</span>;
  if (field.kind === 'json') return <pre className="peek-json">{JSON.stringify(value, null, 2)}</pre>;
  if (field.kind === 'ref') return String(row[labelKey(name)] ?? value);
  return (
    <span className={field.mono ? 'pd-mono' : ''}>
      {field.localised ? localised(value) : cellText(name, field, row, true)}
    </span>
  );
}

interface RowPeekProps {
  resource: Resource;
  row: Row | undefined;
  words: Words;
  close: () => void;
}

/** Every field of the row the person stands on, those without a column too. */
export function RowPeek({ resource, row, words, close }: RowPeekProps) {
  const t = useT('grid');
  const label = row ? String(row[labelKey(resource.label)] ?? row[resource.label] ?? row.id) : words.title();
  return (
    <aside className="dock" aria-label={label}>
      <header className="dock-head">
        <b>{localised(label) || label}</b>
        <button
          type="button"
          className="pd-icon-button"
          aria-label={t('close')}
          title={t('close')}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </header>
      <div className="dock-body">
        {!row && <State kind="empty" text={t('detail.none')} />}
        {row && (
          <dl className="facts">
            {Object.entries(resource.fields)
              .filter(([, field]) => !field.formOnly)
              .map(([name, field]) => [
                <dt key={`${name}.label`}>{words.field(name)}</dt>,
                <dd key={name}>
                  <Value name={name} field={field} row={row} />
                </dd>,
              ])}
          </dl>
        )}
      </div>
    </aside>
  );
}
