import type { Row } from '../../../contract/calls.ts';
import type { Field } from '../../../contract/field.ts';
import { type Command, preferences, serverNow, translate } from '../../kit/index.ts';
import { wordsOf } from '../actions/texts.ts';
import { describeFilter } from '../filters/describe.ts';
import { type FilterValue, withFilter } from '../filters/model.ts';
import { filterByValues, filterWithoutValues } from '../filters/ofValues.ts';
import { cellText } from './columns.ts';
import { known } from '../../kit/data/known.ts';
import type { GridPanel } from './usePanel.ts';

/** A field of the rows that are meant. */
interface Cells {
  name: string;
  field: Field;
  rows: readonly Row[];
}

/** The column of the keyboard in the rows that are meant; before a cell was chosen what rows go by. */
function cellsMeant({ model, handle }: GridPanel): Cells | undefined {
  const at = handle.current?.at();
  // All that match have more values than are loaded.
  const rows = model.targets.ids() ? model.targets.rows() : at ? [at.row] : [];
  const { fields, label } = known(model.resource);
  const name = at?.column !== undefined && at.column in fields ? at.column : label;
  const field = fields[name];
  return field && rows.length > 0 ? { name, field, rows } : undefined;
}

/** Names are compared as they are read. */
const valuesOf = ({ name, field, rows }: Cells): unknown[] =>
  rows.map((row) => (field.localised ? cellText(name, field, row, true) : row[name]));

interface Narrowing {
  cells: Cells;
  value: FilterValue;
}

/** What a filter by the cells would be, or the sentence that says why there is none. */
function narrowing(panel: GridPanel, out: boolean): Narrowing | string {
  const cells = cellsMeant(panel);
  if (!cells) return translate('grid:select.some');
  const { name, field } = cells;
  const label = wordsOf(panel.model.resource).field(name);
  const values = valuesOf(cells);
  if (!values.some((value) => value !== null && value !== undefined && value !== ''))
    return translate('grid:menu.emptyCell');
  const value = out
    ? filterWithoutValues(field, values, panel.model.state().filters[name])
    : filterByValues(field, values, preferences().timeZone);
  if (value !== undefined) return { cells, value };
  const reason = !field.filter ? 'noFilter' : out ? 'noExclusion' : 'oneValue';
  return translate(`grid:menu.${reason}`, { field: label });
}

/** The filter in words, of the values alone that it is about. */
function filterText(panel: GridPanel, out: boolean): string {
  const found = narrowing(panel, out);
  if (typeof found === 'string') return translate(out ? 'grid:menu.withoutThis' : 'grid:menu.onlyThis');
  const { name, field, rows } = found.cells;
  const names = new Map(rows.map((row) => [String(row[name]), cellText(name, field, row)]));
  const only = filterByValues(field, valuesOf(found.cells), preferences().timeZone);
  const value = describeFilter(field, only ?? found.value, {
    t: (key, values) => translate(`grid:${key}`, values),
    zone: preferences().timeZone,
    now: serverNow(),
    name: (id) => names.get(id) ?? id,
  });
  return translate(out ? 'grid:menu.without' : 'grid:menu.only', {
    field: wordsOf(panel.model.resource).field(name),
    value,
  });
}

/** The command that filters by the cells, `out`: that leaves out what they show. */
export const narrowCommand = (panel: GridPanel, id: string, out: boolean): Omit<Command, 'scope'> => ({
  id,
  label: () => filterText(panel, out),
  icon: 'filter',
  when() {
    const found = narrowing(panel, out);
    return typeof found === 'string' ? found : true;
  },
  run() {
    const found = narrowing(panel, out);
    if (typeof found === 'string') return;
    const { model } = panel;
    model.setFilters(withFilter(model.state().filters, found.cells.name, found.value));
  },
});
