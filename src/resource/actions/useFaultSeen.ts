import { useEffect } from 'react';

/** Brings the first field that something is wrong with into view and puts the cursor there; ids are `base-name`. */
export function useFaultSeen(base: string, faults: Readonly<Record<string, unknown>>): void {
  useEffect(() => {
    const fields = Object.keys(faults).map((name) => document.getElementById(`${base}-${name}`));
    const first = fields.find((field) => field !== null);
    if (!first) return;
    (first.matches('[role="radiogroup"]') ? first.querySelector('input') : first)?.focus();
    // With what is shown below it, which the foot of the sheet would hide.
    (first.closest('.sheet-field') ?? first).scrollIntoView({ block: 'nearest' });
  }, [base, faults]);
}
