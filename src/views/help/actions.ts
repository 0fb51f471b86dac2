import { type Audience, type Kind, admits } from '../../../contract/audience.ts';
import { audienceOf, codesOf } from '../../../contract/permissions.ts';
import type { Action, Resource } from '../../../contract/resource.ts';
import { translateIfAny } from '../../kit/index.ts';
import { keysOf } from '../../kit/commands/keymap.ts';
import { idOf } from '../../resource/actions/commandId.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import type { ChapterText } from './chapters.ts';

/** A verb of a view as its chapter shows it. */
export interface Verb {
  name: string;
  label: string;
  text: string;
  keys: string | undefined;
  audience: Audience;
  /** Permission code. */
  code: string;
  /** Absent for what the definition has no sheet or guard of. */
  action?: Action | undefined;
}

/** Keys of the verbs that every list has. */
const LIST_KEYS: Readonly<Record<string, string>> = { add: 'n', update: 'e' };

type Named = Pick<Verb, 'name' | 'audience' | 'label' | 'action'>;

/** The verbs of a definition, then the rights that no definition has, then what every list has. */
function namedOf(resource: Resource, kind: Kind): Named[] {
  const words = wordsOf(resource);
  const own = Object.entries(resource.actions).map(([name, action]) => ({
    name,
    action,
    audience: action.audience,
    label: words.action(name),
  }));
  const list = Object.entries(resource.crud).map(([name, audience]) => ({
    name,
    audience,
    label: words.action(name),
  }));
  const known = new Set(['page', ...[...own, ...list].map(({ name }) => name)]);
  const others = codesOf(resource.id).flatMap((code): Named[] => {
    const name = code.slice(resource.id.length + 1);
    const audience = audienceOf(code);
    if (known.has(name) || !audience) return [];
    return [{ name, audience, label: translateIfAny(`menu:button.${name}`) ?? name }];
  });
  return [...own, ...others, ...list].filter(({ audience }) => admits(audience, kind));
}

/** What can be done in a view by people of this kind. */
export function verbsOf(resource: Resource, text: ChapterText | undefined, kind: Kind): Verb[] {
  return namedOf(resource, kind).map((named) => {
    const shipped = named.action?.hotkey ?? (named.action ? undefined : LIST_KEYS[named.name]);
    return {
      ...named,
      text: text?.actions?.[named.name] ?? translateIfAny(`help:crud.${named.name}`) ?? '',
      keys: keysOf(idOf(resource, named.name), shipped ? [shipped] : undefined)?.[0],
      code: `${resource.id}:${named.name}`,
    };
  });
}
