import sharp from 'sharp';
import { expect, it } from 'vitest';
import { soundFile } from '../../server/platform/files/keep.ts';
import { Refused } from '../../server/platform/http/refused.ts';
import { bitmap, png } from '../support/pictures.ts';
import { docx, xlsx, zipped } from '../support/zip.ts';

/** Files that are not what they seem: each is refused, and says why. What is sound is kept, drawn again where it is a picture. */

const outcomeOf = (name: string, bytes: Buffer | string, square?: number): Promise<unknown> =>
  soundFile({ name, bytes: Buffer.from(bytes as string) }, square).then(
    ({ kind }) => kind,
    (error: unknown) => {
      if (error instanceof Refused) return error.values.says ?? error.code;
      throw error;
    },
  );

const pdf = (middle = '') => `%PDF-1.7\n1 0 obj<</Type/Catalog${middle}>>endobj\ntrailer<<>>\n%%EOF\n`;
const picture = () => png();

it.each([
  ['photo.png', picture(), 'png'],
  ['photo.jpeg', picture(), 'png'],
  ['photo.bmp', bitmap(5, 3), 'png'],
  ['note.txt', 'BM and MZ begin words too; 银行 <b>\r\n\tok', 'txt'],
  ['paper.PDF', pdf(), 'pdf'],
  ['report.v1.2.docx', docx(), 'docx'],
  ['sheet.xlsx', xlsx(), 'xlsx'],
])('%s is kept', async (name, bytes, kind) => {
  expect(await outcomeOf(name, bytes)).toBe(kind);
});

it('keeps of a picture its pixels alone', async () => {
  const sent = picture();
  expect(sent.includes('taken at home')).toBe(true);
  const { bytes } = await soundFile({
    name: 'photo.png',
    bytes: Buffer.concat([sent, Buffer.from('<script>')]),
  });
  expect(bytes.includes('taken at home')).toBe(false);
  expect(bytes.includes('<script>')).toBe(false);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 4, height: 4 });
  const photo = await sharp(sent)
    .withExif({ IFD0: { Artist: 'somebody' } })
    .jpeg()
    .toBuffer();
  expect(photo.includes('somebody')).toBe(true);
  const kept = await soundFile({ name: 'photo.jpg', bytes: photo });
  expect(kept.bytes.includes('somebody')).toBe(false);
});

it('reads a bitmap as it is: from the bottom, blue before red', async () => {
  const { bytes } = await soundFile({ name: 'a.bmp', bytes: bitmap(5, 3) });
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([0, 0, 255]);
  expect([...data.subarray(-3)]).toEqual([255, 0, 0]);
});

it('makes a square of a picture where one is wanted, and of nothing else', async () => {
  const { bytes } = await soundFile({ name: 'wide.png', bytes: png(40, 10) }, 16);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 16, height: 16 });
  expect(await outcomeOf('note.txt', 'text', 16)).toBe('filePicture');
});

it.each([
  ['../etc/passwd.txt', 'fileName'],
  ['..\\up.txt', 'fileName'],
  ['C:up.txt', 'fileName'],
  ['.htaccess.txt', 'fileName'],
  ['a\u0000.png', 'fileName'],
  ['cod\u202egnp.exe.txt', 'fileName'],
  ['noSuffix', 'fileSuffix'],
  ['run.exe', 'fileSuffix'],
  ['page.html', 'fileSuffix'],
  ['drawing.svg', 'fileSuffix'],
  ['invoice.exe.txt', 'fileTwoSuffixes'],
  ['invoice.PHP.txt', 'fileTwoSuffixes'],
  [`${'n'.repeat(300)}.txt`, 'fileName'],
])('the name %j is refused', async (name, why) => {
  expect(await outcomeOf(name, 'plain text')).toBe(why);
});

it.each([
  ['an empty file', 'a.txt', '', 'fileEmpty'],
  ['a program called a picture', 'a.png', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0]), 'fileSuffix'],
  ['a text called a picture', 'a.png', 'plain', 'fileDiffers'],
  ['a picture called a document', 'a.pdf', picture(), 'fileDiffers'],
  ['SVG called a picture', 'a.png', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'fileMarkup'],
  ['SVG called a text', 'a.txt', ' \n<?xml version="1.0"?><svg/>', 'fileMarkup'],
  ['a web page called a text', 'a.txt', '\uFEFF<!DOCTYPE html><script>1</script>', 'fileMarkup'],
  ['a picture cut short', 'a.png', picture().subarray(0, 60), 'fileDamaged'],
  ['only the first bytes of a picture', 'a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'fileDamaged'],
  ['a bitmap with more lines than bytes', 'a.bmp', bitmap(4, 4).subarray(0, 70), 'fileDamaged'],
  ['a document with a script', 'a.pdf', pdf('/OpenAction<</S/JavaScript/JS(app.alert(1))>>'), 'fileRuns'],
  ['a document that starts a program', 'a.pdf', pdf('/A<</S/Launch/F(cmd)>>'), 'fileRuns'],
  ['a document with an archive behind it', 'a.pdf', `${pdf()}PK\u0003\u0004`, 'filePolyglot'],
  ['a document that is a web page', 'a.pdf', pdf('<html><script>1</script>'), 'filePolyglot'],
  ['a document without an end', 'a.pdf', '%PDF-1.7 nothing', 'fileDamaged'],
])('%s is refused', async (_what, name, bytes, why) => {
  expect(await outcomeOf(name, bytes as Buffer)).toBe(why);
});

it('refuses more pixels than it would hold, by what the picture says of itself', async () => {
  const says = { width: 10_000, height: 10_000 };
  expect(await outcomeOf('a.png', png(4, 4, says))).toBe('filePixels');
  const large = bitmap(4, 4);
  large.writeUInt32LE(10_000, 18);
  large.writeUInt32LE(10_000, 22);
  expect(await outcomeOf('a.bmp', large)).toBe('filePixels');
  const real = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  expect(real.length).toBeLessThan(2 << 20);
  expect(await outcomeOf('a.png', real)).toBe('filePixels');
});

it('refuses large files', async () => {
  expect(await outcomeOf('a.txt', Buffer.alloc((10 << 20) + 1, 97))).toBe('fileLarge');
  expect(await outcomeOf('a.png', Buffer.concat([picture(), Buffer.alloc(5 << 20)]))).toBe(
    'fileLargePicture',
  );
});

const bomb = (): Buffer => docx([{ name: 'word/media/a.xml', content: Buffer.alloc(80 << 20) }]);

it.each([
  ['another archive', () => zipped([{ name: 'a.txt', content: 'a' }]), 'fileSuffix'],
  ['a bomb', bomb, 'fileBomb'],
  [
    'a bomb that says it is small',
    () => docx([{ name: 'word/a.xml', content: Buffer.alloc(9 << 20), size: 10 }]),
    'fileBomb',
  ],
  [
    'a part that is smaller than it says',
    () => docx([{ name: 'word/a.xml', content: 'a', size: 9 }]),
    'fileBomb',
  ],
  ['macros', () => docx([{ name: 'word/vbaProject.bin', content: 'VBA' }]), 'fileMacros'],
  ['a sheet of macros', () => docx([{ name: 'xl/macrosheets/sheet1.xml', content: '<a/>' }]), 'fileMacros'],
  ['a control', () => docx([{ name: 'word/activeX/activeX1.xml', content: '<a/>' }]), 'fileMacros'],
  ['a program within', () => docx([{ name: 'word/embeddings/run.exe', content: 'MZ' }]), 'fileMacros'],
  [
    'macros by its types',
    () =>
      zipped([
        {
          name: '[Content_Types].xml',
          content: '<Override ContentType="ms-word.document.macroEnabled.main+xml"/>',
        },
        { name: 'word/document.xml', content: '<a/>' },
      ]),
    'fileMacros',
  ],
  [
    'a part that leaves its folder',
    () => docx([{ name: '../../etc/cron.d/a', content: 'a' }]),
    'filePartName',
  ],
  ['a part from the root', () => docx([{ name: '/etc/passwd', content: 'a' }]), 'filePartName'],
  ['a part twice', () => docx([{ name: 'WORD/document.xml', content: 'a' }]), 'filePartName'],
  [
    'two names of one part',
    () => docx([{ name: 'word/a.xml', localName: 'word/b.xml', content: 'a' }]),
    'filePartName',
  ],
  ['an encrypted part', () => docx([{ name: 'word/a.xml', content: 'a', flags: 1 }]), 'fileEncrypted'],
  ['bytes behind it', () => Buffer.concat([docx(), Buffer.from('<script>')]), 'filePolyglot'],
  ['a cut archive', () => docx().subarray(0, 60), 'fileDamaged'],
  [
    'junk behind its first sign',
    () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200, 7)]),
    'fileDamaged',
  ],
])('a document with %s is refused', async (_what, make, why) => {
  expect(await outcomeOf('a.docx', make())).toBe(why);
});

it('refuses a bomb of parts that share their bytes', async () => {
  const whole = docx([{ name: 'word/a.xml', content: 'a' }]);
  const end = whole.length - 22;
  const start = whole.readUInt32LE(end + 16);
  // The second entry of the directory points at the bytes of the first.
  const second = start + 46 + whole.readUInt16LE(start + 28);
  whole.writeUInt32LE(0, second + 42);
  expect(await outcomeOf('a.docx', whole)).toBe('fileBomb');
});

it('reads no picture by any but its three readers', async () => {
  const webp = await sharp(picture()).webp().toBuffer();
  expect(await outcomeOf('a.png', webp)).toBe('fileSuffix');
});
