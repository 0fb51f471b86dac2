import { CALENDAR, hoursText } from '../../contract/period.ts';
import { BEFORE, type BoardValues, type Variable } from '../kit/figures/board.ts';
import { periodTitle } from '../kit/figures/periodText.ts';
import { Choice, Icon, Popover, useDict, useT } from '../kit/index.ts';
import { PeriodPanel } from './PeriodPanel.tsx';
import { RefVariable } from './RefVariable.tsx';

const HOURS = [1, 3, 6, 12, 24, 48, 168, 336, 720, 2160];

interface PeriodProps {
  label: string;
  /** Empty where none is chosen. */
  value: string;
  /** What is there then. */
  usual: string;
  choices: readonly { value: string; text: string }[];
  set: (value: string | undefined) => void;
}

function PeriodVariable({ label, value, usual, choices, set }: PeriodProps) {
  const t = useT('widgets');
  const text = choices.find((choice) => choice.value === value)?.text ?? periodTitle(t, value);
  const shown = value === '' ? usual : text;
  return (
    <Popover
      className="choice dash-choice"
      label={`${label}: ${shown}`}
      title={label}
      face={
        <>
          <span className={value === '' ? 'pd-muted' : 'dash-chosen'}>{shown}</span>
          <Icon name="down" size={12} />
        </>
      }
    >
      {(close) => (
        <PeriodPanel value={value} choices={choices} set={(next) => set(next || undefined)} close={close} />
      )}
    </Popover>
  );
}

interface VariableInputProps {
  name: Variable;
  /** What it is called; a filter by its own name. */
  label: string;
  values: BoardValues;
  /** What holds where nothing is chosen, where that is known. */
  usual?: string | undefined;
  /** The choice of nothing. */
  none: string;
  set: (value: unknown) => void;
}

function Currency({ label, values, usual, none, set }: Omit<VariableInputProps, 'name'>) {
  const codes = useDict('currency').map(({ value }) => String(value));
  const chosen = values.currency ?? '';
  return (
    <Choice
      className={`dash-choice${chosen ? ' dash-chosen' : ''}`}
      label={label}
      value={chosen}
      options={[
        { value: '', text: chosen ? none : (usual ?? none) },
        ...codes.map((code) => ({ value: code, text: code })),
      ]}
      set={(value) => set(value || undefined)}
    />
  );
}

/** One variable of a dashboard, or of a tile that does not follow it. */
export function VariableInput({ name, ...props }: VariableInputProps) {
  const t = useT('widgets');
  const { label, values, usual, none, set } = props;
  const choice = (value: string) => ({ value, text: periodTitle(t, value) });
  if (name === 'currency') return <Currency {...props} />;
  if (name === 'period')
    return (
      <PeriodVariable
        label={label}
        value={values.period ?? ''}
        usual={usual ?? none}
        choices={[{ value: '', text: none }, ...[...HOURS.map(hoursText), ...CALENDAR].map(choice)]}
        set={set}
      />
    );
  if (name === 'compare')
    return (
      <PeriodVariable
        label={label}
        value={values.compare ?? ''}
        usual={t('variable.uncompared')}
        choices={[
          { value: '', text: t('variable.uncompared') },
          { value: BEFORE, text: t('variable.before') },
        ]}
        set={set}
      />
    );
  return <RefVariable name={name} ids={values[name] ?? []} set={set} />;
}
