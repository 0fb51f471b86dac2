import { KINDS } from '../../../contract/audience.ts';
import type { JsonField } from '../../../contract/field.ts';
import { useT } from '../i18n/i18n.ts';
import { AmountInputs } from './AmountInputs.tsx';
import { type InputProps, controlProps, textOf } from './input.ts';
import { jsonFault } from './jsonFault.ts';
import { MenuPicker } from './MenuPicker.tsx';
import { RefsInput } from './RefInputs.tsx';
import { RolesInput } from './RolesInput.tsx';
import { SeveralInput } from './SeveralInput.tsx';

/** JSON as text, checked while it is typed. */
function JsonText(props: InputProps) {
  const t = useT('grid');
  const text = textOf(props.value);
  const fault = jsonFault(text);
  return (
    <div className="json-input">
      <textarea
        {...controlProps(props)}
        className="pd-input pd-mono input-lines input-code"
        rows={3}
        spellCheck={false}
        aria-invalid={(fault ?? props.error) !== undefined}
        value={text}
        onChange={({ target }) => props.onChange?.(target.value)}
      />
      {text.trim() !== '' && (
        <div className="json-foot">
          <span className={fault ? 'pd-down' : 'pd-up'} role="status">
            {fault ? t('form.invalidJson', { ...fault }) : t('form.validJson')}
          </span>
          {!fault && (
            <button
              type="button"
              className="link-button"
              onClick={() => props.onChange?.(JSON.stringify(JSON.parse(text), null, 2))}
            >
              {t('form.format')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

const kindsOf = (value: unknown) => KINDS.filter((kind) => Array.isArray(value) && value.includes(kind));

/** JSON: several of a few, amounts by currency, rows of another resource, or text. */
export function JsonInput(props: InputProps<JsonField>) {
  const { field, row } = props;
  if (field.several) return <SeveralInput {...props} several={field.several} />;
  if (field.perCurrency) return <AmountInputs {...props} />;
  if (field.to === 'sysMenu') {
    const isTenants = field.forTenants === true || row?.ofTenant === true;
    return <MenuPicker {...props} holders={kindsOf(row?.heldBy)} isTenants={isTenants} />;
  }
  if (field.to === 'sysRole') return <RolesInput {...props} to={field.to} />;
  return field.to ? <RefsInput {...props} to={field.to} /> : <JsonText {...props} />;
}
