import { Form } from 'antd';
import { type ComponentType, use } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Field } from '../../../contract/field.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { WriteMode } from '../../../contract/validate.ts';
import { useT } from '../../kit/index.ts';
import { FieldInput } from '../../kit/inputs/FieldInput.tsx';
import { contextFields, type InputProps, isWide } from '../../kit/inputs/input.ts';
import type { Words } from '../actions/texts.ts';
import { partsOf } from '../sections.ts';
import { OwnInputs } from './ownInputs.ts';
import { formFields } from './values.ts';

/** A flag that opens its part switches all of it, so it stands alone. */
const isSwitch = (fields: readonly (readonly [string, Field])[], at: number): boolean =>
  at === 0 && fields[0]?.[1].kind === 'flag' && fields[1]?.[1].kind !== 'flag';

interface FormFieldProps extends InputProps {
  /** In place of that of its kind. */
  own?: ComponentType<InputProps> | undefined;
  /** The four are given by the form item. */
  'aria-invalid'?: 'true';
  'aria-describedby'?: string;
}

/** An input of the form, with the other values of the form that it depends on. */
export function FormField({
  'aria-invalid': isWrong,
  'aria-describedby': message,
  own: Own,
  ...rest
}: FormFieldProps) {
  const { field, row } = rest;
  const values = Form.useWatch((all: Record<string, unknown>) =>
    Object.fromEntries(contextFields(field).map((name) => [name, all[name] ?? row?.[name]])),
  );
  const Input = Own ?? FieldInput;
  return <Input {...rest} values={values} error={isWrong && message} />;
}

interface FormPartsProps {
  resource: Resource;
  mode: WriteMode;
  words: Words;
  /** The row that is edited. */
  row: Row | undefined;
}

/** The inputs of a form, part by part. */
export function FormParts({ resource, mode, words, row }: FormPartsProps) {
  const t = useT('grid');
  const own = use(OwnInputs);
  return partsOf(formFields(resource, mode)).map(({ section, fields }) => (
    <section key={section ?? ''} aria-label={section && t(`sections.${section}`)}>
      {section && <h3 className="dock-section">{t(`sections.${section}`)}</h3>}
      <div className="form-part">
        {fields.map(([name, field], at) => (
          <Form.Item
            key={name}
            name={name}
            label={words.field(name)}
            required={field.required === true}
            className={isWide(field) || isSwitch(fields, at) ? 'form-wide' : ''}
          >
            <FormField own={own[name]} field={field} row={row} labelOf={words.field} />
          </Form.Item>
        ))}
      </div>
    </section>
  ));
}
