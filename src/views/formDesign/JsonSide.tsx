import { useState } from 'react';
import { type FormFault, formFaultText } from '../../../contract/forms/faults.ts';
import { readForm, schemaOf } from '../../../contract/forms/schema.ts';
import { currentLocale, useT } from '../../kit/index.ts';
import { JsonEditor } from './JsonEditor.tsx';
import type { Drawing } from './useDrawing.ts';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The form as JSON Schema: what is written here is drawn as soon as it is a form. */
export default function JsonSide({ drawing, disabled }: { drawing: Drawing; disabled: boolean }) {
  const t = useT('develop');
  const language = currentLocale();
  const [text, setText] = useState(() => JSON.stringify(schemaOf(drawing.form), null, 2));
  const [faults, setFaults] = useState<readonly FormFault[]>([]);
  const change = (next: string): void => {
    setText(next);
    const read = readForm(parsed(next));
    setFaults(read.faults ?? []);
    if (read.form) drawing.draw(read.form, { tag: 'json' });
  };
  return (
    <div className="forms-written">
      <JsonEditor label={t('formDesign.sides.json')} value={text} isFixed={disabled} change={change} />
      {faults.length > 0 && (
        <ul className="forms-faults plain-list" role="alert">
          {faults.slice(0, 8).map((fault) => (
            <li key={`${fault.at} ${fault.code}`}>
              <code className="pd-mono">{fault.at || '$'}</code> {formFaultText(language, fault)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
