import { type ReactNode, useState } from 'react';
import { useT } from '../../kit/index.ts';

/**
 * Enter may come before the answer to what was typed. Nothing is done before it is seen, and that is shown until something else is
 * typed.
 */
export function useEarly(
  send: (ready?: boolean) => Promise<void>,
  unread: boolean,
  values: Readonly<Record<string, unknown>>,
): { early: ReactNode; commit: (ready?: boolean) => Promise<void> } {
  const t = useT('grid');
  const [of, setOf] = useState<typeof values>();
  return {
    early: of === values && (
      <p className="sheet-changed" role="status">
        {t(unread ? 'sheet.checking' : 'sheet.again')}
      </p>
    ),
    commit(ready = true) {
      setOf(!ready && unread ? values : undefined);
      return send(ready);
    },
  };
}
