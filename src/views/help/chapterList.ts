import { withParts } from '../../../contract/viewParts.ts';
import { type Caller, type MenuEntry, menu, translateIfAny } from '../../kit/index.ts';
import { isView, mayOpen, viewTitle } from '../../workspace/views.tsx';

/** A chapter in the table of contents. */
export interface Entry {
  id: string;
  title: string;
}

export interface Group {
  title: string;
  entries: readonly Entry[];
}

/** Where somebody begins, and what no menu leads to. */
export const FIRST = 'workspace';
/** About the product as a whole; those that are views too are opened from everywhere. */
export const GENERAL: readonly string[] = [
  FIRST,
  'keyboard',
  'dashboard',
  'widgets',
  'notice',
  'userCenter',
  'comparison',
  'help',
  'about',
];

/** Views that are about one row of another view, or about no view of the product: its chapter, or where somebody begins. */
const PART_OF: Readonly<Record<string, string>> = { incidentChart: 'alertIncident', embed: FIRST };

/** The chapter that says what a view is for. */
export const chapterOf = (view: string): string => PART_OF[view] ?? view;

export const titleOf = (chapter: string): string =>
  translateIfAny(`help:title.${chapter}`) ?? viewTitle(chapter);

const entryOf = (id: string): Entry => ({ id, title: titleOf(id) });

/** The view behind an entry of the menu; undefined for links and for what opens none. */
function viewBehind({ name, view, link }: MenuEntry): string | undefined {
  if (link) return undefined;
  return [name, view].find(isView);
}

const leavesOf = (entry: MenuEntry): MenuEntry[] =>
  entry.children.length === 0 ? [entry] : entry.children.flatMap(leavesOf);

/** The chapters of what the person may open, in the order of their menu. */
export function contentsOf(
  tree: readonly MenuEntry[],
  caller: Pick<Caller, 'can'>,
  general: string,
): readonly Group[] {
  const groups = tree
    .filter(({ children }) => children.length > 0)
    .map((area) => ({
      title: menu.title(area),
      entries: leavesOf(area)
        .flatMap((leaf) => viewBehind(leaf) ?? [])
        .flatMap(withParts)
        .filter((id) => !GENERAL.includes(id) && mayOpen(id, caller))
        .map(entryOf),
    }));
  return [{ title: general, entries: GENERAL.map(entryOf) }, ...groups].filter(
    ({ entries }) => entries.length > 0,
  );
}
