import { dictItems, DICTS } from '../../../contract/dicts.ts';
import { fieldOf } from '../../../contract/forms/fields.ts';
import {
  CHOICES_MOST,
  DRAWN_INPUTS,
  type DrawnField,
  type DrawnInput,
  TITLE_MOST,
} from '../../../contract/forms/form.ts';
import type { Locale } from '../../../contract/locales.ts';
import { Choice, Icon, currentLocale, dictLabel, useT } from '../../kit/index.ts';
import { FieldInput } from '../../kit/inputs/FieldInput.tsx';
import { PickList } from '../../kit/inputs/PickList.tsx';
import { FormLine } from '../../resource/ui/FormLine.tsx';
import { withText } from './draft.ts';

interface TextLineProps {
  label: string;
  value: string;
  set: (text: string) => void;
  most?: number;
  mono?: boolean;
  disabled?: boolean;
  numeric?: boolean;
}

export const TextLine = ({ label, value, set, most, mono, disabled, numeric }: TextLineProps) => (
  <FormLine label={label}>
    {(id) => (
      <input
        id={id}
        className={`pd-input${mono ? ' pd-mono' : ''}${numeric ? ' pd-number' : ''}`}
        value={value}
        maxLength={most}
        disabled={disabled}
        inputMode={numeric ? 'decimal' : undefined}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => set(target.value)}
      />
    )}
  </FormLine>
);

export interface FieldProps {
  field: DrawnField;
  language: Locale;
  set: (values: Partial<DrawnField>) => void;
}

const whole = (text: string): number | undefined => (/^\d{1,5}$/.test(text) ? Number(text) : undefined);

function TextRules({ field, set }: Omit<FieldProps, 'language'>) {
  const t = useT('develop');
  return (
    <>
      <div className="forms-two">
        <TextLine
          label={t('formDesign.rules.shortest')}
          numeric
          value={String(field.shortest ?? '')}
          set={(text) => set({ shortest: whole(text) })}
        />
        <TextLine
          label={t('formDesign.rules.longest')}
          numeric
          value={String(field.longest ?? '')}
          set={(text) => set({ longest: whole(text) })}
        />
      </div>
      {field.kind === 'text' && (
        <TextLine
          label={t('formDesign.rules.pattern')}
          mono
          value={field.pattern ?? ''}
          set={(pattern) => set({ pattern: pattern || undefined })}
        />
      )}
    </>
  );
}

function NumberRules({ field, set }: Omit<FieldProps, 'language'>) {
  const t = useT('develop');
  return (
    <div className="forms-two">
      {(['least', 'most'] as const).map((name) => (
        <TextLine
          key={name}
          label={t(`formDesign.rules.${name}`)}
          numeric
          value={field[name] ?? ''}
          set={(text) => set({ [name]: text.trim() || undefined })}
        />
      ))}
    </div>
  );
}

function Choices({ field, language, set }: FieldProps) {
  const t = useT('develop');
  const choices = field.choices ?? [];
  const put = (at: number, values: Partial<(typeof choices)[number]>) =>
    set({ choices: choices.map((each, place) => (place === at ? { ...each, ...values } : each)) });
  return (
    <fieldset className="forms-choices">
      <legend>{t('formDesign.rules.choices')}</legend>
      {choices.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its value is what is being typed
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="forms-choice">
          <input
            className="pd-input pd-mono"
            aria-label={t('formDesign.rules.value')}
            value={each.value}
            maxLength={40}
            onChange={({ target }) => put(at, { value: target.value })}
          />
          <input
            className="pd-input"
            aria-label={t('formDesign.rules.title')}
            value={each.title[language] ?? ''}
            maxLength={TITLE_MOST}
            onChange={({ target }) => put(at, { title: withText(each.title, language, target.value) ?? {} })}
          />
          <button
            type="button"
            className="pd-icon-button"
            aria-label={t('formDesign.rules.removeChoice')}
            onClick={() => set({ choices: choices.toSpliced(at, 1) })}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button
        type="button"
        className="pd-button"
        disabled={choices.length >= CHOICES_MOST}
        onClick={() => set({ choices: [...choices, { value: `choice${choices.length + 1}`, title: {} }] })}
      >
        <Icon name="plus" /> {t('formDesign.rules.addChoice')}
      </button>
    </fieldset>
  );
}

const DICT_OPTIONS = Object.keys(DICTS).sort();

/** What items it has says more of a dictionary than its code. */
const sampleOf = (code: string): string =>
  dictItems(code)
    .slice(0, 3)
    .map(({ value }) => dictLabel(code, value))
    .join(', ');

function Dictionary({ field, set }: Omit<FieldProps, 'language'>) {
  const t = useT('develop');
  return (
    <FormLine label={t('formDesign.rules.dict')}>
      {(id) => (
        <PickList
          id={id}
          required
          showSearch={{ optionFilterProp: 'label' }}
          value={field.dict}
          options={DICT_OPTIONS.map((code) => ({ value: code, label: `${code} · ${sampleOf(code)}` }))}
          onChange={(dict) => set({ dict: String(dict), initial: undefined })}
        />
      )}
    </FormLine>
  );
}

/** What holds for the values of a field, by its kind. */
export function Rules(props: FieldProps) {
  const { field, set } = props;
  const t = useT('develop');
  const { kind } = field;
  return (
    <>
      {(kind === 'text' || kind === 'lines') && <TextRules field={field} set={set} />}
      {(kind === 'int' || kind === 'decimal' || kind === 'money') && <NumberRules field={field} set={set} />}
      {kind === 'dict' && <Dictionary field={field} set={set} />}
      {(kind === 'choice' || kind === 'dict') && (
        <FormLine label={t('formDesign.rules.input')}>
          {(id) => (
            <Choice
              id={id}
              label={t('formDesign.rules.input')}
              value={field.input ?? 'select'}
              options={DRAWN_INPUTS.map((value) => ({ value, text: t(`formDesign.shownAs.${value}`) }))}
              set={(input) => set({ input: input as DrawnInput })}
            />
          )}
        </FormLine>
      )}
      {(kind === 'choice' || kind === 'several') && <Choices {...props} />}
      {kind !== 'date' && kind !== 'several' && (
        <FormLine label={t('formDesign.rules.initial')}>
          {(id) => (
            <FieldInput
              id={id}
              field={fieldOf({ ...field, required: false })}
              value={field.initial}
              choiceText={(value) =>
                field.choices?.find((each) => each.value === value)?.title[currentLocale()] ?? value
              }
              onChange={(value) =>
                set({
                  initial: value === null || value === '' ? undefined : (value as DrawnField['initial']),
                })
              }
            />
          )}
        </FormLine>
      )}
    </>
  );
}
