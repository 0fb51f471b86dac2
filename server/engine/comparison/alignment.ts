import { type AlignedRequest, type Shown, SIDES_MOST } from '../../../contract/comparison.ts';

/** Lists aligned row by row, as of the moment they were compared. */
export interface Alignment {
  token: string;
  /** Whoever asked: nobody else reads it. */
  userId: string;
  /** The resources of the sides. */
  resources: readonly string[];
  /** Ids by side, 0 where the side has no row there. */
  ids: readonly BigInt64Array<ArrayBuffer>[];
  /** What each aligned row is: which sides have it, and which comparisons differ. */
  marks: Int32Array<ArrayBuffer>;
  /** The places that were shown last. */
  shown: { key: string; places: Int32Array } | undefined;
}

/** Bits of a mark: the sides that have the row are the lowest, the comparisons that differ follow. */
const SIDES = (1 << SIDES_MOST) - 1;
export const presentIn = (side: number): number => 1 << side;
export const differsIn = (compared: number): number => 1 << (SIDES_MOST + compared);
export const differsOf = (mark: number): number => mark >>> SIDES_MOST;
export const isPartial = (mark: number, sides: number): boolean => (mark & SIDES) !== (1 << sides) - 1;

/** With room for the places of one part of it. */
export const bytesOf = ({ ids, marks }: Alignment): number =>
  ids.reduce((sum, { byteLength }) => sum + byteLength, 0) + 2 * marks.byteLength;

const SHOWS: Readonly<Record<Shown, (mark: number, sides: number) => boolean>> = {
  all: () => true,
  apart: (mark, sides) => differsOf(mark) !== 0 || isPartial(mark, sides),
  differing: (mark) => differsOf(mark) !== 0,
  partial: isPartial,
  equal: (mark, sides) => differsOf(mark) === 0 && !isPartial(mark, sides),
};

/** Which part of the aligned rows is meant. */
export type Part = Pick<AlignedRequest, 'show' | 'lacking'>;

/** Whether an aligned row is in the part. */
export function isIn({ show, lacking }: Part, mark: number, sides: number): boolean {
  if (lacking !== undefined && (mark & presentIn(lacking)) !== 0) return false;
  return SHOWS[show](mark, sides);
}

/** Places of the aligned rows of a part; undefined where those are all. */
export function placesOf(alignment: Alignment, part: Part): Int32Array | undefined {
  const { show, lacking } = part;
  if (show === 'all' && lacking === undefined) return undefined;
  const key = `${show}/${lacking ?? ''}`;
  if (alignment.shown?.key === key) return alignment.shown.places;
  const sides = alignment.ids.length;
  const places = new Int32Array(alignment.marks.length);
  let count = 0;
  for (const [at, mark] of alignment.marks.entries()) if (isIn(part, mark, sides)) places[count++] = at;
  alignment.shown = { key, places: places.slice(0, count) };
  return alignment.shown.places;
}

/** As the database sends them, big-endian, to numbers as this machine reads them. */
export function marksFromBytes(bytes: Buffer): Int32Array<ArrayBuffer> {
  const own = Buffer.from(new ArrayBuffer(bytes.length));
  bytes.copy(own);
  own.swap32();
  return new Int32Array(own.buffer as ArrayBuffer, 0, bytes.length / 4);
}
