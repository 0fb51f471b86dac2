import { State, VirtualList, useT } from '../../kit/index.ts';
import type { Licensed } from './useLicences.ts';

interface PackagesProps {
  packages: readonly Licensed[];
  chosen: string | undefined;
  choose: (id: string) => void;
}

/** What is delivered, by name: the arrows go through it, and each shows its licence. */
export function Packages({ packages, chosen, choose }: PackagesProps) {
  const t = useT('about');
  if (packages.length === 0) return <State kind="empty" text={t('none')} />;
  return (
    <VirtualList
      className="about-packages plain-list"
      aria-label={t('packages')}
      items={packages}
      keyOf={({ id }) => id}
      active={packages.findIndex(({ id }) => id === chosen)}
      textOf={({ name }) => name}
      walk
    >
      {({ id, name, version, licence }) => (
        <button
          type="button"
          className="line-button about-package"
          aria-current={id === chosen || undefined}
          title={id}
          onClick={() => choose(id)}
          onFocus={() => choose(id)}
        >
          <span>{name}</span>
          <span className="pd-muted pd-number">{version}</span>
          <span className="pd-muted">{licence}</span>
        </button>
      )}
    </VirtualList>
  );
}
