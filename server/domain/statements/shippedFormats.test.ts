import { describe, expect, it } from 'vitest';
import { statementFormatSchema } from '../../../contract/statementFormat.ts';
import { SHIPPED_FORMATS } from '../../../contract/statementFormats.ts';
import { guessFormat } from './guessFormat.ts';
import { openFile } from './openFile.ts';
import { type Reading, readStatement } from './readStatement.ts';

/**
 * A small file of each bank and wallet whose format ships: one line in, then one out. That of SBI has a third one: its
 * column of references names the other account, as several lines of it show.
 */
const SAMPLES: Readonly<Record<string, string>> = {
  HDFC_NET: `HDFC BANK Ltd.,,,,,,
Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
27/11/26,UPI-ANIL K-ANIL@OKAXIS-711200000301,0000711200000301,27/11/26,,500.00,"10,500.00"
28/11/26,NEFT DR-VENDOR,0000711200000302,28/11/26,120.50,,"10,379.50"
`,
  SBI: `Txn Date\tValue Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance
27 Nov 2026\t27 Nov 2026\tBY TRANSFER-UPI/CR/711200000301/ANIL K\tTRANSFER FROM 4897691162093\t \t500.00\t10,500.00
28 Nov 2026\t28 Nov 2026\tTO TRANSFER-UPI/DR/711200000302/VENDOR\tTRANSFER TO 4897691162093\t120.50\t \t10,379.50
29 Nov 2026\t29 Nov 2026\tBY TRANSFER-UPI/CR/711200000303/BINA R\tTRANSFER FROM 4897691162093\t \t10.00\t10,389.50
`,
  ICICI_NET: `S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )
1,27/11/2026,27/11/2026,-,UPI/711200000301/ANIL K,0.00,500.00,10500.00
2,28/11/2026,28/11/2026,-,UPI/711200000302/VENDOR,120.50,0.00,10379.50
`,
  KOTAK: `Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr
1,27-11-2026,27-11-2026,UPI/ANIL K/711200000301,UPI-711200000301,500.00,CR,"10,500.00",CR
2,28-11-2026,28-11-2026,UPI/VENDOR/711200000302,UPI-711200000302,120.50,DR,"10,379.50",CR
`,
  AXIS: `Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL
27-11-2026,-,UPI/P2A/711200000301/ANIL K, ,500.00,10500.00,123
28-11-2026,-,UPI/P2A/711200000302/VENDOR,120.50, ,10379.50,123
`,
  ALIPAY: `------------------------支付宝电子客户回单------------------------
交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注
2026-11-27 09:00:01,转账,张三,zha***@qq.com,转账,收入,500.00,余额,交易成功,2026112722001400000000000301,,
2026-11-28 09:00:02,转账,李四,li***@qq.com,转账,支出,120.50,余额,交易成功,2026112822001400000000000302,,
`,
  WECHAT: `微信支付账单明细,,,,,,,,,,
交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注
2026-11-27 09:00:01,转账,张三,转账,收入,¥500.00,零钱,已存入零钱,1000050001202611270000000000301,/,/
2026-11-28 09:00:02,转账,李四,转账,支出,¥120.50,零钱,对方已收钱,1000050001202611280000000000302,/,/
`,
};

const EXPECTED = [
  [1, '500', '2026-11-27'],
  [2, '120.5', '2026-11-28'],
];

function linesOf({ rows }: Reading, timeZone: string) {
  const day = new Intl.DateTimeFormat('sv', { timeZone });
  return rows.flatMap((row) =>
    'line' in row ? [[row.line.direction, row.line.amount, day.format(row.line.bookedAt)]] : [],
  );
}

describe.each(SHIPPED_FORMATS)('$name', ({ code, currency, format }) => {
  const open = () => openFile(Buffer.from(SAMPLES[code]!));
  const own = { currency, own: new Set<string>() };

  it('is read by the format that ships, with each reference', async () => {
    expect(statementFormatSchema.parse(format)).toEqual(format);
    const reading = readStatement(await open(), { format, ...own });
    expect(linesOf(reading, format.zone).slice(0, 2)).toEqual(EXPECTED);
    expect(reading.rows.filter((row) => 'faults' in row)).toEqual([]);
    expect(reading.proof.state).toBe(format.balance ? 'proven' : 'unproven');
    const utrs = reading.rows.flatMap((row) => ('line' in row ? [row.line.utr] : []));
    expect(utrs.slice(0, 2).map((utr) => utr?.slice(-3))).toEqual(['301', '302']);
  });
  it('is guessed to be the same from a file alone', async () => {
    const guess = guessFormat(await open(), { ...own, zone: format.zone });
    expect(guess && linesOf(guess.reading, format.zone).slice(0, 2)).toEqual(EXPECTED);
  });
});
