import { Filter, FilterParser } from 'ldapts';

/** Filters of a directory: a template with `%s` where the account goes (RFC 4515). */

const PLACE = '%s';

/** With a value that can end nothing and begin nothing: whatever is in it stays a value. */
export const filterFor = (template: string, account: string): string =>
  wrapped(template).replaceAll(PLACE, () => Filter.escape(account));

/** Everybody whom the template would find by some account. */
export const filterForAll = (template: string): string => wrapped(template).replaceAll(PLACE, '*');

const wrapped = (template: string): string => {
  const text = template.trim();
  return text.startsWith('(') ? text : `(${text})`;
};

/** A place of the account that is none of a value: the name of an attribute, or of a matching rule. */
const OUTSIDE_VALUE = /\([^()=]*%s/;

/** True where the template is a filter, and the account has a place in one of its values. */
export function isTemplate(template: string): boolean {
  const text = wrapped(template);
  if (!text.includes(PLACE) || OUTSIDE_VALUE.test(text)) return false;
  try {
    FilterParser.parseString(filterFor(text, 'account'));
    FilterParser.parseString(filterForAll(text));
    return true;
  } catch {
    return false;
  }
}
