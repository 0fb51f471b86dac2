import './version.css';
import { Unanswered, formatInstant } from '../../src/kit/index.ts';
import { BuildFacts } from '../../src/kit/product/BuildFacts.tsx';
import { useBuild } from '../../src/kit/product/useBuild.ts';

/** Changes that a tall tile lists. */
const RECENT = 30;

/** Which build is running. */
export default function Version() {
  const query = useBuild();
  const { data } = query;
  if (!data) return <Unanswered query={query} />;
  const recent = data.commits.slice(0, RECENT);
  return (
    <div className="version">
      <div className="version-facts">
        <strong className="pd-number">{data.version}</strong>
        <BuildFacts build={data} />
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
