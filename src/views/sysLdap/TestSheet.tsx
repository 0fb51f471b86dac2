import { useQuery } from '@tanstack/react-query';
import type { Row } from '../../../contract/calls.ts';
import type { DirectoryTest } from '../../../contract/directorySync.ts';
import { State, call, formatCount, useT } from '../../kit/index.ts';
import { Sheet } from '../../resource/actions/Sheet.tsx';
import { Fact } from '../../resource/ui/Fact.tsx';
import './directory.css';

function Right({ people, departments, security, ms }: DirectoryTest) {
  const t = useT('system');
  return (
    <>
      <p className="directory-right pd-up">{t('sysLdap.test.right')}</p>
      <dl className="facts">
        <Fact label={t('sysLdap.test.people')}>
          <span className="pd-number">{formatCount(people)}</span>
        </Fact>
        <Fact label={t('sysLdap.test.departments')}>
          <span className="pd-number">{formatCount(departments)}</span>
        </Fact>
        <Fact label={t('sysLdap.test.security')}>{t(`sysLdap.test.${security}`)}</Fact>
        <Fact label={t('sysLdap.test.ms')}>
          <span className="pd-number">{formatCount(ms)} ms</span>
        </Fact>
      </dl>
      {people === 0 && <p className="pd-muted">{t('sysLdap.test.nobody')}</p>}
    </>
  );
}

/** Whether a directory lets its service account in, and how much its filters find. */
export function TestSheet({ row, close }: { row: Row; close: () => void }) {
  const t = useT('system');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['sysLdap', 'test', row.id, row.version],
    queryFn: ({ signal }) =>
      call<DirectoryTest>('sysLdap/test', { id: row.id }, { customCatch: true, signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Sheet
      title={t('sysLdap.test.title', { host: String(row.host) })}
      verb={t('sysLdap.test.again')}
      closing={t('grid:close')}
      ready={!isFetching}
      busy={isFetching}
      commit={() => void refetch()}
      close={close}
    >
      {isFetching ? (
        <State kind="loading" text={t('sysLdap.test.asking')} />
      ) : error ? (
        <p className="directory-wrong pd-down" role="alert">
          {error.message}
        </p>
      ) : (
        data && <Right {...data} />
      )}
    </Sheet>
  );
}
