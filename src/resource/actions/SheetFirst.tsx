import type { ComponentProps, ReactNode } from 'react';
import { part, usePartReady } from '../../kit/index.ts';
import type { ActionSheet } from './ActionSheet.tsx';

// It comes as soon as the list is there: the list itself does not wait for it.
const Sheet = part(async () => ({ default: (await import('./ActionSheet.tsx')).ActionSheet }));

interface SheetFirstProps extends Omit<ComponentProps<typeof ActionSheet>, 'pending'> {
  /** What is next to the list while nothing is decided. */
  children?: ReactNode;
}

/** What is decided goes before anything else beside a list. */
export function SheetFirst({ children, ...sheet }: SheetFirstProps) {
  const { pending } = sheet.actions;
  const isReady = usePartReady(Sheet);
  if (!pending) return children;
  return isReady && <Sheet key={pending.key} {...sheet} pending={pending} />;
}
