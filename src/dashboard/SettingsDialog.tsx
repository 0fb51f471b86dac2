import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Field, Fields } from '../../contract/field.ts';
import { Choice, type Settings, type Widget, currentLocale, useCaller, useDict, useT } from '../kit/index.ts';
import { choicesOf, widgetTitle } from './catalogue.ts';

interface InputProps {
  id: string;
  /** What the setting is called. */
  label: string;
  /** The word of a choice. */
  choiceText: (choice: string) => string;
  field: Field;
  value: unknown;
  set: (value: unknown) => void;
  /** Id of the message that says what is wrong with it. */
  wrong: string | undefined;
}

function DictInput({ id, label, field, value, set }: InputProps) {
  const options = useDict(field.kind === 'dict' ? field.dict : '');
  return (
    <Choice
      id={id}
      label={label}
      value={String(value)}
      options={options.map((option) => ({
        value: String(option.value),
        text: option.label === String(option.value) ? option.label : `${option.label} (${option.value})`,
      }))}
      set={(chosen) => set(options.find((option) => String(option.value) === chosen)?.value)}
    />
  );
}

function Input(props: InputProps) {
  const { id, label, field, value, set, choiceText, wrong } = props;
  const refused = { 'aria-invalid': wrong !== undefined, 'aria-describedby': wrong };
  const choices = choicesOf(field);
  if (choices)
    return (
      <Choice
        id={id}
        label={label}
        value={String(value)}
        options={choices.map((choice) => ({ value: choice, text: choiceText(choice) }))}
        set={set}
      />
    );
  if (field.kind === 'dict') return <DictInput {...props} />;
  if (field.kind === 'flag')
    return (
      <input
        id={id}
        type="checkbox"
        checked={value === true}
        onChange={(event) => set(event.target.checked)}
      />
    );
  if (field.kind === 'int')
    return (
      <input
        id={id}
        className="pd-input"
        type="number"
        min={field.min}
        max={field.maximum}
        {...refused}
        value={value === undefined ? '' : String(value)}
        onChange={(event) => set(event.target.value === '' ? undefined : Number(event.target.value))}
      />
    );
  return (
    <input
      id={id}
      className="pd-input"
      value={String(value ?? '')}
      {...refused}
      onChange={(event) => set(event.target.value)}
    />
  );
}

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
            <Input
              id={`widget-${name}`}
              label={labelOf(name)}
              field={field}
              choiceText={(choice) => t(`${widget.id}.choices.${name}.${choice}`)}
              value={values[name]}
              set={(value) => {
                setValues({ ...values, [name]: value });
                setMessages({});
              }}
              wrong={messages[name] && `widget-${name}-wrong`}
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
