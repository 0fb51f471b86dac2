import { type RefObject, useRef, useState } from 'react';
import { type Figures, Icon, formatInstant, useT } from '../kit/index.ts';
import type { BoardValues, Variable } from '../kit/figures/board.ts';
import { Menu } from './Menu.tsx';
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
  const items = [
    ...(configurable
      ? [{ key: 'settings', text: t('tile.settings'), run: () => actions.configure(id) }]
      : []),
    { key: 'reload', text: t('tile.reload'), run: reload },
    { key: 'full', text: t('tile.full'), run: () => void showFull(box.current) },
    { key: 'picture', text: t('tile.picture'), run: () => void copyPicture(box.current, title) },
    ...(figures ? [{ key: 'csv', text: t('tile.csv'), run: () => void copyFigures(figures()) }] : []),
    ...(editing ? [] : [{ key: 'edit', text: t('dashboard.edit'), run: actions.edit }]),
    { key: 'duplicate', text: t('tile.duplicate'), run: () => actions.duplicate(id) },
    { key: 'remove', text: t('tile.remove'), run: () => actions.remove(id) },
  ];
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
