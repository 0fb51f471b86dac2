import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { codeEditing } from '../../resource/ui/codeLook.ts';

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
          json(),
          EditorState.readOnly.of(isFixed),
          ...codeEditing(label, (text) => latest.current.change(text)),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, [label, isFixed]);
  return <div className="forms-json" ref={root} />;
}
