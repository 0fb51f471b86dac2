import { useState } from 'react';
import { useAtomValue } from 'jotai';
import { State, formatInstant, layoutApi, queryClient, useCaller, useT } from '../../kit/index.ts';
import { PublishForm } from '../../kit/sharing/PublishForm.tsx';
import { Versions } from '../../kit/sharing/Versions.tsx';
import type { Envelope } from '../envelope/envelope.ts';
import { exportLayout } from '../sync/backup.ts';
import { layoutActions, tell } from '../sync/dialogs.ts';
import { shownName } from '../sync/names.ts';
import { publishedAtom, refreshPublished } from '../sync/published.ts';
import { Preview } from './Preview.tsx';
import { envelopeLook } from './look.tsx';
import { type Entry, useLayoutBody } from './useLayoutBody.ts';
import { restoreVersion } from './verbs.ts';

interface DetailProps {
  entry: Entry;
  open: () => void;
  /** Closes the dialog. */
  end: () => void;
}

const verb = (label: string, onClick: () => void, primary = false) => (
  <button type="button" className={primary ? 'pd-button pd-button-primary' : 'pd-button'} onClick={onClick}>
    {label}
  </button>
);

/** What others get: neither what its panels show at this moment nor whom it is of. */
const bare = (envelope: Envelope): string =>
  JSON.stringify({
    ...envelope,
    id: '',
    scope: 'role',
    links: { panels: envelope.links.panels, contexts: {} },
  } satisfies Envelope);

/** Nobody gets it any more; what people made of it stays theirs. */
async function withdraw(id: string): Promise<void> {
  await layoutApi.withdraw(id);
  await refreshPublished();
  await queryClient.invalidateQueries({ queryKey: ['layout'] });
}

/** The chosen layout: large, with what can be done with it. */
export function Detail({ entry, open, end }: DetailProps) {
  const t = useT('workspace');
  const { can } = useCaller();
  const envelope = useLayoutBody(entry);
  const published = useAtomValue(publishedAtom);
  const [publishing, setPublishing] = useState(false);
  const { layout } = entry;
  const name = shownName(layout.name);
  if (!envelope) return <State kind="loading" />;
  const withdrawn = t('share.withdrawn', { name });
  const own = entry.kind === 'own';
  return (
    <>
      <h3>{publishing ? t('share.publishing', { name }) : name}</h3>
      <Preview envelope={envelope} />
      {publishing ? (
        <PublishForm
          kind="workspace"
          name={name}
          body={async () => bare(envelope)}
          refresh={refreshPublished}
          mine={published.filter(({ mine }) => mine)}
          done={() => setPublishing(false)}
        />
      ) : (
        <div className="ws-manager-verbs">
          {verb(t('manager.open'), open, true)}
          {own && verb(t('command.rename'), () => layoutActions.rename(layout))}
          {own && verb(t('command.duplicate'), () => layoutActions.duplicate(envelope))}
          {verb(t('manager.export'), () => exportLayout(name, envelope))}
          {own && can('dashboard:publish') && verb(t('share.action'), () => setPublishing(true))}
          {own && verb(t('command.remove'), () => layoutActions.remove(layout))}
          {entry.kind === 'published' &&
            entry.layout.mine &&
            verb(t('share.withdraw'), () => void tell(() => withdraw(layout.id), withdrawn))}
        </div>
      )}
      {entry.kind === 'published' && (
        <p className="pd-muted">
          {t('share.publishedBy', {
            audience: entry.layout.audience,
            publisher: entry.layout.publisher,
            version: layout.version,
            time: formatInstant(layout.updatedAt),
          })}
        </p>
      )}
      {own && !publishing && (
        <>
          <h4>{t('share.versions')}</h4>
          <Versions
            look={envelopeLook}
            layoutId={layout.id}
            now={envelope}
            restore={(then) =>
              void tell(() => restoreVersion(layout.id, then), t('manager.restored', { name })).then(end)
            }
          />
        </>
      )}
    </>
  );
}
