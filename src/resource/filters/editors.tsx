import { useId, useState } from 'react';
import { splitTexts } from '../../../contract/anyId.ts';
import { type Exclusion, isExclusion, takesExclusion } from '../../../contract/exclusion.ts';
import type { Field } from '../../../contract/field.ts';
import { Amount, isAmountText } from '../../../contract/money.ts';
import { preferences, useT } from '../../kit/index.ts';
import { FieldInput } from '../../kit/inputs/FieldInput.tsx';
import { ManyInput } from '../../kit/inputs/ManyInput.tsx';
import { type FilterValue, RELATIVES, dayOf, type Range, isRange } from './model.ts';
import { pasteLines } from './pasteLines.ts';

export interface EditorProps<V extends FilterValue = FilterValue> {
  field: Field;
  value: V | undefined;
  onChange: (value: V | undefined) => void;
  close: () => void;
}

const ENDS = ['from', 'to'] as const;

interface EndProps {
  id: string;
  field: Field;
  label: string;
  end: (typeof ENDS)[number];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  onEnter?: (() => void) | undefined;
  /** What is wrong with it. */
  wrong: string | undefined;
}

/** One end of a range. */
function End({ id, label, end, wrong, onChange, ...rest }: EndProps) {
  return (
    <div className="pop-field">
      <label htmlFor={`${id}-${end}`}>{label}</label>
      <FieldInput
        {...rest}
        id={`${id}-${end}`}
        label={label}
        end={end === 'to'}
        error={wrong && `${id}-${end}-wrong`}
        onChange={(value) => onChange(value === undefined ? undefined : String(value))}
      />
      {wrong && (
        <span id={`${id}-${end}-wrong`} className="pd-down" role="alert">
          {wrong}
        </span>
      )}
    </div>
  );
}

const isCrossed = ({ from, to }: Range) => Boolean(from && to && Date.parse(to) < Date.parse(from));

function PeriodEditor({ field, value, onChange, close }: EditorProps<Range>) {
  const t = useT('grid');
  const { timeZone } = preferences();
  const id = useId();
  const [ends, setEnds] = useState<Range>(value?.relative ? {} : (value ?? {}));
  /** A day where the field is one, as the server is asked for it. */
  const endOf = (end: 'from' | 'to') =>
    field.kind === 'date' && ends[end] ? dayOf(ends[end], timeZone, end === 'to' ? 1 : 0) : ends[end];
  const put = (change: Range) => {
    const next = { ...ends, ...change };
    setEnds(next);
    // The list keeps what it shows until the range can hold anything.
    if (!isCrossed(next)) onChange(next.from || next.to ? next : undefined);
  };
  return (
    <>
      {RELATIVES.map((relative) => (
        <button
          key={relative}
          type="button"
          className="pop-item"
          aria-pressed={value?.relative === relative}
          onClick={() => {
            onChange({ relative });
            close();
          }}
        >
          {t(`range.${relative}`)}
        </button>
      ))}
      <div className="pop-line" />
      <div className="pop-fields">
        {ENDS.map((end) => (
          <End
            key={end}
            id={id}
            field={field}
            label={t(`range.${end}`)}
            end={end}
            value={endOf(end)}
            onChange={(at) => put({ [end]: at })}
            onEnter={close}
            wrong={end === 'to' && isCrossed(ends) ? t('filter.ended') : undefined}
          />
        ))}
        <span className="pd-muted">{timeZone}</span>
      </div>
    </>
  );
}

function AmountEditor({ field, value, onChange, close }: EditorProps<Range>) {
  const t = useT('grid');
  const [texts, setTexts] = useState({ from: value?.from ?? '', to: value?.to ?? '' });
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const id = useId();
  const commit = (form: HTMLFormElement) => {
    const { from, to } = texts;
    const wrong = ENDS.filter((end) => texts[end] !== '' && !isAmountText(texts[end]));
    const found = Object.fromEntries(wrong.map((end) => [end, t('filter.notAmount')]));
    if (from && to && wrong.length === 0 && new Amount(from).greaterThan(to)) found.to = t('filter.crossed');
    setFaults(found);
    const first = Object.keys(found)[0];
    if (first) return form.querySelector<HTMLElement>(`[id="${id}-${first}"]`)?.focus();
    onChange(from || to ? { ...(from && { from }), ...(to && { to }) } : undefined);
    close();
  };
  return (
    <form
      className="pop-fields"
      onSubmit={(event) => {
        event.preventDefault();
        commit(event.currentTarget);
      }}
    >
      {ENDS.map((end) => (
        <End
          key={end}
          id={id}
          field={field}
          label={t(end === 'from' ? 'range.least' : 'range.most')}
          end={end}
          value={texts[end]}
          onChange={(typed = '') => {
            setTexts({ ...texts, [end]: typed.trim().replaceAll(',', '') });
            setFaults({});
          }}
          wrong={faults[end]}
        />
      ))}
      <button type="submit" className="pd-button">
        {t('apply')}
      </button>
    </form>
  );
}

function FlagEditor({ value, onChange, close }: EditorProps) {
  const t = useT('grid');
  return ([true, false] as const).map((choice) => (
    <button
      key={String(choice)}
      type="button"
      className="pop-item"
      aria-pressed={value === choice}
      onClick={() => {
        onChange(choice);
        close();
      }}
    >
      {t(choice ? 'yes' : 'no')}
    </button>
  ));
}

/** What a filter compares with is one line, whatever the field itself may hold; thousands of numbers may be pasted. */
function TextEditor({ value, onChange, close }: EditorProps) {
  const t = useT('grid');
  const [typed, setTyped] = useState(value === undefined ? '' : String(value));
  return (
    <form
      className="pop-fields"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.trim() === '' ? undefined : typed.trim());
        close();
      }}
    >
      <input
        className="pd-input"
        aria-label={t('value')}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPaste={(event) => {
          const next = pasteLines(event);
          if (next !== undefined) setTyped(next);
        }}
      />
      <button type="submit" className="pd-button">
        {t('apply')}
      </button>
    </form>
  );
}

/** The values that an editor shows, whether they are wanted or left out. */
function valuesOf(field: Field, value: FilterValue | undefined): FilterValue | undefined {
  if (!isExclusion(value)) return value;
  return field.kind === 'dict' || field.kind === 'ref' ? value.not : value.not.join(', ');
}

/** Several texts are left out by one filter; wanted is one, with whatever commas it has. */
const leftOut = (value: FilterValue): Exclusion => ({
  not: Array.isArray(value) ? (value as Exclusion['not']) : splitTexts(String(value)),
});

interface SenseProps {
  without: boolean;
  onChange: (without: boolean) => void;
}

/** Whether the values are those wanted or those left out. */
function Sense({ without, onChange }: SenseProps) {
  const t = useT('grid');
  return (
    <div className="pop-sense">
      {[false, true].map((each) => (
        <button
          key={String(each)}
          type="button"
          className="pd-button"
          aria-pressed={without === each}
          onClick={() => onChange(each)}
        >
          {t(each ? 'filter.without' : 'filter.only')}
        </button>
      ))}
    </div>
  );
}

/** An editor of values that may be wanted or left out. */
function EitherEditor({ field, value, onChange, close }: EditorProps) {
  const [without, setWithout] = useState(isExclusion(value));
  const values = valuesOf(field, value);
  const put = (next: FilterValue | undefined, out = without): void => {
    onChange(next !== undefined && out ? leftOut(next) : next);
  };
  const list = Array.isArray(values) ? (values as readonly (string | number)[]) : undefined;
  return (
    <>
      {field.kind === 'dict' || field.kind === 'ref' ? (
        <ManyInput field={field} value={list} onChange={put} onEnter={close} />
      ) : (
        <TextEditor field={field} value={values} onChange={put} close={close} />
      )}
      <Sense
        without={without}
        onChange={(next) => {
          setWithout(next);
          if (values !== undefined) put(values, next);
        }}
      />
    </>
  );
}

/** The panel under a chip, by the kind of its field. */
export function FilterEditor({ field, ...rest }: EditorProps) {
  const range = isRange(rest.value) ? rest.value : undefined;
  if (field.kind === 'instant' || field.kind === 'date')
    return <PeriodEditor {...rest} field={field} value={range} />;
  if (field.filter === 'range') return <AmountEditor {...rest} field={field} value={range} />;
  if (field.kind === 'flag') return <FlagEditor {...rest} field={field} />;
  return takesExclusion(field) ? (
    <EitherEditor {...rest} field={field} />
  ) : (
    <TextEditor {...rest} field={field} />
  );
}
