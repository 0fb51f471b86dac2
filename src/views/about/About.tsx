import { useMemo, useRef, useState } from 'react';
import { FindBox, State, Unanswered, type ViewProps, useCommands, useT } from '../../kit/index.ts';
import { CommitList } from '../../kit/product/CommitList.tsx';
import { commitRows } from '../../kit/product/commitRows.ts';
import { useBuild } from '../../kit/product/useBuild.ts';
import '../../resource/ui/view.css';
import './about.css';
import { Packages } from './Packages.tsx';
import { ProductFacts } from './ProductFacts.tsx';
import { findLicensed, type Licensed, useLicences } from './useLicences.ts';

/** Changes of the build that are listed while no licence is read. */
const CHANGES = 200;

interface ReadingProps {
  licensed: Licensed;
  close: () => void;
}

/** The licence of one package, as it is delivered. */
function Reading({ licensed: { id, name, version, licence, text }, close }: ReadingProps) {
  const t = useT('about');
  return (
    // Scrolled by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <article key={id} className="about-licence" aria-labelledby="about-package" tabIndex={0}>
      <header>
        <button type="button" className="pd-button about-back" onClick={close}>
          ‹ {t('contents')}
        </button>
        <h2 id="about-package">{name}</h2>
        <span className="pd-muted pd-number">{version}</span>
        <span className="pd-tag pd-tag-info">{licence}</span>
      </header>
      {text === undefined ? <p>{t('named', { licence })}</p> : <pre>{text}</pre>}
    </article>
  );
}

/** The product and its packages left; right the licence of the chosen one, before that what changed last. */
export default function About({ tabId, visible, args, setArgs }: ViewProps) {
  const t = useT('about');
  const build = useBuild();
  const { query, licensed } = useLicences(visible);
  const [find, setFind] = useState('');
  const [chosen, setChosen] = useState(typeof args.package === 'string' ? args.package : undefined);
  const box = useRef<HTMLInputElement>(null);
  const shown = useMemo(() => licensed && findLicensed(licensed, find), [licensed, find]);
  const reading = licensed?.find(({ id }) => id === chosen);
  const rows = useMemo(() => commitRows(build.data?.commits ?? [], CHANGES), [build.data]);
  const choose = (id: string | undefined) => {
    setChosen(id);
    setArgs?.(id === undefined ? {} : { package: id });
  };
  useCommands(tabId, [
    { id: 'about.find', label: () => t('find'), keys: ['/'], run: () => box.current?.focus() },
  ]);
  return (
    <div className="view about-view" data-reading={reading !== undefined || undefined}>
      <div className="view-bar">
        <FindBox ref={box} className="about-find" label={t('find')} value={find} set={setFind} />
        {shown && <span className="pd-muted pd-number">{t('count', { count: shown.length })}</span>}
      </div>
      <div className="about-parts">
        <div className="about-left">
          <ProductFacts build={build} />
          {shown ? (
            <Packages packages={shown} chosen={chosen} choose={choose} />
          ) : (
            <Unanswered query={query} />
          )}
        </div>
        {reading ? (
          <Reading licensed={reading} close={() => choose(undefined)} />
        ) : (
          <section className="about-licence" aria-label={t('changes')}>
            {rows.length === 0 ? (
              <State kind="empty" text={t('noChanges')} />
            ) : (
              <>
                <header>
                  <h2>{t('changes')}</h2>
                </header>
                <CommitList rows={rows} />
              </>
            )}
          </section>
        )}
      </div>
    </div>
  );
}
