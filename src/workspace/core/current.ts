import type { Action, Model, TabNode } from 'flexlayout-react';
import { atom, getDefaultStore } from 'jotai';
import type { TreeJson } from '../envelope/envelope.ts';
import { isTab } from './model.ts';

/** The model on screen, and the windows of its layout that are not open. */

const store = getDefaultStore();
export const modelAtom = atom<Model | null>(null);
/** Windows of a stored layout that wait for a click, since a browser opens none without one. */
export const parkedAtom = atom<TreeJson['subLayouts']>({});

export const model = (): Model | null => store.get(modelAtom);

export const node = (tabId: string): TabNode | undefined => {
  const found = model()?.getNodeById(tabId);
  return isTab(found) ? found : undefined;
};

export const act = (action: Action): unknown => model()?.doAction(action);
