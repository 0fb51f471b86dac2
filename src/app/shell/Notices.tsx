import { atom, useAtom, useAtomValue } from 'jotai';
import { useT } from '../../kit/i18n/i18n.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { formatInstant } from '../../kit/ui/format.ts';
import { toastLogAtom } from '../../kit/ui/toast.ts';
import { Popup } from '../Popup.tsx';

const seenAtom = atom(0);
const TONES = { success: 'success', info: 'info', warning: 'warning', error: 'danger' } as const;

/** Messages vanish from the corner; here they can be read again. */
export function Notices() {
  const t = useT('app');
  const log = useAtomValue(toastLogAtom);
  const [seen, setSeen] = useAtom(seenAtom);
  const unread = log.filter((toast) => toast.id > seen).length;
  const label =
    unread > 0 ? `${t('notices.title')}, ${t('notices.unread', { count: unread })}` : t('notices.title');
  const face = (
    <span className="bell" onPointerDown={() => setSeen(log[0]?.id ?? 0)}>
      <Icon name="bell" />
      {unread > 0 && <i className="bell-count">{unread > 9 ? '9+' : unread}</i>}
    </span>
  );
  return (
    <Popup label={label} face={face} role="dialog">
      {() => (
        <div className="notices">
          {log.length === 0 && <p className="pd-muted">{t('notices.empty')}</p>}
          <ul>
            {log.map((toast) => (
              <li key={toast.id}>
                <i className={`dot dot-${TONES[toast.kind]}`} />
                <span>{toast.text}</span>
                <time className="pd-number pd-muted">{formatInstant(toast.at, 'time')}</time>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Popup>
  );
}
