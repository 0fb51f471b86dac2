import { createHash } from 'node:crypto';
import { ENDING_LENGTH } from '../../contract/anyId.ts';

/** camelCase of a definition to snake_case of the database. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Collects the values of one statement; `add` answers the placeholder. Only placeholders carry what a caller sent. */
export class Params {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Escapes what LIKE would read as a wildcard. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** A condition on how a text column ends; an ending of four letters or more is found by an index on the last four. */
export function endsWith(column: string, ending: string, params: Params): string {
  const like = `${column} like ${params.add(`%${likeText(ending)}`)}`;
  if (ending.length < ENDING_LENGTH) return like;
  return `(right(${column}, ${ENDING_LENGTH}) = ${params.add(ending.slice(-ENDING_LENGTH))} and ${like})`;
}

export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

const NAMES_MOST = 400;
const names = new Map<string, string>();

/**
 * A named statement is parsed and planned once per connection. The texts come from definitions, so they are few;
 * past the limit (a stranger's filter trees) statements stay unnamed, so that no connection fills up.
 */
export function named(text: string, values: unknown[]): Statement {
  const known = names.get(text);
  if (known) return { name: known, text, values };
  if (names.size >= NAMES_MOST) return { text, values };
  const name = `pd-${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return { name, text, values };
}

export const and = (parts: readonly string[]): string => (parts.length === 0 ? 'true' : parts.join(' and '));
