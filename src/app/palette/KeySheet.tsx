import { useEffect, useRef, useState } from 'react';
import { workScope } from '../../kit/commands/keys.ts';
import type { Command } from '../../kit/commands/registry.ts';
import { useCommandList } from '../../kit/commands/useCommands.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { Key } from '../../kit/ui/Key.tsx';
import { useActiveView } from '../shell/useActiveView.ts';
import './palette.css';

/** Layouts 2 to 9: the first says it for all of them. */
const REPEATED = /^layout\.switch\.[2-9]$/;
const SWITCH = 'layout.switch.1';

function Group({ title, list }: { title: string; list: readonly Command[] }) {
  if (list.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <dl>
        {list.map((command) => (
          <div key={command.id}>
            <dt>{command.label()}</dt>
            <dd>
              {command.keys!.map((keys) => (
                <Key key={keys} keys={keys} />
              ))}
              {command.id === SWITCH && (
                <>
                  – <Key keys="9" />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Every key there is, those of the active panel first. */
export function KeySheet({ close }: { close: () => void }) {
  const t = useT('app');
  const [scope] = useState(workScope);
  const active = useActiveView(scope);
  const keyed = useCommandList().filter(
    (command) => command.keys && command.keys.length > 0 && !REPEATED.test(command.id),
  );
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="keysheet"
      aria-labelledby="keysheet-title"
      onClose={close}
      onPointerDown={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <header>
        <h1 id="keysheet-title">{t('keys.title')}</h1>
        <button
          type="button"
          className="pd-icon-button"
          aria-label={t('keys.close')}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </header>
      <div className="keysheet-groups">
        <Group
          title={active?.title ?? t('keys.panel')}
          list={keyed.filter((command) => command.scope !== undefined && command.scope === scope)}
        />
        <Group title={t('keys.global')} list={keyed.filter((command) => command.scope === undefined)} />
      </div>
      <p className="pd-muted">{t('keys.note')}</p>
    </dialog>
  );
}
