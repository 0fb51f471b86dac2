import type { Field } from '../../../contract/field.ts';
import { dict, translate } from '../../kit/index.ts';
import type { Follower, Found, Phrase } from '../../kit/commands/phrases.ts';
import { wordsOf } from '../actions/texts.ts';
import { type FilterValue, RELATIVES, withFilter } from '../filters/model.ts';
import { known } from '../../kit/data/known.ts';
import type { GridModel } from '../grid/model.ts';
import { openModels } from '../grid/openModels.ts';

interface Value {
  text: string;
  value: FilterValue;
  /** It was typed, not chosen. */
  typed?: boolean;
}

/** Values that a field can be filtered by and that have names. */
function named(field: Field, found: readonly Found[]): Value[] {
  if (field.kind === 'dict')
    return dict(field.dict).map(({ label, value }) => ({ text: label, value: [value] }));
  if (field.kind === 'flag')
    return [true, false].map((value) => ({ text: translate(value ? 'grid:yes' : 'grid:no'), value }));
  if (field.kind === 'ref')
    return found
      .filter(({ resource }) => resource === field.to)
      .map(({ id, label }) => ({ text: label, value: [id], typed: true }));
  if (field.kind === 'instant' || field.kind === 'date')
    return RELATIVES.map((relative) => ({ text: translate(`grid:range.${relative}`), value: { relative } }));
  return [];
}

/** What is typed after the field's name, for a field of free text. */
function typed(field: Field, label: string, rest: string): Value[] {
  if (field.kind !== 'text' || (field.filter !== 'equals' && field.filter !== 'contains')) return [];
  const [first = '', ...more] = rest.trim().split(/\s+/);
  const text = more.join(' ');
  return text !== '' && label.toLowerCase().startsWith(first.toLowerCase())
    ? [{ text, value: text, typed: true }]
    : [];
}

const followersIn = (model: GridModel, rest: string, found: readonly Found[]): Follower[] => {
  const words = wordsOf(model.resource);
  return Object.entries(known(model.resource).fields)
    .filter(([, field]) => field.filter !== undefined)
    .flatMap(([name, field]) => {
      const label = words.field(name);
      return [...named(field, found), ...typed(field, label, rest)].map(
        ({ text, value, typed: meant = false }): Follower => ({
          key: `${name}:${text}`,
          label: translate('grid:phrase.filter', { field: label, value: text }),
          meant,
          run: () => model.setFilters(withFilter(model.state().filters, name, value)),
        }),
      );
    });
};

/** `filter status review`: narrows the list of a panel. */
export function filterPhrase(scope: string | undefined): Phrase[] {
  const model = scope === undefined ? undefined : openModels.get(scope);
  if (!model) return [];
  return [
    {
      id: 'grid.filter',
      label: () => translate('grid:keys.filter'),
      icon: 'filter',
      followers: (rest, found) => followersIn(model, rest, found),
    },
  ];
}
