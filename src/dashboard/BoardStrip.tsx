import { Choice, formatSpan, Icon, useDict, useT } from '../kit/index.ts';
import { settingsOf, widgets } from './catalogue.ts';
import type { Tile } from './document.ts';

const RANGES = [6, 12, 24, 48, 72, 168];

/** What every widget that has this setting is set to; undefined when they differ or none has it. */
export function commonSetting(tiles: readonly Tile[], name: string): unknown {
  const values = new Set(
    tiles.flatMap((tile) => {
      const widget = widgets.get(tile.widget);
      return widget && name in widget.settings ? [settingsOf(widget, tile.settings, tile.version)[name]] : [];
    }),
  );
  return values.size === 1 ? [...values][0] : undefined;
}

interface BoardStripProps {
  tiles: readonly Tile[];
  setAll: (name: string, value: unknown) => void;
  add: () => void;
  edit: () => void;
}

/** Period and currency of the whole dashboard, and the ways to change it. */
export function BoardStrip({ tiles, setAll, add, edit }: BoardStripProps) {
  const t = useT('widgets');
  const currencies = useDict('currency');
  const hours = commonSetting(tiles, 'hours');
  const currency = commonSetting(tiles, 'currency');
  return (
    <div className="dash-bar dash-strip">
      <Choice
        className="dash-choice"
        label={t('dashboard.period')}
        value={hours === undefined ? undefined : String(hours)}
        options={RANGES.map((range) => ({
          value: String(range),
          text: t('dashboard.last', { span: formatSpan(t, range) }),
        }))}
        set={(value) => setAll('hours', Number(value))}
      />
      <Choice
        className="dash-choice"
        label={t('dashboard.currency')}
        value={currency === undefined ? undefined : String(currency)}
        options={currencies.map(({ value }) => ({ value: String(value), text: String(value) }))}
        set={(value) =>
          setAll('currency', currencies.find((option) => String(option.value) === value)?.value)
        }
      />
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
