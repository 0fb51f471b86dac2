import { createContext, useContext } from 'react';

/** False in a hidden tab: no polling, no live updates, no animation below it. */
export const VisibilityContext = createContext(true);

export const useVisible = (): boolean => useContext(VisibilityContext);
