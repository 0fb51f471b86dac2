import { dictValue } from '../../../contract/dicts.ts';
import type { Guard, Resource } from '../../../contract/resource.ts';
import { isOnPlatformBooks } from '../../../contract/tenants.ts';
import { DictTag, Key, useCaller, useT } from '../../kit/index.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import type { Verb } from './actions.ts';
import { Marked } from './Marked.tsx';

interface GuardProps {
  resource: Resource;
  guard: Guard;
}

/** The states of a row in which a verb is possible. */
function When({ resource, guard }: GuardProps) {
  const t = useT('help');
  const words = wordsOf(resource);
  return Object.entries(guard).map(([name, values]) => {
    const field = resource.fields[name];
    return (
      <span key={name} className="help-when">
        {words.field(name)}
        {values.map((value) =>
          field?.kind === 'dict' && typeof value === 'string' ? (
            <DictTag key={value} dict={field.dict} value={dictValue(field.dict, value)} />
          ) : (
            <span key={String(value)} className="pd-tag pd-tag-info">
              {value === null ? t('value.none') : typeof value === 'boolean' ? t(`value.${value}`) : value}
            </span>
          ),
        )}
      </span>
    );
  });
}

interface ItemProps {
  verb: Verb;
  resource: Resource;
  terms: readonly string[];
}

/** One verb: what it does, its key, when it is possible and whose it is. */
function Item({ verb, resource, terms }: ItemProps) {
  const t = useT('help');
  const { can, profile } = useCaller();
  const { action, audience, code, keys, label, name, text } = verb;
  const notes = [
    action && t(`rows.${action.on}`),
    action?.otp && t('otp'),
    action?.confirm && t('confirm'),
    // Whose a verb is matters to those who hand out rights.
    profile.merchantId ? undefined : audience.map((kind) => t(`kind.${kind}`)).join(', '),
  ].filter(Boolean);
  const guard = action?.when ?? (name === 'update' ? resource.editable : undefined);
  return (
    <div className="help-verb" data-verb={name}>
      <dt>
        <Marked text={label} terms={terms} />
        {keys && <Key keys={keys} />}
        {!can(code) && (
          <span className="help-not">
            {t(profile.isTenants && isOnPlatformBooks(code) ? 'platformBooks' : 'notYours')}
          </span>
        )}
      </dt>
      <dd>
        {text && (
          <p>
            <Marked text={text} terms={terms} />
          </p>
        )}
        <p className="pd-muted help-facts">
          {notes.length > 0 && <span>{notes.join(' · ')}</span>}
          {guard && <When resource={resource} guard={guard} />}
        </p>
      </dd>
    </div>
  );
}

/** What can be done in the view. */
export function ActionList({ verbs, ...rest }: Omit<ItemProps, 'verb'> & { verbs: readonly Verb[] }) {
  return (
    <dl className="help-verbs">
      {verbs.map((verb) => (
        <Item key={verb.name} verb={verb} {...rest} />
      ))}
    </dl>
  );
}
