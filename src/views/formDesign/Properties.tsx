import { useState } from 'react';
import { type FormFault, formFaultText } from '../../../contract/forms/faults.ts';
import { COLUMNS_MOST, type DrawnField, HELP_MOST, TITLE_MOST } from '../../../contract/forms/form.ts';
import { LOCALE_FACTS, LOCALES, type Locale } from '../../../contract/locales.ts';
import { Choice, SideButtons, State, currentLocale, useT } from '../../kit/index.ts';
import { change, changeSection, fieldAt, withText } from './draft.ts';
import { type FieldProps, Rules, TextLine } from './Rules.tsx';
import { FormLine } from '../../resource/ui/FormLine.tsx';
import type { Drawing } from './useDrawing.ts';

/** The language that texts are written in; a mark says which are not there yet. */
function Languages({ language, set }: { language: Locale; set: (language: Locale) => void }) {
  const t = useT('develop');
  return (
    <SideButtons label={t('formDesign.language')} sides={LOCALES} side={language} turn={set}>
      {(each) => LOCALE_FACTS[each].short}
    </SideButtons>
  );
}

interface PropertiesProps {
  drawing: Drawing;
  faults: readonly FormFault[];
  /** Keys that a version has: their values are kept under them. */
  taken: ReadonlySet<string>;
  disabled: boolean;
}

const widths = (most: number) =>
  Array.from({ length: most }, (_, at) => ({ value: String(at + 1), text: String(at + 1) }));

/** What the field is called and how it is explained, in one language. */
function Named({ field, language, set }: FieldProps) {
  const t = useT('develop');
  return (
    <>
      <TextLine
        label={t('formDesign.rules.title')}
        most={TITLE_MOST}
        value={field.title[language] ?? ''}
        set={(text) => set({ title: withText(field.title, language, text) ?? {} })}
      />
      <TextLine
        label={t('formDesign.rules.help')}
        most={HELP_MOST}
        value={field.help?.[language] ?? ''}
        set={(text) => set({ help: withText(field.help, language, text) })}
      />
    </>
  );
}

function FieldProperties({
  field,
  columns,
  drawing,
  faults,
  taken,
}: PropertiesProps & { field: DrawnField; columns: number }) {
  const t = useT('develop');
  const [language, setLanguage] = useState(currentLocale);
  const set = (values: Partial<DrawnField>) =>
    drawing.draw(change(drawing.form, field.key, values), {
      tag: `${field.key} ${Object.keys(values).join()} ${language}`,
      chosen: { key: values.key ?? field.key },
    });
  const own = faults.filter(({ at }) => at === field.key);
  return (
    <>
      <div className="forms-head">
        <span className="pd-tag pd-tag-info">{t(`formDesign.kinds.${field.kind}`)}</span>
        <Languages language={language} set={setLanguage} />
      </div>
      {own.map((fault) => (
        <State key={fault.code} kind="error" inline text={formFaultText(currentLocale(), fault)} />
      ))}
      <Named field={field} language={language} set={set} />
      <TextLine
        label={t('formDesign.rules.key')}
        mono
        most={40}
        disabled={taken.has(field.key)}
        value={field.key}
        set={(typed) => {
          const key = typed.replaceAll(/[^A-Za-z0-9]/g, '');
          if (key && !fieldAt(drawing.form, key)) set({ key });
        }}
      />
      <label className="input-tick forms-tick">
        <input
          type="checkbox"
          className="grid-check"
          checked={field.required}
          onChange={({ target }) => set({ required: target.checked })}
        />
        {t('formDesign.rules.required')}
      </label>
      {columns > 1 && (
        <FormLine label={t('formDesign.rules.width')}>
          {(id) => (
            <Choice
              id={id}
              label={t('formDesign.rules.width')}
              value={String(field.width)}
              options={widths(columns)}
              set={(width) => set({ width: Number(width) })}
            />
          )}
        </FormLine>
      )}
      <Rules field={field} language={language} set={set} />
    </>
  );
}

function SectionProperties({ at, drawing }: { at: number; drawing: Drawing }) {
  const t = useT('develop');
  const [language, setLanguage] = useState(currentLocale);
  const section = drawing.form.sections[at]!;
  const set = (values: Parameters<typeof changeSection>[2]) =>
    drawing.draw(changeSection(drawing.form, at, values), {
      tag: `section ${at} ${Object.keys(values).join()}`,
    });
  return (
    <>
      <div className="forms-head">
        <span className="pd-tag pd-tag-info">{t('formDesign.section', { n: at + 1 })}</span>
        <Languages language={language} set={setLanguage} />
      </div>
      <TextLine
        label={t('formDesign.rules.title')}
        most={TITLE_MOST}
        value={section.title?.[language] ?? ''}
        set={(text) => set({ title: withText(section.title, language, text) })}
      />
      <FormLine label={t('formDesign.rules.columns')}>
        {(id) => (
          <Choice
            id={id}
            label={t('formDesign.rules.columns')}
            value={String(section.columns)}
            options={widths(COLUMNS_MOST)}
            set={(columns) => set({ columns: Number(columns) })}
          />
        )}
      </FormLine>
    </>
  );
}

/** What is chosen in the form, and all that may be said of it. */
export function Properties(props: PropertiesProps) {
  const { drawing, disabled } = props;
  const t = useT('develop');
  const { chosen, form } = drawing;
  const section =
    chosen &&
    'key' in chosen &&
    form.sections.find(({ fields }) => fields.some(({ key }) => key === chosen.key));
  const at = section ? section.fields.findIndex(({ key }) => 'key' in chosen && key === chosen.key) : -1;
  return (
    <fieldset className="forms-properties" disabled={disabled} aria-label={t('formDesign.properties')}>
      {section && (
        <FieldProperties
          // The key is typed here too: the place stays.
          key={`${form.sections.indexOf(section)}/${at}`}
          {...props}
          field={section.fields[at]!}
          columns={section.columns}
        />
      )}
      {chosen && 'section' in chosen && (
        <SectionProperties key={chosen.section} at={chosen.section} drawing={drawing} />
      )}
      {!chosen && <State kind="empty" text={t('formDesign.chooseField')} />}
    </fieldset>
  );
}
