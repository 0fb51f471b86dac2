import { useQueries } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { VIEWS } from '../../../contract/permissions.ts';
import type { Resource } from '../../../contract/resource.ts';
import { resources } from '../../../contract/resources/index.ts';
import { type Locale, localeAtom } from '../../kit/index.ts';
import { known } from '../../kit/data/known.ts';

/** What is written about a view; what its definition knows is not repeated here. */
export interface ChapterText {
  /** What the view is for. */
  about: string;
  /** How the usual work goes, one step after the other. */
  steps?: readonly string[];
  /** By verb: what it does, what it changes, when it is refused. */
  actions?: Readonly<Record<string, string>>;
}

export type Chapters = Readonly<Record<string, ChapterText>>;

/** One file per language and area, fetched when first read. */
const files = import.meta.glob<Chapters>('../../../help/*/*.json', { import: 'default' });

/** The file of what no definition names an area of. */
const GENERAL = 'general';

const AREAS: readonly string[] = [
  ...new Set(Object.keys(files).map((path) => path.replace(/^.*\/(.+)\.json$/, '$1'))),
];

/** The definition behind a chapter, as the person may know it. */
export function definitionOf(chapter: string): Resource | undefined {
  const found = resources.get(chapter) ?? (VIEWS as readonly Resource[]).find(({ id }) => id === chapter);
  return found && known(found);
}

const areaOf = (chapter: string): string => definitionOf(chapter)?.area ?? GENERAL;

const queryOf = (locale: Locale, area: string) => ({
  queryKey: ['help', locale, area],
  queryFn: async (): Promise<Chapters> => (await files[`../../../help/${locale}/${area}.json`]?.()) ?? {},
  staleTime: Infinity,
});

interface Loaded {
  chapters: Chapters;
  isPending: boolean;
  failed: boolean;
  retry: () => void;
}

/** The texts of one chapter's area, or of all areas once somebody searches. */
export function useChapters(chapter: string, isWhole: boolean): Loaded {
  const locale = useAtomValue(localeAtom);
  return useQueries({
    queries: (isWhole ? AREAS : [areaOf(chapter)]).map((area) => queryOf(locale, area)),
    combine: (results) => ({
      chapters: Object.assign({}, ...results.map(({ data }) => data)) as Chapters,
      isPending: results.some(({ isPending }) => isPending),
      failed: results.some(({ isError }) => isError),
      retry: () => {
        for (const { isError, refetch } of results) if (isError) void refetch();
      },
    }),
  });
}
