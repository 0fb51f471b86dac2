import sharp from 'sharp';
import { readBitmap } from './bitmap.ts';
import { refuseFile } from './fileRefusal.ts';

export type PictureKind = 'jpg' | 'png' | 'gif' | 'bmp';

/** Pixels of a picture, all its frames together: a file of some kilobytes may hold a hundred million. */
const MOST_PIXELS = 20_000_000;
const MOST_FRAMES = 300;

// Of the library's readers only these three ever see what somebody sent.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

const OPTIONS = { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true } as const;

const tooMany = () => refuseFile('filePixels', { most: MOST_PIXELS / 1_000_000 });

export interface Drawn {
  bytes: Buffer;
  kind: 'jpg' | 'png' | 'gif';
}

async function sizeChecked(bytes: Buffer): Promise<void> {
  const head = await sharp(bytes, { ...OPTIONS, limitInputPixels: false }).metadata();
  const frames = head.pages ?? 1;
  if (frames > MOST_FRAMES || head.width * head.height * frames > MOST_PIXELS) throw tooMany();
}

async function draw(bytes: Buffer, kind: PictureKind, square: number | undefined): Promise<Drawn> {
  if (kind === 'bmp') {
    const { data, ...size } = readBitmap(bytes, MOST_PIXELS);
    const plain = sharp(data, { raw: { ...size, channels: 3 } });
    return { bytes: await (square ? plain.resize(square, square) : plain).png().toBuffer(), kind: 'png' };
  }
  await sizeChecked(bytes);
  const read = sharp(bytes, { ...OPTIONS, animated: kind === 'gif' && !square });
  if (square) {
    const drawn = read.autoOrient().resize(square, square, { fit: 'cover', withoutEnlargement: false });
    return { bytes: await drawn.png().toBuffer(), kind: 'png' };
  }
  if (kind === 'jpg') return { bytes: await read.autoOrient().jpeg({ quality: 88 }).toBuffer(), kind };
  return { bytes: await (kind === 'gif' ? read.gif() : read.png()).toBuffer(), kind };
}

/**
 * The picture drawn again from its pixels: whatever else the file held is gone, where and with what it was taken too.
 * `square`: in this size.
 * @throws Refused of a damaged one, and of too many pixels
 */
export async function drawAgain(bytes: Buffer, kind: PictureKind, square?: number): Promise<Drawn> {
  try {
    return await draw(bytes, kind, square);
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'Refused') throw error;
    throw /pixel limit/i.test(error.message) ? tooMany() : refuseFile('fileDamaged');
  }
}
