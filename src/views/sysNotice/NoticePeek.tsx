import { useQuery } from '@tanstack/react-query';
import type { NoticeReaders } from '../../../contract/noticeReaders.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { Unanswered, call, formatCount, formatInstant, localised, useT } from '../../kit/index.ts';
import { type PeekProps, RowPeek } from '../../resource/RowPeek.tsx';
import { RichText } from '../../resource/ui/RichText.tsx';

const DRAFT = dictValue('noticeStatusEnum', 'draft');

/** How many have read it of those whom it is for, and who did last. */
function Readers({ id }: { id: string }) {
  const t = useT('system');
  const query = useQuery({
    queryKey: ['sysNotice/readers', id],
    queryFn: ({ signal }) =>
      call<NoticeReaders>('sysNotice/readers', undefined, { query: { id }, customCatch: true, signal }),
    retry: false,
    staleTime: 0,
  });
  const { data } = query;
  if (!data) return <Unanswered query={query} />;
  const { read, hearers, named } = data;
  return (
    <>
      <p className="pd-number">
        {t('sysNotice.readBy', { count: hearers, read: formatCount(read), shown: formatCount(hearers) })}
      </p>
      <ul className="sheet-list">
        {named.map(({ account, realName, readAt }) => (
          <li key={account}>
            <span>
              {realName} <span className="pd-muted">{account}</span>
            </span>
            <time className="pd-number pd-muted">{formatInstant(readAt)}</time>
          </li>
        ))}
      </ul>
      {named.length < read && named.length > 0 && (
        <p className="pd-muted">{t('sysNotice.latest', { count: named.length })}</p>
      )}
    </>
  );
}

/** A notice as those read it whom it is for, and who has. */
export function NoticePeek(props: PeekProps) {
  const t = useT('system');
  const { row } = props;
  return (
    <RowPeek {...props} without={['content']}>
      <h3 className="dock-section">{t('sysNotice.fields.content')}</h3>
      <RichText html={localised(row?.content)} />
      {row && row.status !== DRAFT && (
        <>
          <h3 className="dock-section">{t('sysNotice.readers')}</h3>
          <Readers id={row.id} />
        </>
      )}
    </RowPeek>
  );
}
