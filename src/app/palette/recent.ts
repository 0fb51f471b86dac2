import type { Found } from '../../kit/commands/phrases.ts';
import { isObject } from '../../workspace/envelope/plain.ts';
import { getUserSetting, setUserSetting } from '../../kit/data/userSetting.ts';

/** What was chosen last: a view or a command by its key, a row as it was found. */
export interface Recent {
  key: string;
  found?: Found;
}

const KEY = 'palette.recent';
const KEPT = 8;

function readFound(raw: unknown): Found | undefined {
  if (!isObject(raw)) return undefined;
  const { resource, id, label, hint } = raw;
  const texts = [resource, id, label, hint];
  if (!texts.every((each) => typeof each === 'string' && each.length <= 200)) return undefined;
  return { resource, id, label, hint } as Found;
}

export function parseRecent(raw: unknown): Recent[] {
  if (!Array.isArray(raw)) return [];
  return raw
    .flatMap((each: unknown): Recent[] => {
      if (!isObject(each) || typeof each.key !== 'string') return [];
      const found = readFound(each.found);
      return [{ key: each.key, ...(found && { found }) }];
    })
    .slice(0, KEPT);
}

export const recent = (): Recent[] => parseRecent(getUserSetting(KEY));

/** Takes what was chosen, in front of what was chosen before. */
export const noteRecent = (chosen: Recent): void =>
  setUserSetting(KEY, [chosen, ...recent().filter(({ key }) => key !== chosen.key)].slice(0, KEPT));
