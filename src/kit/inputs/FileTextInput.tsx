import { useId, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { FileButton } from '../ui/FileButton.tsx';
import { formatCount } from '../ui/format.ts';
import { type InputProps, controlProps, textOf } from './input.ts';

const DEFAULT_MAX = 200;

/** A text that mostly comes as a file: it is read from one that is chosen, or pasted. */
export function FileTextInput(props: InputProps) {
  const t = useT('app');
  const { field, value, onChange, disabled } = props;
  const note = useId();
  const [picked, setPicked] = useState<{ name: string; isLarge: boolean }>();
  const max = field.max ?? DEFAULT_MAX;
  const take = async (file: File) => {
    // Bytes are never fewer than characters: what is read is small either way.
    const text = file.size > 4 * max ? undefined : await file.text();
    const isLarge = text === undefined || text.length > max;
    setPicked({ name: file.name, isLarge });
    if (!isLarge) onChange?.(text);
  };
  return (
    <div className="input-file">
      {!disabled && (
        <div className="input-file-pick">
          <FileButton label={t('fromFile.choose')} accept="" take={(file) => void take(file)} />
          <span id={note} role="status" className={picked?.isLarge ? 'pd-down' : 'pd-muted'}>
            {picked?.isLarge
              ? t('fromFile.large', { name: picked.name, max: formatCount(max) })
              : (picked?.name ?? t('fromFile.paste'))}
          </span>
        </div>
      )}
      <textarea
        {...controlProps(props)}
        className="pd-input input-lines pd-mono"
        rows={6}
        spellCheck={false}
        value={textOf(value)}
        onChange={({ target }) => onChange?.(target.value)}
      />
    </div>
  );
}
