import type { Registered } from '../../kit/commands/registry.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { Key } from '../../kit/ui/Key.tsx';
import { SWITCH } from './listed.ts';

interface Props {
  command: Registered;
  /** It has keys of the person's own. */
  changed: boolean;
  record: () => void;
  reset: () => void;
}

/** A command with its keys, which are pressed to be changed. */
export function KeyRow({ command, changed, record, reset }: Props) {
  const t = useT('app');
  const { id, keys = [] } = command;
  const name = command.label();
  return (
    <div className="key-row" data-command={id}>
      <dt>{name}</dt>
      <dd>
        {changed && (
          <button
            type="button"
            className="pd-icon-button"
            title={t('keys.reset')}
            aria-label={t('keys.resetOf', { name })}
            onClick={reset}
          >
            <Icon name="undo" size={12} />
          </button>
        )}
        <button
          type="button"
          className="key-change"
          title={t('keys.change')}
          aria-label={t('keys.changeOf', { name })}
          onClick={record}
        >
          <Icon name="edit" size={12} />
          {keys.map((each) => (
            <Key key={each} keys={each} />
          ))}
          {keys.length === 0 && <span className="pd-muted">{t('keys.none')}</span>}
          {id === SWITCH && !changed && (
            <>
              – <Key keys="9" />
            </>
          )}
        </button>
      </dd>
    </div>
  );
}
