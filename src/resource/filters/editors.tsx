import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from 'react';
import type { Field } from '../../../contract/field.ts';
import { Amount, isAmountText } from '../../../contract/money.ts';
import { DictTag, State, preferences, useDict, useT } from '../../kit/index.ts';
import { DateBox } from '../dates/DateBox.tsx';
import { inputInstant, inputText } from '../grid/instantText.ts';
import { type FilterValue, RELATIVES, dayOf, type Range, isRange } from './model.ts';
import { useOptions } from './useOptions.ts';

interface EditorProps<V extends FilterValue = FilterValue> {
  value: V | undefined;
  onChange: (value: V | undefined) => void;
  close: () => void;
}

type List = readonly (string | number)[];

const toggled = (list: List, item: string | number, on: boolean): List | undefined => {
  const next = on ? [...list, item] : list.filter((each) => String(each) !== String(item));
  return next.length > 0 ? next : undefined;
};

/** Space ticks and stays, Enter ticks and is done. */
const tickAndClose = (close: () => void) => (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  if (!event.currentTarget.checked) event.currentTarget.click();
  close();
};

function DictEditor({ dict, value = [], onChange, close }: EditorProps<List> & { dict: string }) {
  return useDict(dict).map((item) => (
    <label key={item.value} className="pop-choice">
      <input
        type="checkbox"
        className="grid-check"
        checked={value.some((each) => String(each) === String(item.value))}
        onChange={(event) => onChange(toggled(value, item.value, event.target.checked))}
        onKeyDown={tickAndClose(close)}
      />
      {dict === 'currency' ? `${item.value}` : <DictTag dict={dict} value={item.value} />}
      {dict === 'currency' && <span className="pd-muted">{item.label}</span>}
    </label>
  ));
}

function RefEditor({ to, value = [], onChange, close }: EditorProps<List> & { to: string }) {
  const t = useT('grid');
  const [keyword, setKeyword] = useState('');
  const asked = useDeferredValue(keyword);
  const { data, isPending, isError, refetch } = useOptions(to, asked);
  // Enter may be faster than the answer: it means the first of what is found for the words that stand there.
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!wanted || asked !== keyword || !data) return;
    setWanted(false);
    const first = data[0];
    if (!first) return;
    if (!value.some((each) => String(each) === first.value)) onChange(toggled(value, first.value, true));
    close();
  }, [wanted, asked, keyword, data, value, onChange, close]);
  return (
    <>
      <input
        className="pd-input pop-search"
        data-first
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={keyword}
        onChange={(event) => {
          setKeyword(event.target.value);
          setWanted(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (keyword.trim() === '') close();
          else setWanted(true);
        }}
      />
      {isPending && <State kind="loading" inline />}
      {isError && <State kind="error" inline retry={() => void refetch()} />}
      {data?.length === 0 && <State kind="empty" inline />}
      {data?.map((option) => (
        <label key={option.value} className="pop-choice">
          <input
            type="checkbox"
            className="grid-check"
            checked={value.some((each) => String(each) === option.value)}
            onChange={(event) => onChange(toggled(value, option.value, event.target.checked))}
            onKeyDown={tickAndClose(close)}
          />
          {option.label}
        </label>
      ))}
    </>
  );
}

/** What is wrong with an end of a range, at its input. */
function Wrong({ id, text }: { id: string; text: string | undefined }) {
  return (
    text && (
      <span id={id} className="pd-down" role="alert">
        {text}
      </span>
    )
  );
}

function PeriodEditor({ value, onChange, close, days }: EditorProps<Range> & { days: boolean }) {
  const t = useT('grid');
  const { timeZone } = preferences();
  const id = useId();
  const [ends, setEnds] = useState<Range>(value?.relative ? {} : (value ?? {}));
  const isCrossed = ({ from, to }: Range) => Boolean(from && to && Date.parse(to) < Date.parse(from));
  const crossed = isCrossed(ends);
  /** An end as its box has it: the wall clock of the zone, or a day where the field is one, as the server is asked for it. */
  const wallOf = (at: string | undefined, end: 'from' | 'to'): string =>
    at && days ? dayOf(at, timeZone, end === 'to' ? 1 : 0) : inputText(at, timeZone);
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
        {(['from', 'to'] as const).map((end) => (
          <div key={end} className="pop-field">
            <label htmlFor={`${id}-${end}`}>{t(`range.${end}`)}</label>
            <DateBox
              id={`${id}-${end}`}
              label={t(`range.${end}`)}
              value={wallOf(ends[end], end)}
              time={!days}
              end={end === 'to'}
              invalid={end === 'to' && crossed}
              describedBy={end === 'to' ? id : undefined}
              onChange={(wall) => put({ [end]: wall && !days ? inputInstant(wall, timeZone) : wall })}
              onEnter={close}
            />
            {end === 'to' && <Wrong id={id} text={crossed ? t('filter.ended') : undefined} />}
          </div>
        ))}
        <span className="pd-muted">{timeZone}</span>
      </div>
    </>
  );
}

function AmountEditor({ value, onChange, close }: EditorProps<Range>) {
  const t = useT('grid');
  const [texts, setTexts] = useState({ from: value?.from ?? '', to: value?.to ?? '' });
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({});
  const id = useId();
  const commit = (form: HTMLFormElement) => {
    const { from, to } = texts;
    const wrong = (['from', 'to'] as const).filter((end) => texts[end] !== '' && !isAmountText(texts[end]));
    const faults = Object.fromEntries(wrong.map((end) => [end, t('filter.notAmount')]));
    if (from && to && wrong.length === 0 && new Amount(from).greaterThan(to)) faults.to = t('filter.crossed');
    setSaid(faults);
    const first = Object.keys(faults)[0];
    if (first) return form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
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
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          {t(end === 'from' ? 'range.least' : 'range.most')}
          <input
            name={end}
            className="pd-input pd-number"
            inputMode="decimal"
            value={texts[end]}
            aria-invalid={said[end] !== undefined}
            aria-describedby={`${id}-${end}`}
            onChange={(event) => {
              setTexts({ ...texts, [end]: event.target.value.trim().replaceAll(',', '') });
              setSaid({});
            }}
          />
          <Wrong id={`${id}-${end}`} text={said[end]} />
        </label>
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

function TextEditor({ value, onChange, close }: EditorProps) {
  const t = useT('grid');
  const [text, setText] = useState(value === undefined ? '' : String(value));
  return (
    <form
      className="pop-fields"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim() === '' ? undefined : text.trim());
        close();
      }}
    >
      <input
        className="pd-input"
        aria-label={t('value')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="pd-button">
        {t('apply')}
      </button>
    </form>
  );
}

/** The panel under a chip, by the kind of its field. */
export function FilterEditor({ field, ...rest }: EditorProps & { field: Field }) {
  const { value } = rest;
  const list = Array.isArray(value) ? (value as List) : undefined;
  const range = isRange(value) ? value : undefined;
  if (field.kind === 'dict') return <DictEditor {...rest} dict={field.dict} value={list} />;
  if (field.kind === 'ref') return <RefEditor {...rest} to={field.to} value={list} />;
  if (field.kind === 'instant' || field.kind === 'date')
    return <PeriodEditor {...rest} value={range} days={field.kind === 'date'} />;
  if (field.filter === 'range') return <AmountEditor {...rest} value={range} />;
  return field.kind === 'flag' ? <FlagEditor {...rest} /> : <TextEditor {...rest} />;
}
