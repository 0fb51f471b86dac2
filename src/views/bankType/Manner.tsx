import { DATE_ORDERS, DELIMITERS, ENCODINGS } from '../../../contract/statementFormat.ts';
import { Choice, useT, ZONES } from '../../kit/index.ts';
import { delimiterName } from '../../resource/statements/names.ts';
import type { FormatDraft } from './draft.ts';

interface Option {
  value: string;
  text: string;
}

interface ChosenProps {
  id: string;
  label: string;
  value: string;
  options: readonly Option[];
  /** A person is to decide about it. */
  isDoubtful?: boolean;
  disabled: boolean;
  set: (value: string) => void;
}

/** One of a few, under its label. */
export function Chosen({ id, label, value, options, isDoubtful = false, disabled, set }: ChosenProps) {
  return (
    <div className="format-field">
      <label htmlFor={id}>{label}</label>
      <Choice
        id={id}
        label={label}
        className={`pd-input${isDoubtful ? ' format-doubt' : ''}`}
        value={value}
        disabled={disabled}
        options={options}
        set={set}
      />
    </div>
  );
}

const ZONE = 'Asia/Kolkata';
const NAMES = ['dateOrder', 'decimal', 'zone', 'delimiter', 'encoding'] as const;
type Name = (typeof NAMES)[number];
const USUAL: Readonly<Record<Name, string>> = {
  dateOrder: 'YMD',
  decimal: '.',
  zone: ZONE,
  delimiter: '',
  encoding: '',
};

interface MannerProps {
  id: string;
  draft: FormatDraft;
  doubtful: readonly string[];
  disabled: boolean;
  set: (name: string, value: string | undefined) => void;
}

/** How the bank writes dates, numbers and the file itself. */
export function Manner({ id, draft, doubtful, disabled, set }: MannerProps) {
  const t = useT('bank');
  const valueOf = (name: Name) => (typeof draft[name] === 'string' ? draft[name] : USUAL[name]);
  const detected = { value: '', text: t('bankType.format.detected') };
  const options: Readonly<Record<Name, readonly Option[]>> = {
    dateOrder: DATE_ORDERS.map((value) => ({ value, text: t(`bankBatch.preview.dateOrders.${value}`) })),
    decimal: [
      { value: '.', text: t('bankBatch.preview.decimals.point') },
      { value: ',', text: t('bankBatch.preview.decimals.comma') },
    ],
    zone: [...new Set<string>([...ZONES.map(({ zone }) => zone), valueOf('zone')])].map((value) => ({
      value,
      text: value,
    })),
    delimiter: [
      detected,
      ...DELIMITERS.map((value) => ({
        value,
        text: t(`bankBatch.preview.delimiters.${delimiterName(value)}`),
      })),
    ],
    encoding: [detected, ...ENCODINGS.map((value) => ({ value, text: value }))],
  };
  return NAMES.map((name) => (
    <Chosen
      key={name}
      id={`${id}-${name}`}
      label={t(`bankBatch.preview.manner.${name}`)}
      value={valueOf(name)}
      options={options[name]}
      isDoubtful={doubtful.includes(name)}
      disabled={disabled}
      set={(value) => set(name, value === '' ? undefined : value)}
    />
  ));
}
