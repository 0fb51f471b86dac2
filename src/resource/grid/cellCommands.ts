import { LINKED_ROW } from '../../../contract/noticeLink.ts';
import type { Row } from '../../../contract/calls.ts';
import {
  type Command,
  addressOf,
  formatCount,
  menu,
  translate,
  workDocument,
  copyText,
} from '../../kit/index.ts';
import { ANY_ID } from '../filters/model.ts';
import { meantRows } from './meantRows.ts';
import { narrowCommand } from './narrowCommand.ts';
import { MOST_ROWS } from './range.ts';
import { tabSeparated } from './spreadsheetCells.ts';
import type { GridPanel } from './usePanel.ts';

type GridCommand = Omit<Command, 'scope'>;

/** Rows are named to the server one by one, so all that match are an export's. */
function mayCopy({ model: { targets } }: GridPanel): true | string {
  const count = targets.count();
  if (count === 0) return translate('grid:select.some');
  const isFew = targets.ids() !== undefined && count <= MOST_ROWS;
  return isFew || translate('grid:copy.tooMany', { count: formatCount(MOST_ROWS) });
}

const copyCommand = (
  panel: GridPanel,
  name: string,
  textOf: (rows: readonly Row[]) => string,
): GridCommand => ({
  id: `grid.${name}`,
  label: () => translate(`grid:keys.${name}`),
  icon: 'copy',
  when: () => mayCopy(panel),
  async run() {
    const rows = await meantRows(panel.model);
    const count = formatCount(rows.length);
    await copyText(textOf(rows), translate('grid:copy.rows', { count }));
  },
});

/** The address that shows one row in its list, with its peek open; of a resource that the menu does not know none. */
function addressOfRow({ model }: GridPanel): string | undefined {
  const { resource, targets } = model;
  const entry = menu.byName(resource.id);
  const [row] = targets.rows();
  if (!entry?.path || !row) return undefined;
  const sought = resource.anyId.includes(resource.label) ? { [ANY_ID]: String(row[resource.label]) } : {};
  const { origin } = workDocument().defaultView?.location ?? location;
  return `${origin}${addressOf(entry.path, { ...sought, [LINKED_ROW]: row.id })}`;
}

const linkCommand = (panel: GridPanel): GridCommand => ({
  id: 'grid.copyLink',
  label: () => translate('grid:keys.copyLink'),
  icon: 'link',
  when() {
    const count = panel.model.targets.count();
    if (count !== 1) return translate(count === 0 ? 'grid:select.some' : 'grid:menu.oneLink');
    return addressOfRow(panel) !== undefined || translate('grid:menu.noLink');
  },
  run: () => copyText(addressOfRow(panel) ?? '', translate('grid:copy.link')),
});

/** The menu of the focused row, at the cell under the keyboard. */
function menuCommand(panel: GridPanel): GridCommand {
  const place = (): DOMRect | undefined => {
    const at = panel.handle.current?.at();
    return at && panel.handle.current?.boxOf(at.row, at.column);
  };
  return {
    id: 'grid.menu',
    label: () => translate('grid:keys.menu'),
    icon: 'more',
    keys: ['shift+f10', 'contextmenu'],
    guard: 0,
    when: () => place() !== undefined || translate('grid:select.some'),
    run() {
      const box = place();
      if (box) panel.setMenuAt({ x: box.left + 8, y: box.bottom });
    },
  };
}

/** What is done with the cell under the keyboard or with the rows as text: for the menu of a row, the palette and keys. */
export const cellCommands = (panel: GridPanel): GridCommand[] => [
  menuCommand(panel),
  narrowCommand(panel, 'grid.only', false),
  narrowCommand(panel, 'grid.without', true),
  copyCommand(panel, 'copyRow', (rows) => {
    const { resource, screen } = panel.model;
    return tabSeparated(resource.fields, screen.columns(), rows);
  }),
  copyCommand(panel, 'copyJson', (rows) => JSON.stringify(rows.length === 1 ? rows[0] : rows, undefined, 2)),
  linkCommand(panel),
];
