import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { type Preferences, preferencesAtom, setPreferences } from '../preferences.ts';
import { type Mode, type Tokens, cssVariables, makeTokens } from './tokens.ts';

const darkQuery = (): MediaQueryList | undefined => globalThis.matchMedia?.('(prefers-color-scheme: dark)');

const systemModeAtom = atom<Mode>(darkQuery()?.matches === false ? 'light' : 'dark');
systemModeAtom.onMount = (set) => {
  const query = darkQuery();
  if (!query) return;
  const update = () => set(query.matches ? 'dark' : 'light');
  update();
  query.addEventListener('change', update);
  return () => query.removeEventListener('change', update);
};

export const tokensAtom = atom<Tokens>((get) => {
  const { theme, size, primary } = get(preferencesAtom);
  return makeTokens(theme === 'system' ? get(systemModeAtom) : theme, size, primary);
});

export interface Theme {
  /** What is on screen. */
  mode: Mode;
  /** What was chosen; may follow the system. */
  choice: Preferences['theme'];
  size: Tokens['size'];
  tokens: Tokens;
  set: (change: Partial<Preferences>) => void;
}

export function useTheme(): Theme {
  const tokens = useAtomValue(tokensAtom);
  const { theme } = useAtomValue(preferencesAtom);
  return { mode: tokens.mode, choice: theme, size: tokens.size, tokens, set: setPreferences };
}

/** The tokens of this moment, for code outside React. */
export const tokens = (): Tokens => getDefaultStore().get(tokensAtom);

/** A picture laid over every document as a watermark, or `none`. */
export const watermarkAtom = atom('none');

const documents = new Set<Document>();

function paint(target: Document): void {
  const now = tokens();
  const prefs = getDefaultStore().get(preferencesAtom);
  const root = target.documentElement;
  const variables: Record<string, string> = {
    ...cssVariables(now),
    '--pd-menu-width': `${prefs.menuWidth}px`,
    '--pd-bar-height': `${prefs.logoHeight}px`,
    '--pd-menu-height': `${prefs.menuHeight}px`,
    '--pd-watermark': getDefaultStore().get(watermarkAtom),
  };
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value);
  root.dataset.theme = now.mode;
  root.dataset.size = now.size;
  root.dataset.tags = prefs.tagsStyle;
  root.dataset.animation = prefs.animation;
  root.style.colorScheme = now.mode;
  // The first paint's own ground has done its work.
  root.style.background = '';
  root.lang = document.documentElement.lang;
}

/** Keeps a document (the page or a pop-out) in the current theme, size and language until undone. */
export function paintDocument(target: Document): () => void {
  documents.add(target);
  paint(target);
  return () => void documents.delete(target);
}

export function repaint(): void {
  for (const target of documents) paint(target);
}

/** Called once by the page: paints it now and after every change of theme. */
export function startTheme(): () => void {
  const store = getDefaultStore();
  const undo = paintDocument(document);
  const stops = [
    store.sub(tokensAtom, repaint),
    store.sub(preferencesAtom, repaint),
    store.sub(watermarkAtom, repaint),
  ];
  return () => {
    for (const stop of stops) stop();
    undo();
  };
}
