/** Which of so many is shown now: by the clock, so that a reload goes on where it was. */
export const turnOf = (now: number, seconds: number, count: number): number =>
  count === 0 ? 0 : Math.floor(now / (seconds * 1000)) % count;
