import type { Field } from '../../../contract/field.ts';
import type { Resource } from '../../../contract/resource.ts';
import { known } from '../../kit/data/known.ts';
import { localisedTitle } from '../../kit/data/menu.ts';
import { translateIfAny } from '../../kit/index.ts';
import { wordsOf } from '../actions/texts.ts';
import { cellText } from '../grid/columns.ts';

/** Fields that changed, as the logs keep one side of them. */
export type Side = Readonly<Record<string, unknown>> | null | undefined;
/** What the ids in a difference were called then; an entry of the menu with what it lay below. */
export type Labels = Readonly<Record<string, string | readonly string[]>>;
/** What a member of a set becomes: taken away or given. */
export type Sign = '−' | '+' | '';

const EMPTY = '–';

/** What an id was called; the id itself where nobody kept its name. */
function nameOf(value: unknown, labels: Labels): string {
  const label = typeof value === 'string' ? labels[value] : undefined;
  if (label === undefined) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  return typeof label === 'string' ? localisedTitle(label) : label.map(localisedTitle).join(' · ');
}

/** A member of a set; of one that is a row of its own all that it holds. */
const memberText = (value: unknown, labels: Labels): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value)
        .map((each) => nameOf(each, labels))
        .join(' · ')
    : nameOf(value, labels);

/** The members of a set, each with what became of it; undefined of any other value. */
export function membersOf(value: unknown, labels: Labels, sign: Sign): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map((each: unknown) => `${sign}${sign && ' '}${memberText(each, labels)}`);
}

/** A value of the other kinds. */
export function valueText(name: string, field: Field | undefined, side: Side, labels: Labels): string {
  const value = side?.[name];
  if (value === null || value === undefined || value === '') return EMPTY;
  if (typeof value === 'string' && labels[value] !== undefined) return nameOf(value, labels);
  if (field) return cellText(name, field, { id: '', ...side }, true) || String(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What a field is called; some changes are of no field. */
export function fieldName(resource: Resource | undefined, name: string): string {
  if (resource?.fields[name]) return wordsOf(resource).field(name);
  return translateIfAny(`logs:sysLogDiff.changes.${name}`) ?? name;
}

/** One side of a change in a line, as the list shows it. */
export function sideText(given: Resource | undefined, side: Side, labels: Labels, sign: Sign): string {
  const resource = given && known(given);
  return Object.entries(side ?? {})
    .flatMap(([name, value]) => {
      const members = membersOf(value, labels, sign);
      if (members?.length === 0) return [];
      const text = members?.join(', ') ?? valueText(name, resource?.fields[name], side, labels);
      return [`${fieldName(resource, name)}: ${text}`];
    })
    .join(' · ');
}
