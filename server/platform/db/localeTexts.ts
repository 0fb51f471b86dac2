/** A text that the product ships, stored as a JSON map of locale to text. */
export const localeTexts = (zhCn: string, zhTw: string, en: string): string =>
  JSON.stringify({ 'zh-cn': zhCn, 'zh-tw': zhTw, en });
