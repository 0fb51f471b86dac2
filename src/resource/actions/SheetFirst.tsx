import type { ComponentProps, ReactNode } from 'react';
import { ActionSheet } from './ActionSheet.tsx';

interface SheetFirstProps extends Omit<ComponentProps<typeof ActionSheet>, 'pending'> {
  /** What is next to the list while nothing is decided. */
  children?: ReactNode;
}

/** What is decided goes before anything else beside a list. */
export function SheetFirst({ children, ...sheet }: SheetFirstProps) {
  const { pending } = sheet.actions;
  return pending ? <ActionSheet key={pending.key} {...sheet} pending={pending} /> : children;
}
