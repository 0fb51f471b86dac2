import { Input } from 'antd';
import { useT } from '../../kit/index.ts';
import { jsonFault } from './jsonFault.ts';

interface JsonInputProps {
  id?: string;
  text: string;
  onChange: (text: string) => void;
}

/** JSON as text, judged while it is typed. */
export function JsonInput({ id, text, onChange }: JsonInputProps) {
  const t = useT('grid');
  const fault = jsonFault(text);
  return (
    <div className="json-input">
      <Input.TextArea
        {...(id && { id })}
        className="pd-mono"
        autoSize={{ minRows: 3, maxRows: 14 }}
        spellCheck={false}
        {...(fault && { status: 'error' as const })}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {text.trim() !== '' && (
        <div className="json-foot">
          <span className={fault ? 'pd-down' : 'pd-up'} role="status">
            {fault ? t('form.invalidJson', { ...fault }) : t('form.validJson')}
          </span>
          {!fault && (
            <button
              type="button"
              className="link-button"
              onClick={() => onChange(JSON.stringify(JSON.parse(text), null, 2))}
            >
              {t('form.format')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
