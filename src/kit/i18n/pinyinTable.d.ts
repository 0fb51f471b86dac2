/** The library types its entry for simplified characters only. */
declare module 'pinyin-match/es/traditional.js' {
  const table: { match: (input: string, keys: string) => [number, number] | false };
  export default table;
}
