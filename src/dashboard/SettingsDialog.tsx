import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Field, type Fields, text } from '../../contract/field.ts';
import {
  Choice,
  type SettingChoice,
  type SettingChoices,
  type Settings,
  type Widget,
  currentLocale,
  useCaller,
  useT,
} from '../kit/index.ts';
import type { BoardValues } from '../kit/figures/board.ts';
import { FieldInput } from '../kit/inputs/FieldInput.tsx';
import { Followed, type Overrides } from './Followed.tsx';
import { Preview } from './Preview.tsx';
import { widgetTitle } from './catalogue.ts';
import { TITLE_MOST } from './document.ts';

type Values = Readonly<Record<string, unknown>>;

interface SettingsDialogProps {
  widget: Widget;
  settings: Settings<Fields>;
  /** What its person calls the tile, where not as the widget is called. */
  title: string | undefined;
  /** Variables of the dashboard that it does not follow, and what it has in their place. */
  overrides: Overrides;
  tabId: string;
  /** What the dashboard's variables hold. */
  board: BoardValues;
  save: (settings: Record<string, unknown>, title: string | undefined, overrides: Overrides) => void;
  close: () => void;
}

const TITLE = text({ max: TITLE_MOST });

/** Choices that depend on the person or on other settings; they come with the form. */
function useChoices({ choices }: Widget): SettingChoices | undefined {
  const [loaded, setLoaded] = useState<SettingChoices | undefined>(choices ? undefined : {});
  useEffect(() => {
    let current = true;
    const load = async () => {
      const found = await choices?.();
      if (current && found) setLoaded(found.default);
    };
    void load();
    return () => {
      current = false;
    };
  }, [choices]);
  return loaded;
}

/** Values whose choices have gone with another setting take the first that is left. */
function settled(values: Values, choices: SettingChoices): Record<string, unknown> {
  const next: Record<string, unknown> = { ...values };
  for (const [name, of] of Object.entries(choices)) {
    const offered = of(next);
    if (!offered.some(({ value }) => value === next[name])) next[name] = offered[0]?.value ?? '';
  }
  return next;
}

interface RowProps {
  name: string;
  label: string;
  field: Field;
  choiceText: (choice: string) => string;
  options: readonly SettingChoice[] | undefined;
  values: Values;
  message: string | undefined;
  onChange: (value: unknown) => void;
}

/** One setting with what is wrong with it. */
function Row({ name, label, field, choiceText, options, values, message, onChange }: RowProps) {
  const id = `widget-${name}`;
  return (
    <div className="dash-field">
      <label htmlFor={id}>{label}</label>
      {options ? (
        <Choice
          id={id}
          label={label}
          value={String(values[name] ?? '')}
          options={options}
          set={onChange}
          error={message && `${id}-wrong`}
        />
      ) : (
        <FieldInput
          id={id}
          label={label}
          field={field}
          render="menu"
          choiceText={choiceText}
          value={values[name]}
          values={values}
          onChange={onChange}
          error={message && `${id}-wrong`}
        />
      )}
      {message && (
        <p id={`${id}-wrong`} className="dash-problem" role="alert">
          {message}
        </p>
      )}
    </div>
  );
}

/** What its person calls the tile. */
function TitleRow({ title, change }: { title: string; change: (title: string) => void }) {
  const t = useT('widgets');
  return (
    <div className="dash-field">
      <label htmlFor="widget-title">{t('tile.title')}</label>
      <FieldInput
        id="widget-title"
        field={TITLE}
        value={title}
        onChange={(value) => change(String(value ?? ''))}
      />
    </div>
  );
}

function Buttons({ cancel }: { cancel: () => void }) {
  const t = useT('widgets');
  return (
    <footer>
      <button type="button" className="pd-button" onClick={cancel}>
        {t('dialog.cancel')}
      </button>
      <button type="submit" className="pd-button pd-button-primary">
        {t('dialog.save')}
      </button>
    </footer>
  );
}

interface RowsProps {
  widget: Widget;
  choices: SettingChoices;
  values: Values;
  messages: Readonly<Record<string, string>>;
  change: (values: Values) => void;
}

/** Every setting of the manifest. */
function Rows({ widget, choices, values, messages, change }: RowsProps) {
  const t = useT('widgets');
  return Object.entries(widget.settings).map(([name, field]) => (
    <Row
      key={name}
      name={name}
      label={t(`${widget.id}.settings.${name}`)}
      field={field}
      choiceText={(choice) => t(`${widget.id}.choices.${name}.${choice}`)}
      options={choices[name]?.(values)}
      values={values}
      message={messages[name]}
      onChange={(value) => change({ ...values, [name]: value })}
    />
  ));
}

/** The form of a widget, made from its manifest. */
export function SettingsDialog({
  widget,
  settings,
  title,
  overrides: initial,
  tabId,
  board,
  save,
  close,
}: SettingsDialogProps) {
  const t = useT('widgets');
  const dialog = useRef<HTMLDialogElement>(null);
  const choices = useChoices(widget);
  const [values, setValues] = useState<Values>(settings);
  const [called, setCalled] = useState(title ?? '');
  const [overrides, setOverrides] = useState(initial);
  const [messages, setMessages] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => dialog.current?.showModal(), []);
  const usual = widgetTitle(widget.id, Boolean(useCaller().profile.merchantId));
  const labelOf = (name: string) => t(`${widget.id}.settings.${name}`);
  const shown = choices ? settled(values, choices) : values;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The schemas weigh more than the dashboard.
    const { fieldsSchema } = await import('../../contract/validate.ts');
    const words = { language: currentLocale(), label: labelOf };
    const { error } = fieldsSchema(widget.settings, words).safeParse(shown);
    const faults = error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [];
    setMessages(Object.fromEntries(faults));
    if (faults[0]) return dialog.current?.querySelector<HTMLElement>(`#widget-${faults[0][0]}`)?.focus();
    save({ ...shown }, called.trim() || undefined, overrides);
    dialog.current?.close();
  };
  const name = t('tile.settingsOf', { name: title ?? usual });
  return (
    <dialog ref={dialog} className="dash-dialog dash-wide" aria-label={name} onClose={close}>
      <form noValidate onSubmit={submit}>
        <h2>{name}</h2>
        <div className="dash-columns">
          <div>
            {choices && (
              <Rows
                widget={widget}
                choices={choices}
                values={shown}
                messages={messages}
                change={(next) => {
                  setValues(next);
                  setMessages({});
                }}
              />
            )}
            <TitleRow title={called} change={setCalled} />
            <Followed overrides={overrides} change={setOverrides} />
          </div>
          <Preview
            widget={widget}
            content={{ settings: { ...shown }, ...overrides, ...(called.trim() && { title: called.trim() }) }}
            tabId={tabId}
            values={board}
          />
        </div>
        <Buttons cancel={() => dialog.current?.close()} />
      </form>
    </dialog>
  );
}
