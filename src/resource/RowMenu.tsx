import type { Row } from '../../contract/calls.ts';
import {
  type Command,
  ContextMenu,
  type IconName,
  MenuItem,
  SubMenu,
  commands,
  formatCount,
  middle,
  openView,
  rowDrops,
  useCaller,
  useScopeCommands,
  useT,
} from '../kit/index.ts';
import { labelOf } from './grid/columns.ts';
import type { GridPanel } from './grid/usePanel.ts';
import { carriedOf } from './link/rowOffer.ts';
import { type Destination, refsOf, subjectsOf } from './link/destinations.ts';
import { betweenOnly } from './ui/betweenOnly.ts';
import type { Tools } from './ui/Toolbar.tsx';

const NARROW = ['grid.only', 'grid.without'];
const COPY = ['grid.copy', 'grid.copyRow', 'grid.copyJson', 'grid.copyLink'];
const ROW = ['grid.open', 'grid.toggle', 'line', 'grid.compare'];

const Line = () => <div className="pop-line" aria-hidden="true" />;

interface VerbsProps {
  /** Ids of commands, and `line` for a rule between them. */
  ids: readonly string[];
  find: (id: string) => Command | undefined;
  danger?: ReadonlySet<string> | undefined;
  close: () => void;
}

/** Commands of the panel as entries; one that cannot run says why. */
function Verbs({ ids, find, danger, close }: VerbsProps) {
  return ids.map((id, at) => {
    const command = find(id);
    if (!command) return id === 'line' && <Line key={`line${at}`} />;
    const allowed = commands.enabled(command);
    return (
      <MenuItem
        key={id}
        icon={command.icon as IconName | undefined}
        keys={command.keys?.[0]}
        danger={danger?.has(id) === true}
        why={allowed === true ? undefined : allowed}
        onSelect={() => {
          close();
          commands.fire(command);
        }}
      >
        {command.label()}
      </MenuItem>
    );
  });
}

interface PlacesProps {
  list: readonly (Destination & { name?: string })[];
  close: () => void;
}

function Places({ list, close }: PlacesProps) {
  return list.map(({ view, title, args, name }) => (
    <MenuItem
      key={`${view} ${name ?? ''}`}
      onSelect={() => {
        close();
        void openView(view, args);
      }}
    >
      {name === undefined ? title : `${title}: ${name}`}
    </MenuItem>
  ));
}

/** Where else the order, the merchant and the other records of a row can be looked at. */
function OpenIn({ panel, row, close }: { panel: GridPanel; row: Row; close: () => void }) {
  const t = useT('grid');
  const caller = useCaller();
  const { resource } = panel.model;
  const refs = refsOf(resource, row, caller);
  return (
    <>
      {subjectsOf(resource, row, caller).map(({ kind, name, destinations }) => (
        <SubMenu
          key={kind}
          icon="external"
          label={t(`menu.${kind}In`, { name: kind === 'order' ? middle(name, 5, 4) : name })}
        >
          <Places list={destinations} close={close} />
        </SubMenu>
      ))}
      {refs.length > 0 && (
        <SubMenu icon="external" label={t('menu.openRef')}>
          <Places list={refs} close={close} />
        </SubMenu>
      )}
    </>
  );
}

/** The row goes to a panel that is open, as by dragging it there; one that has nothing of it says so. */
function SendTo({
  panel,
  row,
  tabId,
  close,
}: {
  panel: GridPanel;
  row: Row;
  tabId: string;
  close: () => void;
}) {
  const t = useT('grid');
  const caller = useCaller();
  const carried = carriedOf(tabId, panel.model.resource, row, caller);
  const others = rowDrops.tabs().filter((tab) => tab !== tabId);
  if (others.length === 0) return null;
  return (
    <SubMenu icon="external" label={t('carry.send')}>
      {others.map((tab) => {
        const offer = rowDrops.offerOf(tab, carried);
        const give = () => {
          close();
          rowDrops.give(tab, carried);
        };
        return (
          offer && (
            <MenuItem key={tab} why={offer.take ? undefined : offer.text} onSelect={give}>
              {offer.text}
            </MenuItem>
          )
        );
      })}
    </SubMenu>
  );
}

interface RowMenuProps {
  panel: GridPanel;
  tabId: string;
  /** Where it opens, in px of its window. */
  at: { x: number; y: number };
  tools?: Omit<Tools, 'primary'> | undefined;
}

/** What can be done with the row under the pointer or the keyboard, or with the chosen rows that it is one of. */
export function RowMenu({ panel, tabId, at, tools }: RowMenuProps) {
  const t = useT('grid');
  const { model } = panel;
  const { resource, targets } = model;
  const list = useScopeCommands(tabId);
  const find = (id: string) => list.find((command) => command.id === id && !command.withheld);
  const close = (): void => {
    panel.setMenuAt(undefined);
    panel.focusGrid();
  };
  // Verbs about no row are the bar's.
  const own = (ids: readonly string[]): string[] => {
    const others = [`${resource.id}.add`, `${resource.id}.export`];
    return betweenOnly(
      ids.filter((id) => !others.includes(id)),
      (id) => find(id) !== undefined,
    );
  };
  const [buttons, more] = [own(tools?.buttons ?? []), own(tools?.more ?? [])];
  const shared = { find, danger: tools?.danger, close };
  const [row] = targets.rows();
  const count = targets.count();
  const about =
    count === 1 && row ? labelOf(resource, row) : t('menu.rows', { count, shown: formatCount(count) });
  return (
    <ContextMenu at={at} label={t('menu.title')} about={about} onClose={close}>
      <Verbs ids={buttons} {...shared} />
      {more.length > 0 && (
        <SubMenu label={t('menu.more')} icon="more">
          <Verbs ids={more} {...shared} />
        </SubMenu>
      )}
      {buttons.length + more.length > 0 && <Line />}
      <Verbs ids={NARROW} {...shared} />
      <Line />
      <Verbs ids={COPY} {...shared} />
      <Line />
      {count === 1 && row && (
        <>
          <OpenIn panel={panel} row={row} close={close} />
          <SendTo panel={panel} row={row} tabId={tabId} close={close} />
        </>
      )}
      <Verbs ids={ROW} {...shared} />
    </ContextMenu>
  );
}
