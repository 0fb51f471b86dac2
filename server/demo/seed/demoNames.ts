/** The cast of the demo: who collects, through what, by whom. */

import type { DemoText } from './demoTexts.ts';

export type Branch = 'india' | 'southeastAsia' | 'latinAmerica';

export interface DemoMerchant {
  name: string;
  branch: Branch;
  category: DemoText;
  currencies: readonly string[];
  /** Name of the agent that brought it. */
  agent?: string;
}

const of =
  (branch: Branch, currencies: readonly string[], agent?: string) =>
  ([name, category]: readonly [string, DemoText]): DemoMerchant => ({
    name,
    branch,
    category,
    currencies,
    agent,
  });

export const AGENTS: readonly DemoMerchant[] = [
  { name: 'Deccan Partners', branch: 'india', category: '代理', currencies: ['INR'] },
  { name: 'Ganga Network', branch: 'india', category: '代理', currencies: ['INR'] },
  { name: 'Mekong Alliance', branch: 'southeastAsia', category: '代理', currencies: ['VND', 'THB'] },
  { name: 'Andes Connect', branch: 'latinAmerica', category: '代理', currencies: ['BRL'] },
];

const INDIA_DECCAN = [
  ['Kaveri Games', '游戏'],
  ['Sagar Pay', '支付'],
  ['Lotus Retail', '零售'],
  ['Orbit Travel', '旅游'],
  ['Banyan Edu', '教育'],
  ['Nilgiri Tea', '零售'],
  ['Malabar Spices', '零售'],
  ['Charminar Jewels', '零售'],
] as const;

const INDIA_GANGA = [
  ['Yamuna Fresh', '生鲜'],
  ['Himalaya Outdoors', '零售'],
  ['Varanasi Silks', '零售'],
  ['Taj Ticketing', '票务'],
  ['Peepal Health', '医疗'],
  ['Awadh Kitchens', '餐饮'],
  ['Magadh Coaching', '教育'],
] as const;

const INDIA_DIRECT = [
  ['Monsoon Mobile', '充值'],
  ['Jasmine Beauty', '零售'],
  ['Peacock Media', '娱乐'],
  ['Rann Motors', '汽车'],
  ['Konkan Ferries', '旅游'],
  ['Saffron Wallet', '支付'],
  ['Tabla Streaming', '娱乐'],
  ['Mango Lending', '金融'],
  ['Chakra Fitness', '健康'],
  ['Bazaar Circle', '零售'],
  ['Rupee Rewards', '营销'],
  ['Gulmohar Homes', '房产'],
  ['Kite Brokerage', '金融'],
  ['Sitar Events', '票务'],
  ['Indus Logistics', '物流'],
  ['Marigold Flowers', '零售'],
  ['Coromandel Foods', '餐饮'],
  ['Thar Energy', '能源'],
  ['Lakshya Academy', '教育'],
  ['Vaayu Airlines', '旅游'],
] as const;

const INDONESIA = [
  ['Borobudur Tours', '旅游'],
  ['Garuda Market', '零售'],
  ['Batik House', '零售'],
  ['Komodo Games', '游戏'],
  ['Nusantara Pulsa', '充值'],
] as const;
const VIETNAM = [
  ['Halong Cruises', '旅游'],
  ['Saigon Eats', '餐饮'],
  ['Lotus Coffee', '餐饮'],
  ['Red River Games', '游戏'],
] as const;
const THAILAND = [
  ['Chao Phraya Shop', '零售'],
  ['Siam Play', '游戏'],
  ['Andaman Dive', '旅游'],
] as const;
const BRAZIL = [
  ['Ipanema Moda', '零售'],
  ['Amazonas Jogos', '游戏'],
  ['Pampa Mercado', '零售'],
  ['Sampa Bilhetes', '票务'],
] as const;

export const MERCHANTS: readonly DemoMerchant[] = [
  ...INDIA_DECCAN.map(of('india', ['INR', 'USDT'], 'Deccan Partners')),
  ...INDIA_GANGA.map(of('india', ['INR'], 'Ganga Network')),
  ...INDIA_DIRECT.map(of('india', ['INR', 'USDT'])),
  ...INDONESIA.map(of('southeastAsia', ['IDR', 'USDT'])),
  ...VIETNAM.map(of('southeastAsia', ['VND'], 'Mekong Alliance')),
  ...THAILAND.map(of('southeastAsia', ['THB'], 'Mekong Alliance')),
  ...BRAZIL.map(of('latinAmerica', ['BRL'], 'Andes Connect')),
  { name: 'Karachi Connect', branch: 'india', category: '充值', currencies: ['PKR'] },
  { name: 'Dhaka Digital', branch: 'india', category: '充值', currencies: ['BDT'] },
  { name: 'Merlion Media', branch: 'southeastAsia', category: '娱乐', currencies: ['SGD', 'USD'] },
  { name: 'Pearl River Trading', branch: 'southeastAsia', category: '贸易', currencies: ['CNY', 'USDT'] },
  { name: 'Nairobi Now', branch: 'india', category: '充值', currencies: ['KES'] },
  { name: 'Sakura Stage', branch: 'southeastAsia', category: '票务', currencies: ['JPY'] },
];

/** Share of the orders of each currency. */
export const CURRENCY_SHARE: Readonly<Record<string, number>> = {
  INR: 0.745,
  USDT: 0.045,
  BRL: 0.055,
  IDR: 0.055,
  VND: 0.035,
  THB: 0.028,
  PKR: 0.01,
  BDT: 0.01,
  CNY: 0.006,
  SGD: 0.004,
  KES: 0.003,
  USD: 0.002,
  JPY: 0.002,
};

/** Believable amounts per currency: smallest, largest, the step people like. */
export const AMOUNTS: Readonly<Record<string, readonly [number, number, number]>> = {
  INR: [100, 50_000, 100],
  USDT: [10, 5_000, 10],
  BRL: [10, 5_000, 10],
  IDR: [10_000, 10_000_000, 10_000],
  VND: [20_000, 20_000_000, 20_000],
  THB: [50, 30_000, 50],
  PKR: [200, 100_000, 100],
  BDT: [100, 50_000, 100],
  CNY: [20, 20_000, 10],
  SGD: [10, 3_000, 10],
  KES: [50, 70_000, 50],
  USD: [5, 2_000, 5],
  JPY: [500, 300_000, 500],
};

/** Product code, channel name, channel code, currency, the upstreams that serve it. */
export const CHANNELS: readonly (readonly [string, string, string, string, readonly string[]])[] = [
  ['UPI', 'UPI QR', 'UPI_QR', 'INR', ['ICICI-UPI 07', 'HDFC-UPI 02', 'YES-UPI 11', 'SBI-UPI 04']],
  ['UPI', 'UPI Intent', 'UPI_INTENT', 'INR', ['ICICI-UPI 07', 'KOTAK-UPI 09', 'YES-UPI 11']],
  ['BANK', 'India NetBanking', 'IN_NETBANKING', 'INR', ['AXIS-NB 01', 'RBL-NB 02']],
  ['BANK', 'IMPS', 'IN_IMPS', 'INR', ['PNB-IMPS 03', 'SBI-UPI 04']],
  ['PIX', 'PIX', 'BR_PIX', 'BRL', ['ITAU-PIX 01', 'BRADESCO-PIX 03']],
  ['QRIS', 'QRIS', 'ID_QRIS', 'IDR', ['MANDIRI-QRIS 01']],
  ['VA', 'Indonesia VA', 'ID_VA', 'IDR', ['BCA-VA 02']],
  ['VIETQR', 'VietQR', 'VN_QR', 'VND', ['VCB-QR 02', 'MOMO-VN 01']],
  ['PROMPTPAY', 'PromptPay', 'TH_PROMPTPAY', 'THB', ['SCB-PP 01', 'KBANK-QR 02']],
  ['WALLET', 'Easypaisa', 'PK_EASYPAISA', 'PKR', ['EASYPAISA 01']],
  ['WALLET', 'bKash', 'BD_BKASH', 'BDT', ['BKASH 02']],
  ['USDT', 'USDT-TRC20', 'USDT_TRC20', 'USDT', ['TRON-GW 01']],
  ['PAYNOW', 'PayNow', 'SG_PAYNOW', 'SGD', ['DBS-PAYNOW 01']],
  ['MPESA', 'M-PESA', 'KE_MPESA', 'KES', ['MPESA-KE 01']],
  ['ALIPAY', 'Alipay QR', 'CN_QR', 'CNY', ['CN-QR 01']],
  ['ACH', 'ACH', 'US_ACH', 'USD', ['ACH-US 01']],
  ['KONBINI', 'Konbini', 'JP_KONBINI', 'JPY', ['KONBINI-JP 01']],
];

/** In trouble shortly before the anchor and paused since: what an operator should notice. */
export const SICK_UPSTREAM = 'AXIS-NB 01';

/** Share of its orders that each upstream brings to success. */
export const QUALITY: Readonly<Record<string, number>> = {
  'ICICI-UPI 07': 0.84,
  'HDFC-UPI 02': 0.79,
  'YES-UPI 11': 0.71,
  'SBI-UPI 04': 0.76,
  'KOTAK-UPI 09': 0.82,
  'AXIS-NB 01': 0.68,
  'RBL-NB 02': 0.65,
  'PNB-IMPS 03': 0.69,
  'ITAU-PIX 01': 0.91,
  'BRADESCO-PIX 03': 0.87,
  'MANDIRI-QRIS 01': 0.8,
  'BCA-VA 02': 0.74,
  'VCB-QR 02': 0.77,
  'MOMO-VN 01': 0.73,
  'SCB-PP 01': 0.85,
  'KBANK-QR 02': 0.81,
  'EASYPAISA 01': 0.67,
  'BKASH 02': 0.7,
  'TRON-GW 01': 0.75,
  'DBS-PAYNOW 01': 0.92,
  'MPESA-KE 01': 0.83,
  'CN-QR 01': 0.72,
  'ACH-US 01': 0.88,
  'KONBINI-JP 01': 0.66,
};
