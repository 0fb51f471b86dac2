import type { Resource } from '../../../contract/resource.ts';
import { type Caller, isCallError } from '../../kit/index.ts';
import type { Found, Phrase } from '../../kit/commands/phrases.ts';
import { idOf } from '../actions/commandId.ts';
import { iconOf } from '../actions/icons.ts';
import { wordsOf } from '../actions/texts.ts';
import { listsOf } from '../link/destinations.ts';
import { actOnRow } from './actOnRow.ts';

/** What a found row is looked up by in its own list. */
export const numberOf = (resource: Resource, { label, hint }: Found): string =>
  resource.anyId.includes(resource.label) ? label : hint;

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
          followers: (_rest, found) =>
            found
              .filter((row) => row.resource === resource.id)
              .map((row) => ({
                key: row.id,
                label: row.label,
                mono: resource.fields[resource.label]?.kind === 'text',
                hint: [row.hint, title].filter(Boolean).join(' · '),
                meant: true,
                run: start(resource, row, name),
              })),
        }),
      );
  });
