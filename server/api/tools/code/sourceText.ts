/** Values as source text: the one way in which generated code gets anything that a person typed. */

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A text between single quotes; whatever is not printed is written by its code. */
export function stringText(text: string): string {
  const body = text.replaceAll(/[\\'\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (sign) => {
    const code = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return ESCAPES[sign] ?? sign.split('').map(code).join('');
  });
  return `'${body}'`;
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** @throws Error for what is no name in code: whoever generates has refused it before */
export function nameText(name: string): string {
  if (!IDENTIFIER.test(name)) throw new Error(`${JSON.stringify(name)} is no name in code`);
  return name;
}

/** A value as code has it. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value === 'string') return stringText(value);
  if (value === null || typeof value !== 'object') return String(value);
  const entries = Object.entries(value).map(([name, each]) => `${nameText(name)}: ${valueText(each)}`);
  return `{ ${entries.join(', ')} }`;
}

const oneLine = (text: string): string =>
  text.replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ').trim();

/** Within a comment of a program: no end and no beginning of one is left, however often one is taken away. */
export const commentText = (text: string): string => oneLine(text).replaceAll(/\*(?=\/)|\/(?=\*)/g, '$& ');

/** A comment of SQL ends with its line, and PostgreSQL takes a carriage return for one. */
export const sqlCommentText = (text: string): string => `-- ${oneLine(text)}`;

/** A text in SQL on one line, as the standard has it: a backslash is a backslash. */
export const sqlText = (text: string): string => `'${oneLine(text).replaceAll("'", "''")}'`;

const SQL_NAME = /^[a-z_][a-z0-9_]*$/;

/** A name in SQL; one that is no plain word, or a word of the language, stands between quotes. */
export const sqlName = (name: string, keywords: ReadonlySet<string>): string =>
  SQL_NAME.test(name) && !keywords.has(name) ? name : `"${name.replaceAll('\0', '').replaceAll('"', '""')}"`;
