import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--pd-primary)' },
  { tag: tags.string, color: 'var(--pd-tag-success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--pd-tag-warning)' },
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
});

interface JsonEditorProps {
  label: string;
  value: string;
  isFixed: boolean;
  change: (text: string) => void;
}

/** Where a form is written as JSON. */
export function JsonEditor({ label, value, isFixed, change }: JsonEditorProps) {
  const root = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const latest = useRef({ change, value });
  useEffect(() => {
    latest.current = { change, value };
  });
  useEffect(() => {
    const parent = root.current;
    if (!parent) return;
    const view = new EditorView({
      parent,
      root: parent.ownerDocument,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          keymap.of([...historyKeymap, ...defaultKeymap]),
          lineNumbers(),
          history(),
          bracketMatching(),
          json(),
          syntaxHighlighting(colours),
          EditorView.lineWrapping,
          EditorState.readOnly.of(isFixed),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.change(update.state.doc.toString());
          }),
          dress,
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, [label, isFixed]);
  return <div className="forms-json" ref={root} />;
}
