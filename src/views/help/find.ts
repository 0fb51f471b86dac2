import type { ChapterText } from './chapters.ts';

/** Everything of a chapter that is searched. */
export interface Searched {
  id: string;
  title: string;
  texts: readonly string[];
}

export interface Found {
  id: string;
  title: string;
  /** What was found where the title alone does not say it. */
  snippet: string | undefined;
}

/** What is looked for: each of these must occur. */
export const termsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/** The texts of a chapter as they are shown. */
export const textsOf = (text: ChapterText | undefined, names: readonly string[]): string[] => [
  ...(text ? [text.about, ...(text.steps ?? []), ...Object.values(text.actions ?? {})] : []),
  ...names,
];

const BEFORE = 24;

/** The part of a text around the first term. */
function around(text: string, term: string): string {
  const at = text.toLowerCase().indexOf(term);
  const from = Math.max(0, at - BEFORE);
  return `${from > 0 ? '…' : ''}${text.slice(from)}`;
}

/** Chapters in which every term occurs; those that are called so come first. */
export function findIn(chapters: readonly Searched[], terms: readonly string[]): Found[] {
  const found = chapters.flatMap(({ id, title, texts }) => {
    const all = [title, ...texts].join('\n').toLowerCase();
    if (!terms.every((term) => all.includes(term))) return [];
    const missing = terms.find((term) => !title.toLowerCase().includes(term));
    const text = missing && texts.find((each) => each.toLowerCase().includes(missing));
    return [{ id, title, snippet: text ? around(text, missing!) : undefined }];
  });
  return [
    ...found.filter(({ snippet }) => snippet === undefined),
    ...found.filter(({ snippet }) => snippet !== undefined),
  ];
}

/** A text in parts, every second one a term that was looked for. */
export function partsOf(text: string, terms: readonly string[]): string[] {
  if (terms.length === 0) return [text];
  const escaped = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text.split(new RegExp(`(${escaped.join('|')})`, 'gi'));
}
