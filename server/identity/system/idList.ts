import { idText, isId } from '../../../contract/id.ts';
import { Refused } from '../../platform/http/refused.ts';

/** Ids of a JSON field, without repeats; undefined where the write does not carry the field. */
export function idList(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const ids = Array.isArray(value) ? value.map(idText) : [''];
  if (ids.length > 5000 || !ids.every(isId)) throw new Refused('validation');
  return [...new Set(ids)];
}
