import { type ReactNode, useEffect, useRef } from 'react';
import { State, openView, useCaller, useT } from '../../kit/index.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import { isView, mayOpen } from '../../workspace/views.tsx';
import { ActionList } from './ActionList.tsx';
import { FieldTable } from './FieldTable.tsx';
import { Marked } from './Marked.tsx';
import { verbsOf } from './actions.ts';
import { type ChapterText, definitionOf } from './chapters.ts';
import { GENERAL, titleOf } from './chapterList.ts';
import { RELATED } from './related.ts';

interface ChapterPageProps {
  chapter: string;
  text: ChapterText | undefined;
  terms: readonly string[];
  choose: (chapter: string) => void;
  /** Back to the table of contents, where there is room for one of the two. */
  back: () => void;
}

/** Other chapters of what the person may open. */
function Related({ chapter, choose }: Pick<ChapterPageProps, 'chapter' | 'choose'>) {
  const t = useT('help');
  const caller = useCaller();
  const open = (RELATED[chapter] ?? []).filter(
    (id) => GENERAL.includes(id) || (isView(id) && mayOpen(id, caller)),
  );
  if (open.length === 0) return null;
  return (
    <nav className="help-related" aria-label={t('related')}>
      <h3>{t('related')}</h3>
      {open.map((id) => (
        <button key={id} type="button" className="pd-button" onClick={() => choose(id)}>
          {titleOf(id)}
        </button>
      ))}
    </nav>
  );
}

function Head({
  chapter,
  back,
  children,
}: Pick<ChapterPageProps, 'chapter' | 'back'> & { children: ReactNode }) {
  const t = useT('help');
  const caller = useCaller();
  const mayGo = chapter !== 'help' && isView(chapter) && mayOpen(chapter, caller);
  return (
    <header>
      <button type="button" className="pd-button help-back" onClick={back}>
        ‹ {t('contents')}
      </button>
      <h2 id="help-title">{children}</h2>
      {mayGo && (
        <button type="button" className="pd-button" onClick={() => void openView(chapter)}>
          {t('open')}
        </button>
      )}
    </header>
  );
}

/** One chapter: what is written about a view, and what its definition says of actions and fields. */
export function ChapterPage({ chapter, text, terms, choose, back }: ChapterPageProps) {
  const t = useT('help');
  const { profile } = useCaller();
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    page.current?.scrollTo({ top: 0 });
  }, [chapter]);
  const resource = definitionOf(chapter);
  const verbs = resource ? verbsOf(resource, text, profile.kind) : [];
  // In a list of the platform's work the steps are those of the staff.
  const steps = profile.merchantId && resource ? undefined : text?.steps;
  const isInFields = (): boolean =>
    resource !== undefined &&
    Object.keys(resource.fields)
      .map((name) => wordsOf(resource).field(name).toLowerCase())
      .some((name) => terms.some((term) => name.includes(term)));
  return (
    // Scrolled by keys as soon as it is opened.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <article ref={page} className="help-page" aria-labelledby="help-title" tabIndex={0} data-focus-first="">
      <Head chapter={chapter} back={back}>
        <Marked text={titleOf(chapter)} terms={terms} />
      </Head>
      {text ? (
        <p className="help-about">
          <Marked text={text.about} terms={terms} />
        </p>
      ) : (
        !resource && <State kind="empty" text={t('none')} />
      )}
      {steps && (
        <>
          <h3>{t('steps')}</h3>
          <ol>
            {steps.map((step) => (
              <li key={step}>
                <Marked text={step} terms={terms} />
              </li>
            ))}
          </ol>
        </>
      )}
      {resource && verbs.length > 0 && (
        <>
          <h3>{t('actions')}</h3>
          <ActionList verbs={verbs} resource={resource} terms={terms} />
        </>
      )}
      {resource && Object.keys(resource.fields).length > 1 && (
        <FieldTable key={chapter} resource={resource} terms={terms} open={isInFields()} />
      )}
      <Related chapter={chapter} choose={choose} />
    </article>
  );
}
