import { type RefObject, useRef, useState } from 'react';
import type { IconName } from '../../contract/icons.ts';
import { type Figures, Icon, formatInstant, useT } from '../kit/index.ts';
import type { BoardValues, Variable } from '../kit/figures/board.ts';
import { Menu, type MenuItem } from './Menu.tsx';
import { OwnValues } from './OwnValues.tsx';
import { copyFigures, copyPicture, showFull } from './copyTile.ts';
import { DaysOf } from './DaysOf.tsx';
import type { TileActions } from './Tile.tsx';

interface TileHeaderProps {
  id: string;
  title: string;
  note: string;
  /** The zone that its days are of, where it has any. */
  days: string | undefined;
  /** Variables of the dashboard that its figures are not narrowed by. */
  ignored: readonly Variable[];
  /** Variables that were set for this tile alone. */
  set: BoardValues;
  stale: boolean;
  staleSince: number | undefined;
  editing: boolean;
  configurable: boolean;
  box: RefObject<HTMLElement | null>;
  /** What it shows as rows, where it shows figures. */
  figures: (() => Figures) | undefined;
  reload: () => void;
  actions: TileActions;
}

type ItemsProps = Pick<
  TileHeaderProps,
  'id' | 'title' | 'editing' | 'configurable' | 'box' | 'figures' | 'reload' | 'actions'
>;

/** What can be done with a tile; while tiles are arranged it has keys of its own. */
function useItems({ id, title, editing, configurable, box, figures, reload, actions }: ItemsProps) {
  const t = useT('widgets');
  const item = (
    key: string,
    icon: IconName,
    run: () => void,
    keys?: string,
    text = t(`tile.${key}`),
  ): MenuItem => ({ key, icon, text, run, ...(keys && { keys }) });
  return [
    ...(configurable ? [item('settings', 'settings', () => actions.configure(id))] : []),
    item('reload', 'refresh', reload),
    item('full', 'maximize', () => void showFull(box.current)),
    item('picture', 'copy', () => void copyPicture(box.current, title)),
    ...(figures ? [item('csv', 'copy', () => void copyFigures(figures()))] : []),
    ...(editing ? [] : [item('edit', 'edit', actions.edit, 'e', t('dashboard.edit'))]),
    item('compact', 'zen', actions.compact, 'g', t('dashboard.compact')),
    item('duplicate', 'plus', () => actions.duplicate(id), editing ? 'd' : undefined),
    item('remove', 'close', () => actions.remove(id), editing ? 'delete' : undefined),
  ];
}

export function TileHeader({
  id,
  title,
  note,
  days,
  ignored,
  set,
  stale,
  staleSince,
  editing,
  configurable,
  box,
  figures,
  reload,
  actions,
}: TileHeaderProps) {
  const t = useT('widgets');
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const names = ignored.map((name) => t(`variable.${name}`)).join(', ');
  const items = useItems({ id, title, editing, configurable, box, figures, reload, actions });
  return (
    <header className="tile-header">
      <h3>{title}</h3>
      {stale && (
        <button type="button" className="tile-stale" onClick={reload} title={t('tile.staleHint')}>
          <Icon name="warning" size={12} />
          {t('tile.stale', { time: formatInstant(staleSince, 'time') })}
        </button>
      )}
      {ignored.length > 0 && (
        <span className="tile-ignored" title={t('variable.ignoredHint', { names })}>
          <Icon name="filter" size={12} />
          <span className="pd-hidden">{t('variable.ignored', { names })}</span>
        </span>
      )}
      <OwnValues values={set} />
      <DaysOf zone={days} />
      <span className="tile-note pd-muted">{note}</span>
      <div className="tile-tools">
        <button
          ref={button}
          type="button"
          className="pd-icon-button tile-more"
          aria-label={t('tile.more', { name: title })}
          title={t('tile.more', { name: title })}
          aria-haspopup="menu"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon name="more" size={14} />
        </button>
        {open && <Menu label={title} items={items} anchor={button} close={() => setOpen(false)} />}
      </div>
    </header>
  );
}
