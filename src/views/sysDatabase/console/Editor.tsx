import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { type RefObject, useEffect, useRef } from 'react';
import { codeEditing } from '../../../resource/ui/codeLook.ts';

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
        keymap.of([{ key: 'Mod-Enter', run: ran }, ...completionKeymap]),
        closeBrackets(),
        autocompletion(),
        sql({ dialect: PostgreSQL, schema: tables }),
        placeholder(hint),
        ...codeEditing(label, (text) => latest.current.change(text)),
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
