import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Colleague } from '../../../contract/orderNote.ts';
import { VIEWER_SIGN_MS } from '../../../contract/orderViewer.ts';
import { call, Icon, operatorName, useCaller, useT } from '../../kit/index.ts';
import type { NoteTarget } from '../notes/useNotes.ts';

const look = (target: NoteTarget, left = false): Promise<Colleague[]> =>
  call<Colleague[]>('orderViewer/look', { ...target, left }, { customCatch: true, keepalive: left });

/** The colleagues who have the same order open, while it is looked at here. */
export function Viewers({ target, visible }: { target: NoteTarget; visible: boolean }) {
  const t = useT('orders');
  const { can, profile } = useCaller();
  const { subject, id } = target;
  const isOpen = visible && !profile.merchantId && can('orderNote:page');
  const { data } = useQuery({
    queryKey: ['orderViewer', subject, id],
    enabled: isOpen,
    queryFn: () => look({ subject, id }),
    refetchInterval: VIEWER_SIGN_MS,
    // Yesterday's colleagues are not shown for a moment.
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (!isOpen) return;
    return () => void look({ subject, id }, true).catch(() => undefined);
  }, [isOpen, subject, id]);
  if (!data || data.length === 0) return null;
  const names = data.map(({ account }) => operatorName(account)).join(', ');
  return (
    <p className="peek-viewers pd-muted" role="status">
      <Icon name="eye" size={13} /> {t('next.viewers', { names })}
    </p>
  );
}
