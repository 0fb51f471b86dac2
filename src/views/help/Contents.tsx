import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { useT } from '../../kit/index.ts';
import { stepTo } from '../../kit/ui/listKeys.ts';
import { Marked } from './Marked.tsx';
import type { Group } from './chapterList.ts';
import type { Found } from './find.ts';

interface LineProps {
  id: string;
  title: string;
  snippet?: string | undefined;
  terms?: readonly string[];
  isChosen: boolean;
  isStop: boolean;
  choose: (chapter: string) => void;
}

const NO_TERMS: readonly string[] = [];

function Line({ id, title, snippet, terms = NO_TERMS, isChosen, isStop, choose }: LineProps) {
  return (
    <li>
      <button
        type="button"
        className="help-line"
        data-chapter={id}
        aria-current={isChosen ? 'page' : undefined}
        tabIndex={isStop ? 0 : -1}
        onClick={() => choose(id)}
      >
        <Marked text={title} terms={terms} />
        {snippet !== undefined && (
          <small className="pd-muted">
            <Marked text={snippet} terms={terms} />
          </small>
        )}
      </button>
    </li>
  );
}

interface ContentsProps {
  list: RefObject<HTMLElement | null>;
  groups: readonly Group[];
  /** What was looked for and found; undefined while nobody searches. */
  found: readonly Found[] | undefined;
  terms: readonly string[];
  chosen: string;
  choose: (chapter: string) => void;
}

/** Lines that a page key leaps over. */
const PAGE = 10;

/** The table of contents by areas of the menu, or what was found. Arrows go from line to line. */
export function Contents({ list, groups, found, terms, chosen, choose }: ContentsProps) {
  const t = useT('help');
  const ids = found?.map(({ id }) => id) ?? groups.flatMap(({ entries }) => entries.map(({ id }) => id));
  const first = ids.includes(chosen) ? chosen : ids[0];
  // A chapter that was opened from its view may be far down; what comes later, as the menu does, moves it.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [list, chosen, groups]);
  const walk = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-chapter]')];
    const to = stepTo(event.key, lines.indexOf(event.target as HTMLElement), lines.length, PAGE);
    const line = to === undefined ? undefined : lines[to];
    if (!line) return;
    event.preventDefault();
    line.focus();
  };
  const line = (id: string) => ({ id, isChosen: id === chosen, isStop: id === first, choose });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav ref={list} className="help-contents" aria-label={t('contents')} onKeyDown={walk}>
      {found ? (
        <>
          <p className="pd-muted help-count" role="status">
            {t('found', { count: found.length })}
          </p>
          <ul>
            {found.map(({ id, title, snippet }) => (
              <Line key={id} {...line(id)} title={title} snippet={snippet} terms={terms} />
            ))}
          </ul>
        </>
      ) : (
        groups.map(({ title, entries }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {entries.map((entry) => (
                <Line key={entry.id} {...line(entry.id)} title={entry.title} />
              ))}
            </ul>
          </section>
        ))
      )}
    </nav>
  );
}
