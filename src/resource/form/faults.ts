import type { Resource } from '../../../contract/resource.ts';
import { isCallError } from '../../kit/index.ts';

/** What the engine calls fields of tables that are written by hand. */
const ALIASES: Readonly<Record<string, string>> = { configCode: 'code', routeName: 'name' };

/** What the server has against single fields of a form, be it that another row has the same; undefined where it names none. */
export function fieldFaults(error: unknown, { fields }: Resource): Record<string, string[]> | undefined {
  if (!isCallError(error)) return undefined;
  if (error.fields || error.errorCode !== 'duplicate') return error.fields;
  const { names, field } = (error.extras.values ?? {}) as { names?: unknown; field?: unknown };
  const named = (Array.isArray(names) ? names : [field]).map((name) => ALIASES[String(name)] ?? String(name));
  const own = named.filter((name) => fields[name]);
  return own.length > 0 ? Object.fromEntries(own.map((name) => [name, [error.message]])) : undefined;
}
