import type { Field } from '../../../contract/field.ts';
import { useT } from '../i18n/i18n.ts';
import { formatRate } from '../ui/format.ts';
import { Affix } from './Affix.tsx';
import { type InputProps, controlProps, textOf } from './input.ts';

type DecimalField = Extract<Field, { kind: 'money' | 'rate' }>;

/** A decimal that stays text: a JavaScript number never holds money or a rate. */
export function DecimalInput(props: InputProps<DecimalField>) {
  const t = useT('grid');
  const { field, value, onChange, values } = props;
  const text = textOf(value);
  const help = field.kind === 'rate' ? t('help.rate') : undefined;
  return (
    <Affix
      {...controlProps(props)}
      className="input-decimal"
      inputMode="decimal"
      autoComplete="off"
      title={help}
      placeholder={help}
      value={text}
      onChange={({ target }) => onChange?.(target.value)}
    >
      {field.kind === 'rate' ? formatRate(text) : textOf(values?.[field.currency])}
    </Affix>
  );
}
