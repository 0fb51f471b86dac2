import type { Row } from '../../../contract/calls.ts';
import type { RefField } from '../../../contract/field.ts';
import { LETTERS, kindOf } from '../../../contract/orderNumber.ts';
import type { Resource } from '../../../contract/resource.ts';
import { resources } from '../../../contract/resources/index.ts';
import { type Caller, menu } from '../../kit/index.ts';
import { cellText, ownField } from '../grid/columns.ts';
import { known } from '../../kit/data/known.ts';
import { contextOf } from '../linkContext.ts';
import { filtersOf } from './followed.ts';

/** A view that shows something of a row, and what it is opened for. */
export interface Destination {
  view: string;
  title: string;
  args: Readonly<Record<string, unknown>>;
}

/** What a row belongs to, with the views that can show what else belongs to it. */
export interface Subject {
  kind: 'order' | 'merchant';
  /** What people call it. */
  name: string;
  destinations: readonly Destination[];
}

/** Views of the menu whose list the caller may read. */
export function listsOf({ can }: Caller): { resource: Resource; title: string }[] {
  return menu
    .leaves()
    .filter((entry) => !entry.hidden)
    .flatMap((entry) => {
      const resource = resources.get(entry.name) ?? resources.get(entry.view);
      return resource && can(`${resource.id}:page`, resource.reads)
        ? [{ resource: known(resource), title: menu.title(entry) }]
        : [];
    });
}

/** An order stands under its number in the list of its own kind alone; other lists have rows about it. */
export function orderArgs(target: Resource, orderNo: string): { orderNo: string } | undefined {
  if (!target.fields.orderNo?.filter) return undefined;
  return target.id in LETTERS && kindOf(orderNo) !== target.id ? undefined : { orderNo };
}

/** The order and the merchant that a row belongs to, with where else each can be looked at. */
export function subjectsOf(resource: Resource, row: Row, caller: Caller): Subject[] {
  const { orderNo, merchantId } = contextOf(resource, row);
  const targets = listsOf(caller).filter((target) => target.resource.id !== resource.id);
  const destinations = (argsFor: (target: Resource) => Destination['args'] | undefined): Destination[] =>
    targets.flatMap(({ resource: target, title }) => {
      const args = argsFor(target);
      return args ? [{ view: target.id, title, args }] : [];
    });
  const subjects: Subject[] = [];
  if (orderNo)
    subjects.push({
      kind: 'order',
      name: orderNo,
      destinations: destinations((target) => orderArgs(target, orderNo)),
    });
  // Whose rows are all of one merchant learns nothing from it.
  if (merchantId && ownField(resource) === undefined) {
    const context = { resource: 'merchant', id: merchantId, source: '' };
    const name = resource.id === 'merchant' ? row.name : row.merchantName;
    subjects.push({
      kind: 'merchant',
      name: typeof name === 'string' && name !== '' ? name : merchantId,
      destinations: destinations((target) => filtersOf(target, context)),
    });
  }
  return subjects.filter((subject) => subject.destinations.length > 0);
}

/** The records that a row refers to, each in its own list. */
export function refsOf(resource: Resource, row: Row, caller: Caller): (Destination & { name: string })[] {
  const own = ownField(resource);
  const targets = new Map(listsOf(caller).map((target) => [target.resource.id, target]));
  const refs = Object.entries(known(resource).fields).filter(
    (entry): entry is [string, RefField] => entry[1].kind === 'ref' && entry[0] !== own,
  );
  return refs.flatMap(([field, definition]) => {
    const target = targets.get(definition.to);
    const name = cellText(field, definition, row, true);
    const isFound = target?.resource.anyId.includes(target.resource.label) === true;
    if (!isFound || name === '' || !row[field]) return [];
    return [{ view: definition.to, title: target.title, name, args: { anyId: name } }];
  });
}
