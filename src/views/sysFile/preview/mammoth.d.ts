// The bundle for browsers has no types of its own.
declare module 'mammoth/mammoth.browser.min.js' {
  const mammoth: { convertToHtml(input: { arrayBuffer: ArrayBuffer }): Promise<{ value: string }> };
  export default mammoth;
}
