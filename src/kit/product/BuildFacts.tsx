import type { BuildAnswer } from '../../../contract/buildInfo.ts';
import { useT } from '../i18n/i18n.ts';
import { formatInstant } from '../ui/format.ts';

/** The commit of a build, when it was made, and since when the server runs it. */
export function BuildFacts({ build: { commits, builtAt, startedAt } }: { build: BuildAnswer }) {
  const t = useT('widgets');
  const [latest] = commits;
  return (
    <dl>
      {latest && (
        <>
          <dt>{t('version.commit')}</dt>
          <dd className="pd-mono">{latest.hash}</dd>
        </>
      )}
      <dt>{t('version.built')}</dt>
      <dd className="pd-number">{builtAt ? formatInstant(builtAt) : t('version.unbuilt')}</dd>
      <dt>{t('version.started')}</dt>
      <dd className="pd-number">{formatInstant(startedAt)}</dd>
    </dl>
  );
}
