import { Form, Input, InputNumber, Switch } from 'antd';
import type { Row } from '../../../contract/calls.ts';
import { dictName } from '../../../contract/dicts.ts';
import { KINDS } from '../../../contract/audience.ts';
import type { DictField, Field } from '../../../contract/field.ts';
import { formatRate, useDict, useT } from '../../kit/index.ts';
import { AmountInputs } from './AmountInputs.tsx';
import { Choice } from './Choice.tsx';
import { JsonInput } from './JsonInput.tsx';
import { LocalisedInput } from './LocalisedInput.tsx';
import { MenuPicker } from './MenuPicker.tsx';
import { RefInput, RefsInput } from './RefInputs.tsx';
import { RolesInput } from './RolesInput.tsx';

interface InputProps {
  field: Field;
  /** Currency of the row where the form itself does not choose one. */
  currency?: string;
  /** The row that is edited. */
  row?: Row | undefined;
  /** Given by the form item. */
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
}

/** A text longer than this is written in several lines. */
const ONE_LINE = 300;
const SECRET_LINE = 500;

/** What takes the width of the whole form. */
export function isWide(field: Field): boolean {
  const { max = 200 } = field;
  if (field.kind === 'json') return field.to === undefined || field.to === 'sysMenu';
  return field.kind === 'secret' ? max > SECRET_LINE : field.kind === 'url' || max > ONE_LINE;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value);

function DictInput({
  dict,
  never,
  ...rest
}: InputProps & Pick<DictField, 'dict'> & { never: DictField['never'] | undefined }) {
  const all = useDict(dict);
  // What it is by itself is shown until something else is chosen.
  const items = never
    ? all.filter(({ value }) => !never.includes(dictName(dict, value) ?? '') || value === rest.value)
    : all;
  return (
    <Choice
      {...(rest.id && { id: rest.id })}
      required={rest.field.required}
      showSearch={{ optionFilterProp: 'label' }}
      value={rest.value}
      onChange={rest.onChange}
      options={items.map((item) => ({
        value: item.value,
        label: dict === 'currency' ? `${item.value} · ${item.label}` : item.label,
      }))}
    />
  );
}

/** A decimal that stays text: a JavaScript number never holds money or a rate. */
function DecimalInput({ field, currency, id, value, onChange }: InputProps) {
  const t = useT('grid');
  const chosen = Form.useWatch(field.kind === 'money' ? field.currency : []) as unknown;
  const text = textOf(value);
  const said = field.kind === 'rate' ? formatRate(text) : textOf(chosen) || currency;
  return (
    <Input
      {...(id && { id })}
      className="form-decimal"
      inputMode="decimal"
      title={field.kind === 'rate' ? t('help.rate') : undefined}
      placeholder={field.kind === 'rate' ? t('help.rate') : undefined}
      suffix={said ? <span className="pd-muted">{said}</span> : undefined}
      value={text}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

/** Text of any length, secrets among it. */
function TextInput({ field, id: given, value, onChange }: InputProps) {
  const id = given ? { id: given } : {};
  const text = {
    value: textOf(value),
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
  };
  const { max = 200 } = field;
  if (field.localised)
    return <LocalisedInput {...id} text={text.value} onChange={(next) => onChange?.(next)} />;
  if (field.kind === 'secret' && max <= SECRET_LINE)
    return <Input.Password {...id} {...text} autoComplete="new-password" />;
  if (max > ONE_LINE && field.kind !== 'url')
    return (
      <Input.TextArea
        {...id}
        {...text}
        {...(field.kind === 'secret' && { className: 'pd-mono', spellCheck: false })}
        autoSize={{ minRows: field.kind === 'secret' ? 3 : 1, maxRows: 8 }}
      />
    );
  return <Input {...id} {...text} className={field.mono ? 'pd-mono' : ''} />;
}

const kindsOf = (value: unknown) => KINDS.filter((kind) => Array.isArray(value) && value.includes(kind));

/** The input of a field's kind. */
export function FieldInput(props: InputProps) {
  const { field, value, onChange } = props;
  const id = props.id ? { id: props.id } : {};
  const write = { value, onChange };
  switch (field.kind) {
    case 'dict':
      return <DictInput {...props} dict={field.dict} never={field.never} />;
    case 'ref':
      return (
        <RefInput
          {...id}
          {...write}
          to={field.to}
          localised={field.localised === true}
          required={field.required}
          emptyIsAll={field.emptyIsAll}
        />
      );
    case 'flag':
      return <Switch {...id} size="small" checked={value === true} onChange={onChange} />;
    case 'money':
    case 'rate':
      return <DecimalInput {...props} />;
    case 'int':
      return (
        <InputNumber
          {...id}
          className="form-int"
          value={typeof value === 'number' ? value : null}
          min={field.min ?? 0}
          onChange={(next) => onChange?.(next ?? undefined)}
        />
      );
    case 'json':
      if (field.perCurrency) return <AmountInputs {...id} {...write} />;
      if (field.to === 'sysMenu')
        return (
          <MenuPicker
            {...id}
            {...(onChange && { onChange })}
            value={value}
            holders={kindsOf(props.row?.heldBy)}
          />
        );
      if (field.to === 'sysRole')
        return <RolesInput {...id} {...write} localised={field.localised === true} />;
      if (field.to)
        return <RefsInput {...id} {...write} to={field.to} localised={field.localised === true} />;
      return <JsonInput {...id} text={textOf(value)} onChange={(text) => onChange?.(text)} />;
    default:
      return <TextInput {...props} />;
  }
}
