import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type RefObject, useEffect, useRef } from 'react';

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--pd-primary)' },
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

interface EditorProps {
  label: string;
  hint: string;
  value: string;
  change: (text: string) => void;
  run: () => void;
  tables: Readonly<Record<string, string[]>>;
  /** The editor, for whoever moves its cursor. */
  handle: RefObject<EditorView | undefined>;
}

/** Where SQL is written: completed by the names of tables and columns, run by Ctrl+Enter. */
export function Editor({ label, hint, value, change, run, tables, handle }: EditorProps) {
  const root = useRef<HTMLDivElement>(null);
  const latest = useRef({ change, run, value });
  useEffect(() => {
    latest.current = { change, run, value };
  });
  useEffect(() => {
    const parent = root.current;
    if (!parent) return;
    const ran = () => {
      latest.current.run();
      return true;
    };
    const state = EditorState.create({
      doc: latest.current.value,
      extensions: [
        keymap.of([{ key: 'Mod-Enter', run: ran }, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        lineNumbers(),
        history(),
        closeBrackets(),
        bracketMatching(),
        autocompletion(),
        sql({ dialect: PostgreSQL, schema: tables }),
        syntaxHighlighting(colours),
        placeholder(hint),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current.change(update.state.doc.toString());
        }),
        dress,
      ],
    });
    const view = new EditorView({ state, parent, root: parent.ownerDocument });
    handle.current = view;
    view.focus();
    return () => {
      view.destroy();
      handle.current = undefined;
    };
  }, [label, hint, tables, handle]);
  useEffect(() => {
    const view = handle.current;
    if (!view || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value, handle]);
  return <div className="sql-editor" ref={root} />;
}
