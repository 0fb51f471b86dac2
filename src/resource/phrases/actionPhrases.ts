import type { Resource } from '../../../contract/resource.ts';
import { type Caller, dictLabel, formatMoney, isCallError } from '../../kit/index.ts';
import type { Follower, Found, Phrase } from '../../kit/commands/phrases.ts';
import { idOf } from '../actions/commandId.ts';
import { iconOf } from '../actions/icons.ts';
import { wordsOf } from '../actions/texts.ts';
import { mayRunOn } from '../actions/why.ts';
import { listsOf } from '../link/destinations.ts';
import { actOnRow } from './actOnRow.ts';

/** What a found row is looked up by in its own list. */
export const numberOf = (resource: Resource, { label, hint }: Found): string =>
  resource.anyId.includes(resource.label) ? label : hint;

/** What is refused is listed for its reason alone, and not by the dozen. */
const REFUSED = 3;

/** Whose it is, how much and how far: what distinguishes one number from another. */
function hintOf(resource: Resource, { hint, row }: Found, title: string): string {
  if (!row) return [hint, title].filter(Boolean).join(' · ');
  const { status } = resource.fields;
  const parts = [
    row.merchantName,
    typeof row.amount === 'string' && formatMoney(row.amount, String(row.currency ?? ''), { code: true }),
    status?.kind === 'dict' && dictLabel(status.dict, row.status),
    title,
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');
}

interface Verb {
  resource: Resource;
  action: string;
  title: string;
}

/** The rows that the verb may run on; where there are none, the nearest with why not. */
export function followersOf(
  { resource, action, title }: Verb,
  found: readonly Found[],
  caller: Caller,
): Follower[] {
  const followers = found
    .filter((each) => each.resource === resource.id)
    .map((each): Follower => {
      const may = each.row ? mayRunOn(resource, action, each.row, caller) : true;
      return {
        key: each.id,
        label: each.label,
        mono: resource.fields[resource.label]?.kind === 'text',
        hint: hintOf(resource, each, title),
        meant: true,
        ...(may !== true && { refused: may }),
        run: start(resource, each, action),
      };
    });
  const possible = followers.filter(({ refused }) => refused === undefined);
  return possible.length > 0 ? possible : followers.slice(0, REFUSED);
}

const start = (resource: Resource, found: Found, action: string) => (): void => {
  actOnRow(resource, { id: found.id, number: numberOf(resource, found) }, action).catch((error: unknown) => {
    if (!isCallError(error)) reportError(error);
  });
};

/** `settle C2611…`: every action that the caller may use on rows of the lists that the menu has. */
export const actionPhrases = (caller: Caller): Phrase[] =>
  listsOf(caller).flatMap(({ resource, title }) => {
    const words = wordsOf(resource);
    return Object.entries(resource.actions)
      .filter(([name, { on, audience }]) => on !== 'new' && caller.can(`${resource.id}:${name}`, audience))
      .map(
        ([name, action]): Phrase => ({
          id: idOf(resource, name),
          label: () => words.action(name),
          icon: iconOf(name, action),
          followers: (_rest, found) => followersOf({ resource, action: name, title }, found, caller),
        }),
      );
  });
