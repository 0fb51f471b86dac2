import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.propertyName], color: 'var(--pd-primary)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--pd-tag-success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--pd-tag-warning)' },
  { tag: tags.comment, color: 'var(--pd-muted)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--pd-tag-info)' },
]);

const dress = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--pd-font-size)', color: 'var(--pd-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--pd-mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--pd-text)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--pd-text)' },
  '.cm-gutters': {
    background: 'var(--pd-panel)',
    color: 'var(--pd-muted)',
    borderRight: '1px solid var(--pd-border)',
  },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--pd-selected) !important',
  },
  '.cm-placeholder': { color: 'var(--pd-muted)' },
  '.cm-tooltip': {
    background: 'var(--pd-raised)',
    color: 'var(--pd-text)',
    border: '1px solid var(--pd-border)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--pd-selected)',
    color: 'var(--pd-text)',
  },
});

/** What every editor of code has, in the product's own dress; a language and its keys come before it. */
export const codeEditing = (label: string, changed: (text: string) => void): Extension[] => [
  keymap.of([...historyKeymap, ...defaultKeymap]),
  lineNumbers(),
  history(),
  bracketMatching(),
  syntaxHighlighting(colours),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) changed(update.state.doc.toString());
  }),
  dress,
];
