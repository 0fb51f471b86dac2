import './version.css';
import type { BuildAnswer } from '../../contract/buildInfo.ts';
import { Unanswered, formatInstant, useLive, useT } from '../../src/kit/index.ts';

const EVERY_MS = 10 * 60_000;
/** Changes that a tall tile lists. */
const RECENT = 30;

/** Which build is running. */
export default function Version() {
  const t = useT('widgets');
  const query = useLive<BuildAnswer>('build/info', {}, EVERY_MS);
  const { data } = query;
  if (!data) return <Unanswered query={query} />;
  const [latest] = data.commits;
  const recent = data.commits.slice(0, RECENT);
  return (
    <div className="version">
      <div className="version-facts">
        <strong className="pd-number">{data.version}</strong>
        <dl>
          {latest && (
            <>
              <dt>{t('version.commit')}</dt>
              <dd className="pd-mono">{latest.hash}</dd>
            </>
          )}
          <dt>{t('version.built')}</dt>
          <dd className="pd-number">{data.builtAt ? formatInstant(data.builtAt) : t('version.unbuilt')}</dd>
          <dt>{t('version.started')}</dt>
          <dd className="pd-number">{formatInstant(data.startedAt)}</dd>
        </dl>
      </div>
      {recent.length > 0 && (
        <ul>
          {recent.map(({ hash, at, subject }) => (
            <li key={hash}>
              <span className="pd-muted pd-number">{formatInstant(at, 'brief')}</span> {subject}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
