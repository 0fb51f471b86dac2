import { useEffect } from 'react';
import type { GridModel } from './model.ts';

/** The lists that are open, by their tabs: the palette filters them and acts on their rows. */
export const openModels = new Map<string, GridModel>();

/** Counts a list among the open ones while its panel is drawn. */
export function useOpenModel(tabId: string, model: GridModel): void {
  useEffect(() => {
    openModels.set(tabId, model);
    return () => void openModels.delete(tabId);
  }, [tabId, model]);
}
