/** Where `/` leads. */
export const HOME = '/dashboard/home';

/** Kept with the entry of the history that `/` becomes: nobody asked for Home, so the layout is as it was left. */
export const AS_LEFT = { asLeft: true } as const;

export const isAsLeft = (state: unknown): boolean => (state as { asLeft?: unknown } | null)?.asLeft === true;
