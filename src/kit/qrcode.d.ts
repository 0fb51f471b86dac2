/** As far as the product uses it: the library's own renderers, for canvas and files, are left out. */
declare module 'qrcode/lib/core/qrcode.js' {
  interface QrMatrix {
    size: number;
    /** One byte a module, row by row. */
    data: Uint8Array;
  }
  export function create(
    text: string,
    options?: { errorCorrectionLevel?: 'L' | 'M' | 'Q' | 'H' },
  ): { modules: QrMatrix };
}
