import { schemaOf } from '../../../contract/forms/schema.ts';
import type { DrawnField, DrawnForm, FilledForm, Texts } from '../../../contract/forms/form.ts';
import { newId } from '../../platform/db/id.ts';
import { insertRows } from './copyIn.ts';
import type { Queryable } from './load.ts';

/** A form that the demo fills in with manual orders: why one is booked by hand, and what proves it. */

const texts = (cn: string, tw: string, en: string): Texts => ({ 'zh-cn': cn, 'zh-tw': tw, en });
const field = (
  key: string,
  kind: DrawnField['kind'],
  title: Texts,
  more: Partial<DrawnField> = {},
): DrawnField => ({ key, kind, title, required: false, width: 1, ...more });

const REASON = field('reasonCode', 'choice', texts('原因', '原因', 'Reason'), {
  required: true,
  width: 2,
  input: 'radio',
  choices: [
    { value: 'lost', title: texts('订单丢失', '訂單遺失', 'Order lost') },
    { value: 'late', title: texts('过期后付款', '逾期後付款', 'Paid after expiry') },
    { value: 'amount', title: texts('金额不符', '金額不符', 'Other amount') },
  ],
});
const CONTACT = field('contact', 'text', texts('联系人', '聯絡人', 'Contact'), { longest: 80 });
const CONTACT_DATE = field('contactDate', 'date', texts('联系日期', '聯絡日期', 'Date of contact'));
const PAPER = field('paperNumber', 'text', texts('凭证号', '憑證號', 'Paper number'), {
  longest: 9,
  pattern: '[A-Z]{2}-\\d{6}',
  help: texts(
    '两个大写字母、短横和六位数字',
    '兩個大寫字母、連字號和六位數字',
    'Two capital letters, a hyphen and six digits',
  ),
});
const SEEN = field('originalSeen', 'switch', texts('已见原件', '已見正本', 'Original seen'));
const PROOFS = field('proofs', 'several', texts('证明方式', '證明方式', 'Proved by'), {
  width: 2,
  choices: [
    { value: 'call', title: texts('电话', '電話', 'Call') },
    { value: 'mail', title: texts('邮件', '郵件', 'Mail') },
    { value: 'statement', title: texts('银行流水', '銀行明細', 'Bank statement') },
    { value: 'screenshot', title: texts('付款截图', '付款截圖', 'Screenshot of the payment') },
  ],
});
const NOTE = field('account', 'lines', texts('经过', '經過', 'What happened'), { width: 2, longest: 500 });

const WHY = texts('为何手工入账', '為何手工入帳', 'Why it is booked by hand');
const first: DrawnForm = {
  sections: [{ title: WHY, columns: 2, fields: [REASON, CONTACT, CONTACT_DATE] }],
};
const second: DrawnForm = {
  sections: [
    ...first.sections,
    { title: texts('凭证', '憑證', 'Evidence'), columns: 2, fields: [PAPER, SEEN, PROOFS, NOTE] },
  ],
};

/** What the demo's orders carry, by version. */
export interface DemoForms {
  filled: (version: 1 | 2, values: FilledForm['values']) => { form: FilledForm; form_version_id: string };
}

export async function seedForms(db: Queryable, publishedBy: string | null, now: Date): Promise<DemoForms> {
  const [formId, ...versions] = [newId(), newId(), newId()] as const;
  const day = 86_400_000;
  const at = (days: number) => new Date(now.getTime() - days * day);
  await insertRows(db, 'form_design', [
    {
      id: formId,
      name: JSON.stringify(texts('证明材料', '證明資料', 'Evidence')),
      purpose: 'manualOrder',
      status: 1,
      draft: schemaOf(second),
      form_version: 2,
      version: 3,
      created_at: at(60),
      updated_at: at(20),
      created_by: publishedBy,
      updated_by: publishedBy,
    },
  ]);
  const version = (form_version: 1 | 2, form: DrawnForm, days: number, note: string | null) => ({
    id: versions[form_version - 1]!,
    form_id: formId,
    form_version,
    schema: schemaOf(form),
    note,
    published_by: publishedBy,
    published_at: at(days),
  });
  await insertRows(db, 'form_version', [
    version(1, first, 58, null),
    version(2, second, 20, 'Asks for the paper'),
  ]);
  // People go with the merchants of an earlier demo, and with them what they had published.
  await db.query(
    `insert into form_purpose (purpose, version_id) values ('manualOrder', $1)
     on conflict (purpose) do update set version_id = excluded.version_id`,
    [versions[1]],
  );
  return {
    filled(number, values) {
      const id = versions[number - 1]!;
      return { form: { version: id, values }, form_version_id: id };
    },
  };
}
