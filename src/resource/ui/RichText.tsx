import { type ReactNode, createElement } from 'react';
import './richText.css';
import { type RichNode, readRichText } from '../../../contract/richText.ts';

const NAMES: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' };

function drawn(node: RichNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, attributes, children } = node;
  const named = Object.entries(attributes).map(([name, value]) => [NAMES[name] ?? name, value]);
  // What an author links to learns nothing of this page and cannot reach back to it.
  const apart = tag === 'a' ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  const inner = children.length > 0 ? children.map(drawn) : undefined;
  return createElement(tag, { ...Object.fromEntries(named), ...apart, key }, inner);
}

interface RichTextProps {
  html: string;
  /** Its own pictures are drawn too. */
  pictures?: boolean;
}

/** Rich text as elements of the allowed kinds; none of it is put into the page as markup. */
export function RichText({ html, pictures = false }: RichTextProps) {
  return <div className="rich-text">{readRichText(html, { pictures }).map(drawn)}</div>;
}
