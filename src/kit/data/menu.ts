import { atom, getDefaultStore } from 'jotai';
import { localised } from '../i18n/locale.ts';
import { translateIfAny } from '../i18n/i18n.ts';
import { isPageLink } from '../../../contract/pageLink.ts';
import { argsAt, viewAt, viewOf } from '../../../contract/familyPaths.ts';
import { type IconName, isIconName } from '../../../contract/icons.ts';

/** A group of entries of the first level. */
export interface MenuApp {
  id: string;
  /** Plain text or a JSON map of locale to name; show it through `localised`. */
  title: string;
  icon: IconName | undefined;
  isDefault: boolean;
  orderNo: number;
}

/** One entry of the server's menu tree, as the client needs it. */
export interface MenuEntry {
  /** Resource or view id; `data-menu` on screen. */
  name: string;
  /** What its component is called: the view it represents where none is called by its name; empty without one. */
  view: string;
  path: string;
  /** Plain text, an i18n key or a JSON map of locale to name; show it through `menuTitle`. */
  title: string;
  icon: IconName | undefined;
  /** An address to embed or to open outside. */
  link: { url: string; embedded: boolean } | undefined;
  hidden: boolean;
  roles: readonly string[];
  /** Of the first level: the application that has it; without one each has. */
  app?: MenuApp;
  children: readonly MenuEntry[];
}

type Raw = Record<string, unknown>;
const isRaw = (value: unknown): value is Raw => value !== null && typeof value === 'object';
const truthy = (value: unknown): boolean =>
  value === true || value === 1 || value === '1' || value === 'true';

function parseApp(raw: unknown): MenuApp | undefined {
  if (!isRaw(raw) || !raw.id) return undefined;
  return {
    id: String(raw.id),
    title: String(raw.titleKey ?? raw.title ?? ''),
    icon: isIconName(raw.icon) ? raw.icon : undefined,
    isDefault: truthy(raw.isDefault),
    orderNo: Number(raw.orderNo) || 0,
  };
}

function parseEntry(raw: unknown, parentPath: string): MenuEntry | undefined {
  if (!isRaw(raw) || Number(raw.type) === 3) return undefined;
  const meta = isRaw(raw.meta) ? raw.meta : {};
  const own = String(raw.path ?? '');
  const path = own.startsWith('/') || own === '' ? own : `${parentPath}/${own}`;
  const app = parentPath === '' ? parseApp(raw.app) : undefined;
  const url = typeof meta.isLink === 'string' ? meta.isLink : '';
  // Other clients print the title as it is; ours follows the language on screen.
  const given = meta.titleKey ?? meta.title;
  const title = isRaw(given) ? JSON.stringify(given) : String(given ?? raw.title ?? raw.name ?? '');
  return {
    name: String(raw.name ?? path),
    view: viewOf(typeof raw.component === 'string' ? raw.component : ''),
    path,
    title,
    icon: isIconName(meta.icon) ? meta.icon : undefined,
    link: isPageLink(url) ? { url, embedded: truthy(meta.isIframe) } : undefined,
    hidden: truthy(meta.isHide),
    roles: Array.isArray(meta.roles) ? meta.roles.map(String) : [],
    ...(app && { app }),
    children: parseList(raw.children, path),
  };
}

const parseList = (raw: unknown, parentPath: string): MenuEntry[] =>
  (Array.isArray(raw) ? raw : [])
    .map((entry) => parseEntry(entry, parentPath))
    .filter((entry) => entry !== undefined);

/** Reads `loginMenuTree`, keeping what one of the caller's roles may see; an entry without roles is for all. */
export function parseMenu(raw: unknown, roleIds: readonly string[]): MenuEntry[] {
  const allowed = (entry: MenuEntry): boolean =>
    entry.roles.length === 0 || entry.roles.some((role) => roleIds.includes(role));
  const keep = (entries: readonly MenuEntry[]): MenuEntry[] =>
    entries.filter(allowed).map((entry) => ({ ...entry, children: keep(entry.children) }));
  return keep(parseList(raw, ''));
}

export const menuAtom = atom<readonly MenuEntry[]>([]);
/** Addresses that exist, but not for this caller. */
const deniedAtom = atom<readonly string[]>([]);

const all = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...all(entry.children)]);
const current = (): MenuEntry[] => all(getDefaultStore().get(menuAtom));

/** Takes the tree of the caller. */
export function setMenu(raw: unknown, roleIds: readonly string[]): void {
  const kept = parseMenu(raw, roleIds);
  const paths = new Set(all(kept).map((entry) => entry.path));
  const store = getDefaultStore();
  store.set(menuAtom, kept);
  store.set(
    deniedAtom,
    all(parseList(raw, ''))
      .map((entry) => entry.path)
      .filter((path) => !paths.has(path)),
  );
}

/** An entry that opens something itself. */
export const isLeaf = (entry: MenuEntry): boolean => entry.children.every((child) => child.hidden);

/** A title may be an i18n key with or without its area, a map of locale to name, or plain text. */
export function menuTitle({ title }: Pick<MenuEntry, 'title'>): string {
  const key = /^[\w.-]+$/.test(title) ? `menu:${title}` : title;
  const text = /^[\w-]+:[\w.-]+$/.test(key) ? translateIfAny(key) : undefined;
  return text ?? localised(title);
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.replace(/\/+$/, '').split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given[index]!);
    else if (part !== given[index]) return undefined;
  }
  return params;
}

/** The view that shows an embedded page, whose address is its argument `url`. */
export const EMBED = 'embed';

/** The server's menu, for deep links, tab titles and the palette. */
export const menu = Object.freeze({
  tree: (): readonly MenuEntry[] => getDefaultStore().get(menuAtom),
  leaves: (): MenuEntry[] => current().filter(isLeaf),
  /** By its own name, else by that of its component. */
  byName: (name: string): MenuEntry | undefined => {
    const leaves = current().filter(isLeaf);
    return leaves.find((entry) => entry.name === name) ?? leaves.find((entry) => entry.view === name);
  },
  /** The entry that a panel with these arguments represents: of an embedded page that of its address. */
  of: (view: string, args: Record<string, unknown>): MenuEntry | undefined =>
    view === EMBED ? menu.embedded(args.url) : menu.byName(view),
  /** The entry that embeds the page of an address. */
  embedded: (url: unknown): MenuEntry | undefined =>
    current().find(({ link }) => link?.embedded === true && link.url === url),
  /** The entry an address names, with the values of its `:params`. */
  byPath(path: string): { entry: MenuEntry; params: Record<string, string> } | undefined {
    for (const entry of current().filter(isLeaf)) {
      const params = matchPath(entry.path, path);
      if (params) return { entry, params };
    }
    // An address from before its view moved still names the view.
    const plain = path.replace(/\/+$/, '');
    const name = viewAt(plain);
    const entry = current().find((each) => isLeaf(each) && each.name === name);
    return entry && { entry, params: argsAt(plain) };
  },
  isDenied: (path: string): boolean =>
    getDefaultStore()
      .get(deniedAtom)
      .some((pattern) => matchPath(pattern, path)),
  title: menuTitle,
});

/** A field's text that is a map of languages or a key of the menu. */
export const localisedTitle = (value: unknown): string =>
  menuTitle({ title: localised(value) || String(value ?? '') });
