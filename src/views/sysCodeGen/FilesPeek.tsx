import { useQuery } from '@tanstack/react-query';
import { State, Unanswered, call, isCallError, useT } from '../../kit/index.ts';
import { type PeekProps, RowPeek } from '../../resource/RowPeek.tsx';
import './codeGen.css';

const REFUSED = 403;
/** What other clients of the family keep, and no file here is made of. */
const WITHOUT = 'generateType generateMenu menuIcon menuPid pagePath printType printName tablePrefix'.split(
  ' ',
);

/** A table or form with every file of its view; a click opens one. */
export function FilesPeek(props: PeekProps) {
  const t = useT('develop');
  const { row } = props;
  const query = useQuery({
    queryKey: ['sysCodeGen', 'preview', row?.id, row?.version],
    enabled: row !== undefined,
    queryFn: ({ signal }) =>
      call<Record<string, string>>('sysCodeGen/preview', { id: row!.id }, { customCatch: true, signal }),
    retry: false,
  });
  const { data, error } = query;
  const isRefused = isCallError(error) && error.code === REFUSED;
  const files = (
    <div className="code-files">
      <h3 className="dock-section">{t('sysCodeGen.files')}</h3>
      {isRefused && <State kind="forbidden" inline text={error.message} />}
      {!data && !isRefused && <Unanswered query={query} />}
      {data &&
        Object.entries(data).map(([path, text], at) => (
          <details key={path} className="code-file" open={at === 0}>
            <summary className="pd-mono" title={path}>
              {path}
            </summary>
            <pre className="pd-mono">{text}</pre>
          </details>
        ))}
    </div>
  );
  return <RowPeek {...props} without={WITHOUT} first={files} />;
}
