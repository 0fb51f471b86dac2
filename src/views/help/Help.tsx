import { useAtomValue } from 'jotai';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { FindBox, State, type ViewProps, menuAtom, useCaller, useCommands, useT } from '../../kit/index.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import '../../resource/ui/view.css';
import { ChapterPage } from './ChapterPage.tsx';
import { Contents } from './Contents.tsx';
import { verbsOf } from './actions.ts';
import { type Chapters, definitionOf, useChapters } from './chapters.ts';
import { FIRST, type Group, chapterOf, contentsOf } from './chapterList.ts';
import { type Searched, findIn, termsOf, textsOf } from './find.ts';
import './help.css';

/** Everything that is searched, of the chapters that the person has. */
function useSearched(groups: readonly Group[], chapters: Chapters, isWhole: boolean): readonly Searched[] {
  const t = useT('help');
  const { profile } = useCaller();
  return useMemo(() => {
    // Drawn again in another language.
    void t;
    if (!isWhole) return [];
    return groups.flatMap(({ entries }) =>
      entries.map(({ id, title }) => {
        const resource = definitionOf(id);
        const words = resource && wordsOf(resource);
        const verbs = resource ? verbsOf(resource, chapters[id], profile.kind) : [];
        const names = [
          ...verbs.map(({ label }) => label),
          ...Object.keys(resource?.fields ?? {}).map((name) => words!.field(name)),
        ];
        return { id, title, texts: textsOf(chapters[id], names) };
      }),
    );
  }, [groups, chapters, isWhole, profile.kind, t]);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Contents with a search on the left, one chapter on the right. */
export default function Help({ tabId, args, setArgs }: ViewProps) {
  const t = useT('help');
  const caller = useCaller();
  const tree = useAtomValue(menuAtom);
  const [asked, ask] = useState(isText(args.chapter) ? chapterOf(args.chapter) : undefined);
  const [query, setQuery] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  const terms = useMemo(() => termsOf(query), [query]);
  const isWhole = terms.length > 0;
  const groups = useMemo(() => contentsOf(tree, caller, t('general')), [tree, caller, t]);
  const isKnown = (id: string | undefined): id is string =>
    groups.some(({ entries }) => entries.some((entry) => entry.id === id));
  const chapter = isKnown(asked) ? asked : FIRST;
  const { chapters, isPending, failed, retry } = useChapters(chapter, isWhole);
  const searched = useSearched(groups, chapters, isWhole);
  const found = isWhole ? findIn(searched, terms) : undefined;
  const choose = (id: string | undefined) => {
    ask(id);
    setArgs?.(id === undefined ? {} : { chapter: id });
  };
  useCommands(tabId, [
    { id: 'help.search', label: () => t('search'), keys: ['/'], run: () => box.current?.focus() },
  ]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') list.current?.querySelector<HTMLElement>('[data-chapter]')?.focus();
    else if (event.key === 'Enter' && found?.[0]) choose(found[0].id);
    else return;
    event.preventDefault();
  };
  return (
    <div className="view help" data-reading={asked !== undefined || undefined}>
      <div className="view-bar">
        <FindBox
          ref={box}
          className="help-box"
          label={t('search')}
          value={query}
          set={setQuery}
          onKeyDown={onKey}
        />
      </div>
      <div className="help-parts">
        <Contents list={list} groups={groups} found={found} terms={terms} chosen={chapter} choose={choose} />
        {failed ? (
          <State kind="error" retry={retry} />
        ) : isPending && !chapters[chapter] ? (
          <State kind="loading" />
        ) : (
          <ChapterPage
            chapter={chapter}
            text={chapters[chapter]}
            terms={terms}
            choose={choose}
            back={() => choose(undefined)}
          />
        )}
      </div>
    </div>
  );
}
