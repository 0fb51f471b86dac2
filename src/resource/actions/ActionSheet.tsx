import { type ReactNode, useState } from 'react';
import type { ActionResult } from '../../../contract/calls.ts';
import type { Fields } from '../../../contract/field.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import { Money, State, currentLocale, formatCount, useDict, useT } from '../../kit/index.ts';
import { Sheet } from './Sheet.tsx';
import type { Words } from './texts.ts';
import type { Actions, Pending } from './useActions.ts';

/** Rows a sheet calls by name where no reckoning tells more of them. */
const NAMED = 50;

/** Money columns of a preview added up per currency, in the order a person reads them. */
const SUMMED = ['amount', 'fee', 'net', 'commission'] as const;

export function sumsOf(
  result: ActionResult,
): { currency: string; count: number; sums: Record<string, string> }[] {
  const byCurrency = new Map<string, { count: number; sums: Record<string, InstanceType<typeof Amount>> }>();
  for (const { after } of result.preview ?? []) {
    if (typeof after.currency !== 'string') continue;
    const entry = byCurrency.get(after.currency) ?? { count: 0, sums: {} };
    byCurrency.set(after.currency, entry);
    entry.count += 1;
    for (const name of SUMMED) {
      if (typeof after[name] === 'string')
        entry.sums[name] = (entry.sums[name] ?? new Amount(0)).plus(after[name]);
    }
  }
  return [...byCurrency].map(([currency, { count, sums }]) => ({
    currency,
    count,
    sums: Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, amountText(sum)])),
  }));
}

function Refused({ result, name }: { result: ActionResult; name: (id: string) => string }) {
  const t = useT('grid');
  if (result.refused.length === 0) return null;
  return (
    <>
      <p className="pd-down">{t('sheet.refused', { count: formatCount(result.refused.length) })}</p>
      <ul className="sheet-list">
        {result.refused.slice(0, 50).map((each) => (
          <li key={each.id}>
            <span className="pd-mono">{name(each.id)}</span>
            <span className="pd-muted">{each.message}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function DictInput({
  dict,
  value,
  onChange,
}: {
  dict: string;
  value: string;
  onChange: (value: string | number) => void;
}) {
  const items = useDict(dict);
  return (
    <select
      value={value}
      onChange={(event) =>
        onChange(items.find((item) => String(item.value) === event.target.value)?.value ?? '')
      }
    >
      <option value="">–</option>
      {items.map((item) => (
        <option key={item.value} value={item.value}>
          {item.label}
        </option>
      ))}
    </select>
  );
}

interface InputsProps {
  fields: Fields;
  words: Words;
  values: Record<string, unknown>;
  errors: Readonly<Record<string, string>>;
  onChange: (values: Record<string, unknown>) => void;
}

function Inputs({ fields, words, values, errors, onChange }: InputsProps) {
  return Object.entries(fields).map(([name, field]) => (
    <label key={name} className="sheet-field">
      <span>
        {words.field(name)}
        {field.required && <span className="pd-down"> *</span>}
      </span>
      {field.kind === 'dict' ? (
        <DictInput
          dict={field.dict}
          value={String(values[name] ?? '')}
          onChange={(value) => onChange({ ...values, [name]: value })}
        />
      ) : (
        <textarea
          rows={2}
          maxLength={field.max ?? 200}
          value={String(values[name] ?? '')}
          onChange={(event) => onChange({ ...values, [name]: event.target.value })}
        />
      )}
      {errors[name] && (
        <span className="pd-down" role="alert">
          {errors[name]}
        </span>
      )}
    </label>
  ));
}

interface ActionSheetProps {
  actions: Actions;
  pending: Pending;
  words: Words;
  name: (id: string) => string;
  /** A hand-made body for an action that deserves one. */
  body?: (pending: Pending) => ReactNode;
}

/** What an action would do, from its dry run; the same sheet for one row, a batch and all that match. */
export function ActionSheet({ actions, pending, words, name, body }: ActionSheetProps) {
  const t = useT('grid');
  const { preview, action, count } = pending;
  const { input, danger } = actions.get(action);
  const [values, setValues] = useState<Record<string, unknown>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const able = preview?.done.length ?? 0;
  const judged = able + (preview?.refused.length ?? 0);
  const part = preview !== undefined && (preview.total ?? judged) > judged;
  const verb = words.verb(action, preview && !part ? able : count);

  const commit = async () => {
    if (!input) return actions.commit();
    // The schemas weigh more than all sheets together, and most actions ask for nothing.
    const { fieldsSchema } = await import('../../../contract/validate.ts');
    const checked = fieldsSchema(input, { language: currentLocale(), label: words.field }).safeParse(values);
    if (checked.success) return actions.commit(checked.data as Record<string, unknown>);
    setErrors(
      Object.fromEntries(checked.error.issues.map((issue) => [String(issue.path[0]), issue.message])),
    );
    return false;
  };

  return (
    <Sheet
      title={t('sheet.title', {
        action: words.action(action),
        name: pending.rows.length === 1 ? name(pending.rows[0]!.id) : words.title(),
      })}
      verb={verb}
      ready={preview !== undefined && able > 0}
      busy={actions.busy !== undefined}
      danger={danger === true}
      error={pending.error}
      commit={() => void commit()}
      close={actions.dismiss}
    >
      {!preview && <State kind="loading" text={t('sheet.reckoning')} />}
      {preview && (body?.(pending) ?? <Summary result={preview} able={able} words={words} />)}
      {pending.rows.length > 1 && !preview?.preview?.length && (
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
      {preview && <Refused result={preview} name={name} />}
      {input && <Inputs fields={input} words={words} values={values} errors={errors} onChange={setValues} />}
    </Sheet>
  );
}

function Summary({ result, able, words }: { result: ActionResult; able: number; words: Words }) {
  const t = useT('grid');
  return (
    <dl className="facts">
      <dt>{t('sheet.able')}</dt>
      <dd className="pd-number facts-main">{formatCount(able)}</dd>
      {sumsOf(result).map(({ currency, count, sums }) => (
        <Sums key={currency} currency={currency} count={count} sums={sums} words={words} />
      ))}
    </dl>
  );
}

function Sums({
  currency,
  count,
  sums,
  words,
}: {
  currency: string;
  count: number;
  sums: Record<string, string>;
  words: Words;
}) {
  return (
    <>
      <div className="facts-line" />
      <dt>{currency}</dt>
      <dd className="pd-number">{formatCount(count)}</dd>
      {SUMMED.filter((name) => sums[name] !== undefined).map((name) => [
        <dt key={`${name}.label`}>{words.field(name)}</dt>,
        <dd key={name}>
          <Money amount={sums[name]} currency={currency} />
        </dd>,
      ])}
    </>
  );
}
