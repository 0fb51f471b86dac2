import { hoursText } from '../../contract/period.ts';
import { type BoardFilter, FILTERS, VARIABLES, type Variable } from '../kit/figures/board.ts';
import { periodTitle } from '../kit/figures/periodText.ts';
import { Choice, Icon, queryClient, useCaller, useT } from '../kit/index.ts';
import { VariableInput } from './VariableInput.tsx';
import { WallButton } from './WallButton.tsx';
import { settingsOf, widgets } from './catalogue.ts';
import type { Tile } from './document.ts';
import type { BoardVariables } from './useBoardValues.ts';
import { RESOURCES } from './values.ts';

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
  const currency = commonSetting(tiles, 'currency');
  const usual: Partial<Record<Variable, string>> = {
    period: typeof hours === 'number' ? periodTitle(t, hoursText(hours)) : t('variable.each'),
    currency: currency === undefined ? t('variable.each') : String(currency),
  };
  const labels: Partial<Record<Variable, string>> = {
    period: t('dashboard.period'),
    currency: t('dashboard.currency'),
  };
  const isFilter = (name: Variable) => FILTERS.some((filter) => filter === name);
  const offered = VARIABLES.filter(
    (name) => !isFilter(name) || can(`${RESOURCES[name as BoardFilter]}:page`),
  );
  return (
    <div className="dash-bar dash-strip">
      {offered.map((name) => (
        <VariableInput
          key={name}
          name={name}
          label={labels[name] ?? t(`variable.${name}`)}
          values={values}
          usual={usual[name]}
          none={t('variable.each')}
          set={(value) => set(name, value)}
        />
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
