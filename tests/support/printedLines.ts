import { format } from 'node:util';

/** What a test prints hides what fails: warnings of a library, errors that nobody handled, calls that nobody answered. */
interface PrintedLines {
  forget(): void;
  /** @throws Error with what was printed since the last call */
  refuse(): void;
  /** Prints again as usual. @throws Error as `refuse` does */
  stop(): void;
}

type Write = typeof process.stderr.write;

/** Collects what is written to the error stream of the process and to the console of the page, whoever writes it. */
export function collectPrintedLines(): PrintedLines {
  const write: Write = process.stderr.write.bind(process.stderr);
  const { error, warn } = console;
  let lines: string[] = [];
  console.error = (...parts: unknown[]) => {
    lines.push(`${format(...parts)}\n`);
    error(...parts);
  };
  console.warn = (...parts: unknown[]) => {
    lines.push(`${format(...parts)}\n`);
    warn(...parts);
  };
  process.stderr.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    lines.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    return (write as (...all: unknown[]) => boolean)(chunk, ...rest);
  }) as Write;
  const refuse = () => {
    const text = lines.join('').trim();
    lines = [];
    if (text) throw new Error(`A test prints nothing; this one, or what it left behind, printed:\n${text}`);
  };
  return {
    forget: () => {
      lines = [];
    },
    refuse,
    stop: () => {
      process.stderr.write = write;
      Object.assign(console, { error, warn });
      refuse();
    },
  };
}
