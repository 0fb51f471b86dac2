import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { sysDictData, sysDictType } from '../../../contract/resources/platform/sysDict.ts';
import { localisedTitle } from '../../kit/data/menu.ts';
import { State, type ViewProps, useCaller, useT } from '../../kit/index.ts';
import { type Column, columnsOf } from '../../resource/grid/columns.ts';
import { TagCell } from '../../resource/grid/cells.ts';
import { phoneColumns } from '../../resource/phone.ts';
import { type ColumnPorts, useResourcePanel } from '../../resource/useResourcePanel.ts';
import { DictSide, type SideName } from './DictSide.tsx';
import { OfType } from './OfType.tsx';
import './dictionaries.css';

type Kept = Partial<Record<SideName, unknown>>;

const keptOf = (state: unknown): Kept => (state !== null && typeof state === 'object' ? state : {});

const typeColumns = ({ label, narrow }: ColumnPorts): Column[] => {
  const all = columnsOf(sysDictType, label);
  return narrow ? phoneColumns(sysDictType, all) : all;
};

/** The label in its colour; whose item it is, the list next to it says. */
const itemColumns = ({ label, narrow }: ColumnPorts): Column[] => {
  const all = columnsOf(sysDictData, label)
    .filter(({ colId }) => colId !== 'dictTypeId')
    .map(
      (column): Column =>
        column.colId === 'label'
          ? {
              ...column,
              field: 'tagType',
              cellRenderer: TagCell,
              cellRendererParams: {
                dict: 'tagType',
                word: (_: unknown, row: Row) => localisedTitle(row.label),
              },
            }
          : column,
    );
  return narrow ? phoneColumns(sysDictData, all) : all;
};

const TYPES = { columns: typeColumns };
const ITEMS = { columns: itemColumns };

/** What each side keeps, saved as one. */
function useKept({ state, saveState }: ViewProps) {
  const [kept] = useState(() => keptOf(state));
  const latest = useRef<Kept>(kept);
  const save = useCallback(
    (side: SideName, panel: unknown) => {
      latest.current = { ...latest.current, [side]: panel };
      saveState(latest.current);
    },
    [saveState],
  );
  return { kept, save };
}

interface SideProps extends ViewProps {
  kept: Kept;
  save: (side: SideName, panel: unknown) => void;
  front: SideName;
  setFront: (side: SideName) => void;
  aside: HTMLElement | null;
}

/** The items of one dictionary. */
function Items({ type, ...props }: SideProps & { type: string }) {
  const { kept, save } = props;
  const [state] = useState(() => ({ ...keptOf(kept.items), filters: { dictTypeId: [type] } }));
  const saveState = useCallback((panel: unknown) => save('items', panel), [save]);
  const [args] = useState({});
  const panel = useResourcePanel(
    sysDictData,
    { ...props, args, state, saveState, setArgs: undefined, setShown: undefined } as ViewProps,
    ITEMS,
  );
  const { model } = panel;
  useEffect(() => {
    const { filters } = model.state();
    if (String(filters.dictTypeId) === type) return;
    model.selection.clear();
    model.setFilters({ ...filters, dictTypeId: [type] });
  }, [model, type]);
  const form = useCallback((own: Parameters<typeof OfType>[0]) => <OfType {...own} type={type} />, [type]);
  const fixed = useMemo(() => ({ dictTypeId: [type] }), [type]);
  return <DictSide {...props} name="items" panel={panel} form={form} fixed={fixed} />;
}

/** Types left, the items of the one under the keyboard right. */
export default function Dictionaries(props: ViewProps) {
  const t = useT('platform');
  const { can } = useCaller();
  const { kept, save } = useKept(props);
  const [front, setFront] = useState<SideName>('types');
  const [aside, setAside] = useState<HTMLDivElement | null>(null);
  const saveState = useCallback((panel: unknown) => save('types', panel), [save]);
  const panel = useResourcePanel(sysDictType, { ...props, state: kept.types, saveState }, TYPES);
  const { current, state, model } = panel;
  // Until a row is chosen, the first one.
  const chosen = current ?? (state.loading ? undefined : model.blocks.at(0));
  const side: SideProps = { ...props, kept, save, front, setFront, aside };
  return (
    <div className="view dicts">
      <div className="view-body">
        <div className="dicts-sides">
          <DictSide {...side} name="types" panel={panel} />
          {!can('sysDictData:page') ? (
            <State kind="forbidden" />
          ) : chosen ? (
            <Items {...side} type={chosen.id} />
          ) : (
            <State
              kind={state.loading ? 'loading' : 'empty'}
              text={state.loading ? undefined : t('sysDictData.none')}
            />
          )}
        </div>
        <div ref={setAside} className="dicts-aside" />
      </div>
    </div>
  );
}
