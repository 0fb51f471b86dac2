import { type ComponentType, useCallback, useEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useCommands, useT } from '../../kit/index.ts';
import { idOf } from '../../resource/actions/commandId.ts';
import { closeLast } from '../../resource/closeLast.ts';
import { FilterBar } from '../../resource/filters/FilterBar.tsx';
import type { Filters } from '../../resource/filters/model.ts';
import type { FormExtraProps } from '../../resource/form/FormSheet.tsx';
import { ColumnChooser } from '../../resource/grid/ColumnChooser.tsx';
import { Footer } from '../../resource/grid/Footer.tsx';
import { useGridCommands } from '../../resource/grid/useGridCommands.ts';
import { listTitle } from '../../resource/listTitle.ts';
import { PanelAside } from '../../resource/PanelAside.tsx';
import { PanelGrid } from '../../resource/PanelGrid.tsx';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import type { ResourcePanel } from '../../resource/useResourcePanel.ts';

export type SideName = 'types' | 'items';

interface DictSideProps {
  name: SideName;
  panel: ResourcePanel;
  front: SideName;
  setFront: (side: SideName) => void;
  /** Where forms, sheets and the peek of the side with the keys are drawn. */
  aside: HTMLElement | null;
  form?: ComponentType<FormExtraProps>;
  /** Filters that the person neither sees nor clears. */
  fixed?: Filters;
}

const NONE: Filters = {};

const CHIPS = ['status'];
const GRID = '[role="grid"]';

/** The keys of the side under the keyboard, and the way to the other one. */
function FrontKeys({ panel, name }: Pick<DictSideProps, 'panel' | 'name'>) {
  const t = useT('platform');
  const other = () =>
    panel.area.current
      ?.closest('.dicts')
      ?.querySelector<HTMLElement>(`[data-side]:not([data-side="${name}"]) ${GRID}`);
  useGridCommands({
    tabId: panel.tabId,
    panel,
    busy: panel.actions.busy,
    peek: () => panel.setPeek(!panel.peek),
    open: () => panel.setPeek(true),
    back: () => closeLast(panel),
    more: [
      ...panel.commands,
      {
        id: 'dicts.side',
        label: () => t('sysDictData.otherSide'),
        icon: 'columns',
        keys: ['w'],
        rowless: true,
        guard: 0,
        shown: true,
        run() {
          other()?.dispatchEvent(new CustomEvent('dicts-enter', { bubbles: true }));
        },
      },
    ],
  });
  return null;
}

/** The verbs of the other side: its buttons work, its keys are those of the one in front. */
function IdleVerbs({ panel }: Pick<DictSideProps, 'panel'>) {
  useCommands(
    panel.tabId,
    panel.commands.map((command) => ({ ...command, keys: [] })),
  );
  return null;
}

/** One of the two lists with its bar, its grid and its foot. */
export function DictSide({ name, panel, front, setFront, aside, form, fixed = NONE }: DictSideProps) {
  const { model, words, actions, tabId, area, focusGrid } = panel;
  const { resource } = model;
  const isFront = front === name;
  useEffect(() => {
    const box = area.current?.closest<HTMLElement>('[data-side]');
    const take = (): void => setFront(name);
    const enter = (): void => {
      take();
      focusGrid();
    };
    box?.addEventListener('focusin', take);
    box?.addEventListener('pointerdown', take);
    box?.addEventListener('dicts-enter', enter);
    return () => {
      box?.removeEventListener('focusin', take);
      box?.removeEventListener('pointerdown', take);
      box?.removeEventListener('dicts-enter', enter);
    };
  }, [area, name, setFront, focusGrid]);
  const setFilters = useCallback((next: Filters) => model.setFilters({ ...next, ...fixed }), [model, fixed]);
  const own = Object.fromEntries(Object.entries(panel.state.filters).filter(([field]) => !(field in fixed)));
  const names = actions.names.join(' ');
  const tools = useMemo(
    () => ({
      buttons: ['add', 'update', ...names.split(' ')].map((verb) => idOf(resource, verb)),
      primary: idOf(resource, 'add'),
      more: [idOf(resource, 'delete')],
      danger: new Set([idOf(resource, 'delete')]),
    }),
    [resource, names],
  );
  return (
    <section className={`dicts-side dicts-${name}`} data-side={name} aria-label={listTitle(resource)}>
      <div className="view-bar">
        <b className="dicts-title">{listTitle(resource)}</b>
        <FilterBar
          resource={resource}
          filters={own}
          onChange={setFilters}
          always={CHIPS}
          label={words.field}
          hint={resource.anyId.map(words.field).join(' / ')}
          box={panel.box}
          onEnter={panel.enterGrid}
        />
        <Toolbar tabId={tabId} {...tools} />
        <ColumnChooser model={model} handle={panel.handle} />
      </div>
      <PanelGrid
        panel={panel}
        tabId={tabId}
        words={words}
        columns={panel.columns}
        visible={panel.visible}
        onCurrent={panel.onCurrent}
        tools={tools}
      />
      <Footer model={model} visible={panel.visible} label={panel.short} sums={resource.totals}>
        <span className="grow" />
      </Footer>
      {isFront ? <FrontKeys panel={panel} name={name} /> : <IdleVerbs panel={panel} />}
      {isFront && aside && createPortal(<PanelAside panel={panel} form={form} />, aside)}
    </section>
  );
}
