import { CALENDAR, hoursText } from '../../contract/period.ts';
import { BEFORE, FILTERS } from '../kit/figures/board.ts';
import { periodTitle } from '../kit/figures/periodText.ts';
import { Choice, Icon, Popover, queryClient, useCaller, useDict, useT } from '../kit/index.ts';
import { PeriodPanel } from './PeriodPanel.tsx';
import { RefVariable } from './RefVariable.tsx';
import { WallButton } from './WallButton.tsx';
import { settingsOf, widgets } from './catalogue.ts';
import type { Tile } from './document.ts';
import type { BoardVariables } from './useBoardValues.ts';
import { RESOURCES } from './values.ts';

const HOURS = [1, 3, 6, 12, 24, 48, 168, 336, 720, 2160];
/** Seconds; 0: only when asked. */
const REFRESHES = [0, 5, 10, 30, 60, 300, 900];
const MINUTE = 60;

/** What every widget that has this setting is set to; undefined when they differ or none has it. */
function commonSetting(tiles: readonly Tile[], name: string): unknown {
  const values = new Set(
    tiles.flatMap((tile) => {
      const widget = widgets.get(tile.widget);
      return widget && name in widget.settings ? [settingsOf(widget, tile.settings, tile.version)[name]] : [];
    }),
  );
  return values.size === 1 ? [...values][0] : undefined;
}

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

/** Every widget asks at once, and then as often as was chosen. */
function Refresh({ refresh, setRefresh }: Pick<BoardVariables, 'refresh' | 'setRefresh'>) {
  const t = useT('widgets');
  const textOf = (seconds: number) =>
    seconds === 0
      ? t('variable.never')
      : t(seconds < MINUTE ? 'variable.seconds' : 'variable.minutes', {
          n: seconds < MINUTE ? seconds : seconds / MINUTE,
        });
  const options = REFRESHES.map((seconds) => ({ value: String(seconds), text: textOf(seconds) }));
  return (
    <>
      <button
        type="button"
        className="dash-quiet"
        aria-label={t('variable.refreshNow')}
        title={t('variable.refreshNow')}
        onClick={() => void queryClient.refetchQueries({ queryKey: ['live'], type: 'active' })}
      >
        <Icon name="refresh" size={14} />
      </button>
      <Choice
        className="dash-choice"
        label={t('variable.refresh')}
        value={refresh === undefined ? '' : String(refresh)}
        options={[{ value: '', text: t('variable.usual') }, ...options]}
        set={(value) => setRefresh(value === '' ? undefined : Number(value))}
      />
    </>
  );
}

function Currency({ tiles, values, set }: Pick<BoardStripProps, 'tiles'> & BoardVariables) {
  const t = useT('widgets');
  const common = commonSetting(tiles, 'currency');
  const codes = useDict('currency').map(({ value }) => String(value));
  const chosen = values.currency ?? '';
  const usual = common === undefined ? t('variable.each') : String(common);
  return (
    <Choice
      className={`dash-choice${chosen ? ' dash-chosen' : ''}`}
      label={t('dashboard.currency')}
      value={chosen}
      options={[
        { value: '', text: chosen ? t('variable.each') : usual },
        ...codes.map((code) => ({ value: code, text: code })),
      ]}
      set={(value) => set('currency', value || undefined)}
    />
  );
}

export interface BoardStripProps {
  tiles: readonly Tile[];
  variables: BoardVariables;
  /** Shows all dashboards in turn, each for so many seconds. */
  wall: (seconds: number) => void;
  add: () => void;
  edit: () => void;
}

/** Period, currency and filters of the whole dashboard, and the ways to change it. */
export function BoardStrip({ tiles, variables, wall, add, edit }: BoardStripProps) {
  const t = useT('widgets');
  const { can } = useCaller();
  const { values, set } = variables;
  const hours = commonSetting(tiles, 'hours');
  const choice = (value: string) => ({ value, text: periodTitle(t, value) });
  return (
    <div className="dash-bar dash-strip">
      <PeriodVariable
        label={t('dashboard.period')}
        value={values.period ?? ''}
        usual={typeof hours === 'number' ? periodTitle(t, hoursText(hours)) : t('variable.each')}
        choices={[
          { value: '', text: t('variable.each') },
          ...[...HOURS.map(hoursText), ...CALENDAR].map(choice),
        ]}
        set={(value) => set('period', value)}
      />
      <PeriodVariable
        label={t('variable.compare')}
        value={values.compare ?? ''}
        usual={t('variable.uncompared')}
        choices={[
          { value: '', text: t('variable.uncompared') },
          { value: BEFORE, text: t('variable.before') },
        ]}
        set={(value) => set('compare', value)}
      />
      <Currency tiles={tiles} {...variables} />
      {FILTERS.filter((name) => can(`${RESOURCES[name]}:page`)).map((name) => (
        <RefVariable key={name} name={name} ids={values[name] ?? []} set={(ids) => set(name, ids)} />
      ))}
      <Refresh {...variables} />
      <WallButton start={wall} />
      <button type="button" className="dash-quiet" title={t('dashboard.add')} onClick={add}>
        <Icon name="plus" size={14} />
        {t('dashboard.widget')}
      </button>
      <button
        type="button"
        className="dash-quiet"
        aria-label={t('dashboard.edit')}
        title={t('dashboard.edit')}
        onClick={edit}
      >
        <Icon name="edit" size={14} />
      </button>
    </div>
  );
}
