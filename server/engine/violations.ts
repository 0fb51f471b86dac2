import type { Locale } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import { textOf } from '../platform/http/locales.ts';
import { sqlState } from '../platform/db/transaction.ts';
import { validationText } from '../../contract/validationTexts.ts';
import type { Engine } from './engine.ts';
import type { Compiled } from './compile.ts';
import { fieldLabels } from './labels.ts';
import { camel } from './sql.ts';

interface DatabaseError {
  detail?: string;
  constraint?: string;
  column?: string;
}

/** The columns a constraint names: `Key (merchant_id, channel_id)=(…)`, or the one in its own name. */
function fieldsOf(compiled: Compiled, error: DatabaseError): string[] {
  const key = /^Key \(([^=]*)\)=/.exec(error.detail ?? '')?.[1];
  const named = key
    ? key.replace(/\w+\(|\)|::text/g, '').split(/,\s*/)
    : [...compiled.all.keys()].filter((column) => error.constraint?.includes(column));
  return named.map(camel).filter((name) => name in compiled.resource.fields);
}

/** What a broken constraint means to the one who wrote; everything else is passed on as it was. */
export function asWriteRefusal(
  engine: Engine,
  compiled: Compiled,
  locale: Locale,
  verb: string,
  error: unknown,
): unknown {
  const { resource } = compiled;
  const cause = (error ?? {}) as DatabaseError;
  const state = sqlState(error);
  const refusalOf = (rule: 'missing' | 'order' | 'format' | 'enter', names: string[]) => {
    const one = (name: string) =>
      validationText(locale, rule, { label: fieldLabels(engine.locales, locale, resource, [name]) });
    return new Refused('validation', {}, Object.fromEntries(names.map((name) => [name, [one(name)]])));
  };
  switch (state) {
    case '23505': {
      const names = fieldsOf(compiled, cause).filter((name) => name !== 'tenantId');
      const field = fieldLabels(engine.locales, locale, resource, names);
      // Each by itself may be there already: it is all of them together that must not.
      return new Refused('duplicate', { field, names, ...(names.length > 1 && { says: 'duplicateSet' }) });
    }
    case '23503':
      return verb === 'delete' ? new Refused('inUse') : refusalOf('missing', fieldsOf(compiled, cause));
    case '23514': {
      const names = fieldsOf(compiled, cause);
      return refusalOf(
        names.some((name) => /max/i.test(name)) || names.length === 0 ? 'order' : 'format',
        names.length > 0 ? names : ['maxAmount'],
      );
    }
    case '23P01':
      return new Refused('validation', {}, (locales, to) => {
        const text = textOf(locales, to, 'errors', 'texts.bandOverlap') ?? 'bandOverlap';
        return { minAmount: [text], maxAmount: [text] };
      });
    case '23502':
      return refusalOf('enter', cause.column ? [camel(cause.column)] : []);
    case '22003':
      return refusalOf('format', []);
    default:
      return error;
  }
}
