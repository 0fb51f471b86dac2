import { Form } from 'antd';
import { fieldOf, nameOf, textIn } from '../../../../contract/forms/fields.ts';
import type { DrawnField, DrawnForm, DrawnSection } from '../../../../contract/forms/form.ts';
import { currentLocale } from '../../../kit/index.ts';
import { isWide } from '../../../kit/inputs/input.ts';
import { FormField } from '../FormParts.tsx';
import '../form.css';
import './drawn.css';

/** The text of a literal choice, as the one who draws it wrote it. */
const choiceText = (drawn: DrawnField) => (value: string) => {
  const choice = drawn.choices?.find((each) => each.value === value);
  return choice ? textIn(choice.title, currentLocale()) : value;
};

export function DrawnInput({ drawn, columns }: { drawn: DrawnField; columns: number }) {
  const field = fieldOf(drawn);
  const language = currentLocale();
  const isWhole = columns > 1 && (drawn.width >= columns || isWide(field));
  return (
    <Form.Item
      name={nameOf(drawn.key)}
      label={textIn(drawn.title, language)}
      required={drawn.required}
      extra={textIn(drawn.help, language) || undefined}
      className={isWhole ? 'form-wide' : `drawn-width-${drawn.width}`}
    >
      <FormField
        field={field}
        row={undefined}
        labelOf={() => textIn(drawn.title, language)}
        // A label element names a control, not the boxes of several.
        {...(drawn.kind === 'several' && { label: textIn(drawn.title, language) })}
        {...((drawn.kind === 'choice' || drawn.kind === 'several') && {
          choiceText: choiceText(drawn),
          render: drawn.input ?? 'select',
        })}
      />
    </Form.Item>
  );
}

function Section({ section }: { section: DrawnSection }) {
  const title = textIn(section.title, currentLocale());
  return (
    <section className="drawn-section" aria-label={title || undefined}>
      {title && <h3 className="dock-section">{title}</h3>}
      <div className="form-part drawn-part" data-columns={section.columns}>
        {section.fields.map((drawn) => (
          <DrawnInput key={drawn.key} drawn={drawn} columns={section.columns} />
        ))}
      </div>
    </section>
  );
}

/** The inputs of a drawn form, section by section; they are in the form around them. */
export const DrawnParts = ({ form }: { form: DrawnForm }) =>
  form.sections.map((section, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sections have no name of their own, and none moves while it is filled in
    // oxlint-disable-next-line react/no-array-index-key
    <Section key={at} section={section} />
  ));
