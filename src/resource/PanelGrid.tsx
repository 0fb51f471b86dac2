import type { ComponentProps } from 'react';
import type { Words } from './actions/texts.ts';
import { GridState } from './grid/GridState.tsx';
import { ResourceGrid } from './grid/ResourceGrid.tsx';
import type { GridPanel } from './grid/usePanel.ts';
import { useCarry } from './link/useCarry.ts';
import type { Followed } from './link/useFollowed.ts';
import type { RowMenu as Menu } from './RowMenu.tsx';
import { part, usePartReady } from '../kit/index.ts';

type Grid = ComponentProps<typeof ResourceGrid>;

const RowMenu = part(async () => ({ default: (await import('./RowMenu.tsx')).RowMenu }));

interface PanelGridProps extends Pick<Grid, 'columns' | 'rowClasses' | 'visible'> {
  panel: GridPanel;
  tabId: string;
  /** The verbs of the bar, which the menu of a row has too. */
  tools?: ComponentProps<typeof Menu>['tools'];
  /** Of a panel that can follow a colour. */
  linked?: Followed;
  words: Words;
  /** Accessible name of the grid; else the resource's. */
  title?: string;
  onCurrent: NonNullable<Grid['onCurrent']>;
  /** Opens what stands beside the grid; else the peek. */
  onOpen?: () => void;
}

/** A panel's grid with what lies over it: loading, nothing found, refused. */
export function PanelGrid(props: PanelGridProps) {
  const { panel, tabId, tools, linked, words, title, onOpen, rowClasses, ...grid } = props;
  const { model } = panel;
  useCarry(tabId, model, panel.area);
  const isMenuReady = usePartReady(RowMenu);
  return (
    <div className="view-grid" ref={panel.area}>
      <ResourceGrid
        {...grid}
        model={model}
        title={title ?? words.title()}
        {...(rowClasses && { rowClasses })}
        startAt={panel.start.at}
        handle={panel.handle}
        onOpen={onOpen ?? (() => panel.setPeek(true))}
        onMenu={panel.setMenuAt}
      />
      <GridState
        model={model}
        label={words.field}
        linked={linked?.context ?? null}
        title={words.title()}
        onCleared={() => panel.enterGrid(false)}
      />
      {isMenuReady && panel.menuAt && <RowMenu panel={panel} tabId={tabId} at={panel.menuAt} tools={tools} />}
    </div>
  );
}
