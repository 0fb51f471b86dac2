import { localeTexts } from '../../platform/db/localeTexts.ts';

/*
 * A name that the product translates is kept in every language. What a person or an upstream would have written, as a
 * remark, is kept as written: in English, whatever the country, since that is what everybody in the demo has in common.
 */

/** What the demo's merchants do and where, by its simplified Chinese word: traditional Chinese, English. */
const WORDS = {
  代理: ['代理', 'Agents'],
  游戏: ['遊戲', 'Games'],
  支付: ['支付', 'Payments'],
  零售: ['零售', 'Retail'],
  旅游: ['旅遊', 'Travel'],
  教育: ['教育', 'Education'],
  生鲜: ['生鮮', 'Groceries'],
  票务: ['票務', 'Ticketing'],
  医疗: ['醫療', 'Health care'],
  餐饮: ['餐飲', 'Food and drink'],
  充值: ['儲值', 'Top-up'],
  娱乐: ['娛樂', 'Entertainment'],
  汽车: ['汽車', 'Motors'],
  金融: ['金融', 'Finance'],
  健康: ['健康', 'Fitness'],
  营销: ['行銷', 'Marketing'],
  房产: ['房地產', 'Property'],
  物流: ['物流', 'Logistics'],
  能源: ['能源', 'Energy'],
  贸易: ['貿易', 'Trade'],
  印度: ['印度', 'India'],
  拉美: ['拉丁美洲', 'Latin America'],
  东南亚: ['東南亞', 'Southeast Asia'],
} as const satisfies Readonly<Record<string, readonly [zhTw: string, en: string]>>;

export type DemoText = keyof typeof WORDS;

/** The word in every language, as a localised field keeps it. */
export function demoText(word: DemoText): string {
  const [zhTw, en] = WORDS[word];
  return localeTexts(word, zhTw, en);
}
