import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Fields } from '../../contract/field.ts';
import { type Settings, type Widget, currentLocale, useCaller, useT } from '../kit/index.ts';
import { FieldInput } from '../kit/inputs/FieldInput.tsx';
import { widgetTitle } from './catalogue.ts';

interface SettingsDialogProps {
  widget: Widget;
  settings: Settings<Fields>;
  save: (settings: Record<string, unknown>) => void;
  close: () => void;
}

/** The form of a widget, made from its manifest. */
export function SettingsDialog({ widget, settings, save, close }: SettingsDialogProps) {
  const t = useT('widgets');
  const dialog = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState<Record<string, unknown>>(settings);
  const [messages, setMessages] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => dialog.current?.showModal(), []);
  const labelOf = (name: string) => t(`${widget.id}.settings.${name}`);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The schemas weigh more than the dashboard.
    const { fieldsSchema } = await import('../../contract/validate.ts');
    const words = { language: currentLocale(), label: labelOf };
    const { error } = fieldsSchema(widget.settings, words).safeParse(values);
    const faults = error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [];
    setMessages(Object.fromEntries(faults));
    if (faults[0]) return dialog.current?.querySelector<HTMLElement>(`#widget-${faults[0][0]}`)?.focus();
    save(values);
    dialog.current?.close();
  };
  const own = Boolean(useCaller().profile.merchantId);
  const title = t('tile.settingsOf', { name: widgetTitle(widget.id, own) });
  return (
    <dialog ref={dialog} className="dash-dialog" aria-label={title} onClose={close}>
      <form noValidate onSubmit={submit}>
        <h2>{title}</h2>
        {Object.entries(widget.settings).map(([name, field]) => (
          <div key={name} className="dash-field">
            <label htmlFor={`widget-${name}`}>{labelOf(name)}</label>
            <FieldInput
              id={`widget-${name}`}
              label={labelOf(name)}
              field={field}
              render="menu"
              choiceText={(choice) => t(`${widget.id}.choices.${name}.${choice}`)}
              value={values[name]}
              values={values}
              onChange={(value) => {
                setValues({ ...values, [name]: value });
                setMessages({});
              }}
              error={messages[name] && `widget-${name}-wrong`}
            />
            {messages[name] && (
              <p id={`widget-${name}-wrong`} className="dash-problem" role="alert">
                {messages[name]}
              </p>
            )}
          </div>
        ))}
        <footer>
          <button type="button" className="pd-button" onClick={() => dialog.current?.close()}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" className="pd-button pd-button-primary">
            {t('dialog.save')}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
