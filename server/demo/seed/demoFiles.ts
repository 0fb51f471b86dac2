import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { idAt } from '../../platform/db/id.ts';
import { ROOT } from '../../platform/files/keep.ts';
import { TENANT_ID } from './base.ts';
import { insertRows } from './copyIn.ts';
import type { Queryable } from './load.ts';

/** Files of some of the staff, so that the list has something to look at, and pictures of three of them. */

const HOUR_MS = 3_600_000;
const SIDE = 5;
const SQUARE_PIXELS = 48;

/** A pattern of squares that is the same on both sides, another for every name. */
function pattern(name: string): Promise<Buffer> {
  const bits = createHash('md5').update(name).digest();
  const ink = [bits[0]!, bits[1]!, bits[2]!].map((value) => 40 + (value % 140));
  const width = SIDE * SQUARE_PIXELS;
  const pixels = Buffer.alloc(width * width * 3, 236);
  for (let y = 0; y < width; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [column, line] = [Math.floor(x / SQUARE_PIXELS), Math.floor(y / SQUARE_PIXELS)];
      const bit = Math.min(column, SIDE - 1 - column) * SIDE + line;
      if ((bits[3 + (bit >> 3)]! >> (bit & 7)) & 1) pixels.set(ink, (y * width + x) * 3);
    }
  return sharp(pixels, { raw: { width, height: width, channels: 3 } })
    .png()
    .toBuffer();
}

/** A page of plain lines. */
function paper(lines: readonly string[]): Buffer {
  const text = `BT /F1 12 Tf 60 780 Td 18 TL ${lines.map((line) => `(${line.replaceAll(/[()\\]/g, '\\$&')}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${file}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

interface Sample {
  owner: string;
  name: string;
  suffix: string;
  bytes: Buffer;
  hoursAgo: number;
  isPublic?: boolean;
  fileType?: string;
  relation?: string;
}

const AVATARS = ['wangfang', 'priya', 'operator'];

async function samples(): Promise<Sample[]> {
  const contract = paper([
    'Agreement on payment services',
    '',
    'Merchant: Kaveri Games',
    'Rates, reserve and settlement: as in the terms of the merchant.',
    'Signed copies are kept by both parties.',
  ]);
  const audit = paper(['Reconciliation of the month', '', 'All accounts agree with their statements.']);
  const rota =
    'Mon-Fri  08:00-16:00  Wang Fang\nMon-Fri  16:00-24:00  Priya\nSat-Sun  09:00-21:00  Operator\n';
  const holidays = 'Republic Day 26 January\nHoli 4 March\nIndependence Day 15 August\nDiwali 8 November\n';
  const list: Sample[] = [
    {
      owner: 'admin',
      name: 'Kaveri Games agreement',
      suffix: '.pdf',
      bytes: contract,
      hoursAgo: 700,
      fileType: 'archive',
      relation: 'merchant',
    },
    {
      owner: 'admin',
      name: 'Reconciliation of the month',
      suffix: '.pdf',
      bytes: audit,
      hoursAgo: 130,
      fileType: 'related',
    },
    {
      owner: 'admin',
      name: 'Bank holidays',
      suffix: '.txt',
      bytes: Buffer.from(holidays),
      hoursAgo: 90,
      isPublic: true,
    },
    { owner: 'wangfang', name: 'Rota', suffix: '.txt', bytes: Buffer.from(rota), hoursAgo: 30 },
    {
      owner: 'wangfang',
      name: 'Settlement stamp',
      suffix: '.png',
      bytes: await pattern('stamp'),
      hoursAgo: 12,
      // Prints may show it.
      isPublic: true,
    },
  ];
  for (const [at, account] of AVATARS.entries())
    list.push({
      owner: account,
      name: account,
      suffix: '.png',
      bytes: await pattern(account),
      hoursAgo: 1_000 + at,
      isPublic: true,
      relation: 'avatar',
    });
  return list;
}

export async function seedFiles(db: Queryable, anchorMs: number): Promise<void> {
  const { rows } = await db.query('select id::text, account from sys_user');
  const people = new Map(rows.map(({ id, account }) => [String(account), String(id)]));
  const known = (await samples()).filter(({ owner }) => people.has(owner));
  const files = known.map((file, index) => ({
    ...file,
    id: idAt(anchorMs - file.hoursAgo * HOUR_MS, 40 + index),
  }));
  await insertRows(
    db,
    'sys_file',
    files.map(
      ({ id, owner, name, suffix, bytes, hoursAgo, isPublic = false, fileType = null, relation = null }) => ({
        id,
        tenant_id: TENANT_ID,
        user_id: people.get(owner),
        file_name: name,
        suffix,
        size: bytes.length,
        size_kb: Math.ceil(bytes.length / 1024),
        file_md5: createHash('md5').update(bytes).digest('hex'),
        file_path: ROOT,
        file_type: fileType,
        is_public: isPublic,
        relation_name: relation,
        relation_id: relation === 'avatar' ? people.get(owner) : null,
        version: 1,
        created_at: new Date(anchorMs - hoursAgo * HOUR_MS),
        created_by: people.get(owner),
      }),
    ),
  );
  await insertRows(
    db,
    'sys_file_part',
    files.map(({ id, bytes }) => ({ file_id: id, no: 0, content: `\\x${bytes.toString('hex')}` })),
  );
  for (const { id, owner, relation, suffix } of files)
    if (relation === 'avatar')
      await db.query('update sys_user set avatar = $2 where id = $1', [
        people.get(owner),
        `/${ROOT}/${id}${suffix}`,
      ]);
}
