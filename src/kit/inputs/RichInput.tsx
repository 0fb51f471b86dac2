import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { chordLabel } from '../commands/chord.ts';
import { type InputProps, textOf } from './input.ts';
import './richInput.css';

// What the server lets through (contract/richText.ts); it looks at every text itself.
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, protocols: ['mailto'], defaultProtocol: 'https' },
  }),
];
const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;

interface Tool {
  id: 'bold' | 'italic' | 'underline' | 'strike' | 'heading' | 'bulletList' | 'orderedList' | 'blockquote';
  face: string;
  keys?: string;
  run: (editor: Editor) => unknown;
}

const TOOLS: readonly Tool[] = [
  { id: 'bold', face: 'B', keys: 'mod+b', run: (e) => e.chain().focus().toggleBold().run() },
  { id: 'italic', face: 'I', keys: 'mod+i', run: (e) => e.chain().focus().toggleItalic().run() },
  { id: 'underline', face: 'U', keys: 'mod+u', run: (e) => e.chain().focus().toggleUnderline().run() },
  { id: 'strike', face: 'S', run: (e) => e.chain().focus().toggleStrike().run() },
  { id: 'heading', face: 'H', run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run() },
  { id: 'bulletList', face: '•', run: (e) => e.chain().focus().toggleBulletList().run() },
  { id: 'orderedList', face: '1.', run: (e) => e.chain().focus().toggleOrderedList().run() },
  { id: 'blockquote', face: '”', run: (e) => e.chain().focus().toggleBlockquote().run() },
];

/** Asks for the address where the chosen text leads; an empty one takes the link away. */
function LinkField({ editor, close }: { editor: Editor; close: () => void }) {
  const t = useT('app');
  const [address, setAddress] = useState<string>(() =>
    String(editor.getAttributes('link').href ?? 'https://'),
  );
  const wrong = address !== '' && !ADDRESS.test(address);
  const set = () => {
    const chain = editor.chain().focus().extendMarkRange('link');
    if (address === '' || address === 'https://') chain.unsetLink().run();
    else if (!wrong) chain.setLink({ href: address }).run();
    else return;
    close();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') set();
    else close();
  };
  return (
    <input
      className="pd-input rich-link"
      type="url"
      autoFocus
      aria-label={t('rich.address')}
      aria-invalid={wrong}
      value={address}
      onChange={({ target }) => setAddress(target.value.trim())}
      onKeyDown={key}
      onBlur={close}
    />
  );
}

function Tools({ editor }: { editor: Editor }) {
  const t = useT('app');
  const [asks, setAsks] = useState(false);
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => [...TOOLS.map(({ id }) => now.isActive(id)), now.isActive('link')],
  });
  return (
    <div className="rich-tools" role="toolbar" aria-label={t('rich.tools')}>
      {TOOLS.map(({ id, face, keys, run }, at) => (
        <button
          key={id}
          type="button"
          className="pd-icon-button"
          data-tool={id}
          title={`${t(`rich.${id}`)}${keys ? ` (${chordLabel(keys)})` : ''}`}
          aria-label={t(`rich.${id}`)}
          aria-pressed={on[at] ?? false}
          onClick={() => run(editor)}
        >
          {face}
        </button>
      ))}
      {asks ? (
        <LinkField editor={editor} close={() => setAsks(false)} />
      ) : (
        <button
          type="button"
          className="pd-button"
          aria-pressed={on.at(-1) ?? false}
          onClick={() => setAsks(true)}
        >
          {t('rich.link')}
        </button>
      )}
    </div>
  );
}

/** Text with emphasis, headings, lists and links, kept as markup. */
export function RichInput({ id, label, value, onChange, disabled = false, error }: InputProps) {
  const given = textOf(value);
  /** What was written last: anything else that comes in is of others. */
  const written = useRef(given);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: given,
    editable: !disabled,
    onUpdate({ editor: now }) {
      written.current = now.isEmpty ? '' : now.getHTML();
      onChange?.(written.current === '' ? undefined : written.current);
    },
  });
  useEffect(() => {
    if (given === written.current) return;
    written.current = given;
    editor.commands.setContent(given, { emitUpdate: false });
  }, [editor, given]);
  useEffect(() => {
    // A label leads to controls alone, which an editable element is none of: it has the label's text as its name.
    const labels = id ? document.querySelectorAll('label') : [];
    const own = [...labels].find(({ htmlFor }) => htmlFor === id);
    const name = label ?? own?.textContent;
    editor.setOptions({
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          ...(id && { id }),
          ...(name && { 'aria-label': name }),
          ...(error && { 'aria-invalid': 'true', 'aria-describedby': error }),
        },
      },
    });
  }, [editor, id, label, error]);
  return (
    <div className={`rich-input${error ? ' rich-wrong' : ''}`}>
      {!disabled && <Tools editor={editor} />}
      <EditorContent editor={editor} className="rich-text" />
    </div>
  );
}
